/** A table as one person sees it: what the server told, shown one action after the other. */
import { isLegal, type AnyAction, type AnyView, type Offered } from "../games/board";
import type { Effects } from "../kit/preview.svelte";
import type { Fields } from "../kit/selection";
import {
  CLOSE_CODES,
  type AnyMessage,
  type Answer,
  type ChatLine,
  type Update,
  type Hints,
  type HintShown,
  type Position,
  type Previews,
  type Snapshot,
  type TableShown,
  type PublicMove,
} from "../wire";
import { share, type Code } from "./api";
import { DiceAudit } from "./dice-audit";
import { t } from "./i18n.svelte";
import { latest, Moments, type Moment } from "./moments";
import { numbered } from "./names";
import { keptFor, takePendingSeats, type PendingSeats } from "./pending-seats";
import { Queue } from "./queue.svelte";
import { pace, settings } from "./settings.svelte";
import { TableSocket, type Order, type Reply, type SocketState } from "./socket";
import { soundsOf } from "./sounds";
import { sound } from "./speaker";
import { inParts, lingering, type NextStep, type Part } from "./steps";
import { wholeUpdate, type WholeUpdate } from "./whole-update";

export interface Refused {
  text: string;
  clause: string;
  code: Code | "";
}

/** Something to be shown, and when it came: clocks run since then. */
type Heard = Part<WholeUpdate> & { heardAt: number };

/** Hints or previews that were asked for, and about what: when they come that may be gone, and the device in other hands. */
interface Asked {
  ref: string;
  pov: number;
  decision: number | undefined;
}

const NOT_ASKED: Asked = { ref: "", pov: -1, decision: -1 };
const SEEN_AGAIN = 900; // milliseconds at least for each half of a moment that is shown again
const CHAT_KEPT = 200; // lines, as many as the server keeps

export class TableModel {
  table = $state.raw<TableShown | null>(null);
  position = $state.raw<Position | null>(null);
  events = $state.raw<PublicMove[]>([]);
  fresh = $state.raw<PublicMove[]>([]); // those that led to what is shown now
  again = $state.raw<Moment | null>(null); // a moment that is shown once more
  chat = $state.raw<ChatLine[]>([]);
  read = $state(0); // lines of the chat that were seen
  present = $state.raw<string[]>([]);
  grace = $state.raw<Record<string, number>>({});
  you = $state("");
  connection = $state<SocketState>("lost");
  closed = $state(false); // only players may watch this game
  crowded = $state(false); // there are too many windows: this one is not let in before another is closed
  refused = $state.raw<Refused | null>(null);
  hints = $state.raw<HintShown[]>([]);
  marked = $state.raw<Fields[]>([]); // what a text under the pointer mentions
  previewed = $state.raw<HintShown | null>(null); // the hint that the board shows
  toldAt = $state(0); // when the clocks that are shown were told, on performance.now()
  missedAt = $state(0); // when `grace` was told
  sending = $state(false);
  contradicted = $state(false); // the server has shown another seal of the dice, or another share, than before
  arriving = $state(false); // the host is about to take a seat
  chosen = $state.raw<AnyAction | null>(null); // waits to be confirmed
  nextStep: NextStep<AnyView> = () => null; // the game's own, once its board is here
  #socket: TableSocket;
  #asked = $state.raw<Asked | null>(null);
  #previews = $state.raw<Asked & { effects?: Effects }>(NOT_ASKED);
  #queue = new Queue<Heard>((message) => this.#tell(message));
  #heard: Snapshot | WholeUpdate | null = null; // what came last, whether it is shown already or not
  #moments = new Moments();
  #audit = new DiceAudit();
  #played = $state(false); // of a moment that is shown once more: whether it has happened yet
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {
    this.#socket = new TableSocket(
      id,
      (message) => this.#hear(message),
      (state, code) => this.#connected(state, code),
    );
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#queue.clear();
    this.#socket.close();
  }

  #connected(state: SocketState, code: number): void {
    this.connection = state;
    if (state === "open") return;
    this.#asked = null;
    this.#previews = NOT_ASKED;
    this.closed = code === CLOSE_CODES.NO_SPECTATORS;
    this.crowded = code === CLOSE_CODES.TOO_MANY;
  }

  // Who one is here

  get seats(): number[] {
    return this.table?.seats.flatMap((seat, index) => (seat.guest === this.you && this.you ? [index] : [])) ?? [];
  }

  get pov(): number {
    return this.position?.pov ?? this.seats[0] ?? -1;
  }

  get names(): string[] {
    return numbered(this.table?.seats.map((seat) => seat.name) ?? []);
  }

  /** Whether a bot thinks about a hint that was asked for. */
  get thinking(): boolean {
    return this.#asked !== null;
  }

  /** The actions that may be done now; none while one is on its way or something is still being shown. */
  get legal(): Offered[] {
    return this.sending || this.again || this.#queue.behind || this.connection === "unreadable" ? [] : (this.position?.legal ?? []);
  }

  /** The effects of the legal actions, if the server has sent them. */
  get previews(): Effects | undefined {
    return this.#isPreviewed(this.position) ? this.#previews.effects : undefined;
  }

  #isPreviewed(position: Position | null): boolean {
    return this.#previews.pov === position?.pov && this.#previews.decision === position.decision;
  }

  /** The position on the board: the current one, or an earlier one. */
  get scene(): { view: AnyView; fresh: PublicMove[] } | null {
    if (this.again) return this.#played ? { view: this.again.after, fresh: this.again.events } : { view: this.again.before, fresh: [] };
    return this.position && { view: this.position.view, fresh: this.fresh };
  }

  // What was seen before

  /** Whether an event can be shown once more. */
  seen(event: number): boolean {
    return event < this.events.length && this.#moments.of(event) !== undefined;
  }

  /** Show the moment of an event once more, and come back to the present. */
  replay(event: number): void {
    const moment = this.#moments.of(event);
    if (!moment) return;
    this.#showAgain(moment, false);
    this.#timer = setTimeout(() => {
      this.#showAgain(moment, true);
      this.#timer = setTimeout(() => this.comeBack(), Math.max(SEEN_AGAIN, 2 * pace()));
    }, SEEN_AGAIN);
  }

  /** Back to the present. */
  comeBack(): void {
    clearTimeout(this.#timer);
    this.again = null;
  }

  #showAgain(moment: Moment, played: boolean): void {
    clearTimeout(this.#timer);
    this.again = moment;
    this.#played = played;
  }

  // Commands

  async order(order: Order): Promise<Reply> {
    const ref = this.#socket.newRef();
    if (order.type === "ask_hint") this.#asked = { ref, pov: order.seat, decision: this.#heard?.position?.decision };
    const answer = await this.#socket.send(order, ref);
    if (!answer.ok) {
      if (this.#asked?.ref === ref) this.#asked = null;
      this.refused = { text: answer.text ?? "", clause: answer.clause ?? "", code: answer.code ?? "" };
      sound(["refusal"]);
    } else if (order.type === "sit") this.#note(order.seat, order.share);
    return answer;
  }

  /** A table as the server shows it now, beside what proves the dice. */
  #see(table: TableShown): void {
    this.table = this.#audit.on(table, this.you);
    this.contradicted = this.#audit.contradicted;
  }

  #note(seat: number, share: string): void {
    this.#audit.told(seat, share);
    if (this.table) this.#see(this.table);
  }

  /**
   * Take the seats at a new table. The commitment is known by now: the secret was chosen before anybody could know these shares.
   */
  async #arrive({ seats, begin }: PendingSeats): Promise<void> {
    this.arriving = true;
    const table = this.table;
    const own = seats !== "kept" ? seats : table ? keptFor(table, this.you) : [];
    const named = (seat: number, index: number): string =>
      table?.seats[seat]?.name || (index ? t("player_number", { number: index + 1 }) : "");
    const answers = await Promise.all(
      own.map((seat, index) => this.order({ type: "sit", seat, share: share(), name: named(seat, index) })),
    );
    if (begin && answers.every((answer) => answer.ok)) await this.order({ type: "start" });
    this.arriving = false;
  }

  /** An action was pointed at: carry it out, or first ask whether it is meant, where that is wanted and nothing hurries. */
  choose(action: AnyAction | Offered): void {
    const known = isLegal(action); // what the rules are against needs no second thought
    if (settings.confirm && known && !this.table?.race) this.chosen = action;
    else void this.act(action);
  }

  /** Carry out an action: one of the legal ones, or any by its fields, to be told which rule is against it. */
  async act(action: AnyAction | Offered): Promise<void> {
    if (!this.position || this.sending) return;
    this.refused = null;
    this.#forgetHints();
    this.chosen = null;
    this.sending = true;
    const chosen = isLegal(action) ? action.id : action;
    await this.order({ type: "act", seat: this.pov, decision: this.position.decision, action: chosen });
    this.sending = false;
  }

  // What one hears

  #hear(message: Exclude<AnyMessage, Answer>): void {
    switch (message.type) {
      case "snapshot":
        this.#show(message);
        break;
      case "update":
        this.#take(message);
        break;
      case "present":
        this.present = message.guests;
        this.grace = message.grace ?? {};
        this.missedAt = performance.now();
        break;
      case "hints":
        this.#advise(message);
        break;
      case "previews":
        this.#foresee(message);
        break;
      case "bye":
        this.connection = "lost";
    }
  }

  /** Let something be shown; what is seen on the way takes its time even where the rest is pressing. */
  #take(update: Update): void {
    if (!this.#heard) return; // a snapshot comes first
    const message = wholeUpdate(update, this.#heard.table);
    const parts = inParts(message, this.#heard, this.nextStep);
    const heardAt = performance.now();
    this.#heard = message;
    if (this.#presses(message)) this.#queue.hurry();
    for (const part of parts) this.#queue.push({ ...part, heardAt });
  }

  /** Hints are for the eyes and the decision that they were asked for; whatever else comes is not shown. */
  #advise({ ref, hints }: Hints): void {
    const [asked, position] = [this.#asked, this.#heard?.position];
    if (!asked || asked.ref !== ref) return;
    this.#asked = null;
    this.previewed = null;
    this.hints = position && asked.pov === position.pov && asked.decision === position.decision ? hints : [];
  }

  /** Ask once for each decision what its actions would do. In a race nobody is helped. */
  #askPreviews(): void {
    const { position, table } = this;
    if (!position?.legal.length || table?.race || this.#isPreviewed(position)) return;
    const ref = this.#socket.newRef();
    this.#previews = { ref, pov: position.pov, decision: position.decision };
    void this.#socket.send({ type: "ask_previews", seat: position.pov }, ref);
  }

  #foresee({ ref, decision, effects }: Previews): void {
    if (ref === this.#previews.ref && decision === this.#previews.decision) this.#previews = { ...this.#previews, effects };
  }

  #forgetHints(): void {
    this.hints = [];
    this.previewed = null;
  }

  /** Whether something must be shown at once: what one has done oneself, and what begins a race. */
  #presses(message: WholeUpdate): boolean {
    const own = message.events.some((told) => told.actor >= 0 && told.actor === this.pov);
    return own || (message.table.race && Boolean(message.position?.legal.length));
  }

  #show(message: Snapshot): void {
    this.comeBack();
    this.chosen = null;
    this.#forgetHints();
    this.crowded = false;
    this.#queue.clear();
    this.#moments.clear();
    this.#heard = message;
    this.you = message.you;
    this.#see(message.table);
    this.position = message.position;
    this.events = message.events;
    this.fresh = latest(message.events);
    this.chat = message.chat;
    this.present = message.present;
    this.toldAt = performance.now();
    this.#askPreviews();
    const pending = takePendingSeats(this.id);
    if (pending) void this.#arrive(pending);
  }

  /** Show a thing that happened; how long it wants to be seen before the next one. */
  #tell(message: Heard): number {
    sound(soundsOf(this.table, message, this.pov));
    this.#hearNo(message.declined ?? -1);
    const kept = message.undone ? this.events.slice(0, -message.undone) : this.events;
    this.#remember(message, kept.length);
    this.#see(message.table);
    this.position = message.position;
    this.events = [...kept, ...message.events];
    if (message.events.length || message.undone) {
      this.fresh = message.events;
      this.chosen = null;
      this.#forgetHints();
      this.comeBack();
    }
    this.#listen(message.chat ?? []);
    this.toldAt = message.heardAt;
    this.#askPreviews();
    if (document.hidden) return 0;
    return message.onTheWay ? lingering() : message.events.length ? pace() : 0;
  }

  /** Tell the player who asked for an undo who declined it. */
  #hearNo(seat: number): void {
    if (seat < 0 || !this.seats.includes(this.table?.asking ?? -1)) return;
    this.refused = { text: t("undo_declined", { name: this.names[seat] ?? "" }), clause: "", code: "" };
  }

  #listen(lines: ChatLine[]): void {
    const all = [...this.chat, ...lines];
    const gone = Math.max(0, all.length - CHAT_KEPT);
    this.chat = all.slice(gone);
    this.read = Math.max(0, this.read - gone);
  }

  #remember(message: WholeUpdate, first: number): void {
    this.#moments.forget(first);
    if (!message.events.length || !message.position || this.position?.pov !== message.position.pov) return;
    this.#moments.keep({ first, events: message.events, before: this.position.view, after: message.position.view });
  }
}
