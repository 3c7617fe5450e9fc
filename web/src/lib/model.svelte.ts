/** A table from one person's point of view: the server's messages, shown one action at a time. */
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
import type { Code } from "./api";
import { DiceAudit } from "./dice-audit";
import { t } from "./i18n.svelte";
import { lookForUpdate } from "./keeping.svelte";
import { latest, Moments, type Moment } from "./moments";
import { numbered } from "./names";
import { keptShare, pledged } from "./pledges";
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

/** Something to show, and when it arrived: clocks have been running since then. */
type Heard = Part<WholeUpdate> & { heardAt: number };

/** Requested hints or previews, and their decision: it may be over when they arrive, and the device in other hands. */
interface Asked {
  ref: string;
  pov: number;
  decision: number | undefined;
}

const NOT_ASKED: Asked = { ref: "", pov: -1, decision: -1 };
const SEEN_AGAIN = 900; // minimum milliseconds for each half of a repeated moment
const NOTICEABLE = 200; // milliseconds; a move that is answered sooner isn't shown as being on its way
const CHAT_KEPT = 200; // lines, as many as the server keeps

export class TableModel {
  table = $state.raw<TableShown | null>(null);
  position = $state.raw<Position | null>(null);
  events = $state.raw<PublicMove[]>([]);
  fresh = $state.raw<PublicMove[]>([]); // the events that led to the view shown
  again = $state.raw<Moment | null>(null); // the moment being repeated
  chat = $state.raw<ChatLine[]>([]);
  read = $state(0); // lines of the chat already seen
  present = $state.raw<string[]>([]);
  grace = $state.raw<Record<string, number>>({});
  you = $state("");
  connection = $state<SocketState>("lost");
  banned = $state(false);
  announcement = $state(""); // of the operators
  closed = $state(false); // only players may watch this game
  crowded = $state(false); // too many windows: this one waits until another is closed
  refused = $state.raw<Refused | null>(null);
  hints = $state.raw<HintShown[]>([]);
  marked = $state.raw<Fields[]>([]); // mentioned by the text under the pointer
  previewed = $state.raw<HintShown | null>(null); // the hint shown on the board
  toldAt = $state(0); // when the clocks shown arrived, on performance.now()
  missedAt = $state(0); // when `grace` arrived
  sending = $state(false);
  pending = $state.raw<Offered | null>(null); // the action on its way, if that takes long enough to be seen
  contradicted = $state(false); // the server showed another commitment or share than before
  arriving = $state(false); // the host is about to take a seat
  chosen = $state.raw<AnyAction | null>(null); // an action waiting for confirmation
  nextStep: NextStep<AnyView> = () => null; // the game's own, once its board is loaded
  #socket: TableSocket;
  #asked = $state.raw<Asked | null>(null);
  #previews = $state.raw<Asked & { effects?: Effects }>(NOT_ASKED);
  #queue = new Queue<Heard>((message) => this.#tell(message));
  #heard: Snapshot | WholeUpdate | null = null; // the latest message, shown or not
  #moments = new Moments();
  #audit = new DiceAudit();
  #played = $state(false); // whether the repeated moment has happened yet
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {
    this.#socket = new TableSocket(
      id,
      (message, at) => this.#hear(message, at),
      (state, code) => this.#connected(state, code),
    );
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#queue.clear();
    this.#socket.close();
  }

  #connected(state: SocketState, code: number): void {
    if (state === "open" && this.connection === "lost" && this.table) lookForUpdate(); // the server may have been updated
    this.connection = state;
    if (state === "open" || state === "silent") return;
    this.#asked = null;
    this.#previews = NOT_ASKED;
    this.closed = code === CLOSE_CODES.NO_SPECTATORS;
    this.banned = code === CLOSE_CODES.BANNED;
    this.crowded = code === CLOSE_CODES.TOO_MANY;
  }

  // Who the player is here

  get seats(): number[] {
    return this.table?.seats.flatMap((seat, index) => (seat.guest === this.you && this.you ? [index] : [])) ?? [];
  }

  get pov(): number {
    return this.position?.pov ?? this.seats[0] ?? -1;
  }

  get names(): string[] {
    return numbered(this.table?.seats.map((seat) => seat.name) ?? []);
  }

  /** Whether a bot is thinking about a requested hint. */
  get thinking(): boolean {
    return this.#asked !== null;
  }

  /** The actions allowed now; none while one is being sent or an earlier event is still being shown. */
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

  // Earlier moments

  /** Whether an event can be shown again. */
  seen(event: number): boolean {
    return event < this.events.length && this.#moments.of(event) !== undefined;
  }

  /** Show the moment of an event again, then return to the present. */
  replay(event: number): void {
    const moment = this.#moments.of(event);
    if (!moment) return;
    this.#showAgain(moment, false);
    this.#timer = setTimeout(() => {
      this.#showAgain(moment, true);
      this.#timer = setTimeout(() => this.comeBack(), Math.max(SEEN_AGAIN, 2 * pace()));
    }, SEEN_AGAIN);
  }

  /** Return to the present. */
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
    } else if (order.type === "sit") this.#note(order.seat, order.pledge);
    return answer;
  }

  /** Take a seat, with the pledge of a share of the dice. */
  sit(seat: number, name = ""): Promise<Reply> {
    const table = this.#heard?.table;
    if (!table) return Promise.resolve({ type: "answer", ref: "", ok: false });
    return this.order({ type: "sit", seat, attempt: table.attempt, pledge: pledged(table, seat), name });
  }

  /** Own seats whose shares another browser keeps: only that one can start the game with them. */
  get elsewhere(): boolean {
    const seats = this.table?.status === "open" ? this.table.seats : [];
    return seats.some((seat) => seat.guest === this.you && seat.pledge !== "" && keptShare(seat.pledge) === undefined);
  }

  #see(table: TableShown): void {
    this.table = table;
    if (table.status !== "open" || table.missed.length) this.arriving = false;
  }

  #note(seat: number, pledge: string): void {
    this.#audit.told(seat, pledge);
    if (!this.#heard) return;
    this.#heard = this.#audited(this.#heard);
    if (!this.#queue.behind) this.#see(this.#heard.table);
  }

  /** Return a message with the evidence about the dice. */
  #audited<Each extends Snapshot | WholeUpdate>(message: Each): Each {
    const audited = { ...message, table: this.#audit.on(message.table, this.you) };
    this.contradicted = this.#audit.contradicted;
    return audited;
  }

  /** Pledge and reveal shares as soon as the table needs them, whatever is still being shown. */
  async #serveDice(table: TableShown, again = false): Promise<void> {
    for (const order of this.#audit.due(table, this.you, again)) {
      const answer = await this.#socket.send(order);
      if (answer.ok && order.type === "pledge") this.#note(order.seat, order.pledge);
    }
  }

  /**
   * Take the seats at a new table. The commitment has arrived, so the secret was chosen before these shares were.
   */
  async #arrive({ seats, begin }: PendingSeats): Promise<void> {
    this.arriving = true;
    const table = this.table;
    const own = seats !== "kept" ? seats : table ? keptFor(table, this.you) : [];
    const named = (seat: number, index: number): string =>
      table?.seats[seat]?.name || (index ? t("player_number", { number: index + 1 }) : "");
    const answers = await Promise.all(own.map((seat, index) => this.sit(seat, named(seat, index))));
    const begun = begin && answers.every((answer) => answer.ok) && (await this.order({ type: "start" })).ok;
    this.arriving = begun && this.#heard?.table.status === "open"; // until all shares are revealed
  }

  /** Perform a chosen action, or first ask for confirmation if the player wants that and there is no hurry. */
  choose(action: AnyAction | Offered): void {
    const known = isLegal(action); // an illegal action needs no confirmation
    if (settings.confirm && known && !this.table?.race) this.chosen = action;
    else void this.act(action);
  }

  /** Perform an action: a legal one, or any other by its fields, to learn which rule forbids it. */
  async act(action: AnyAction | Offered): Promise<void> {
    if (!this.position || this.sending) return;
    this.refused = null;
    this.#forgetHints();
    this.chosen = null;
    this.sending = true;
    const known = isLegal(action);
    const timer = setTimeout(() => (this.pending = known ? action : null), NOTICEABLE);
    await this.order({ type: "act", seat: this.pov, decision: this.position.decision, action: known ? action.id : action });
    clearTimeout(timer);
    this.pending = null;
    this.sending = false;
  }

  // Messages from the server

  #hear(message: Exclude<AnyMessage, Answer>, at: number): void {
    switch (message.type) {
      case "snapshot":
        this.#show(message, at);
        break;
      case "update":
        this.#take(message, at);
        break;
      case "present":
        this.present = message.guests;
        this.grace = message.grace ?? {};
        this.missedAt = at;
        break;
      case "announcement":
        this.announcement = message.text;
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

  /** Queue something to show; intermediate steps take their time even when the rest is urgent. */
  #take(update: Update, heardAt: number): void {
    if (!this.#heard) return; // a snapshot always comes first
    const message = this.#audited(wholeUpdate(update, this.#heard.table));
    const parts = inParts(message, this.#heard, this.nextStep);
    this.#heard = message;
    void this.#serveDice(message.table);
    if (this.#presses(message)) this.#queue.hurry();
    for (const part of parts) this.#queue.push({ ...part, heardAt });
  }

  /** Show hints only to the player and for the decision they were requested for; drop all others. */
  #advise({ ref, hints }: Hints): void {
    const [asked, position] = [this.#asked, this.#heard?.position];
    if (!asked || asked.ref !== ref) return;
    this.#asked = null;
    this.previewed = null;
    this.hints = position && asked.pov === position.pov && asked.decision === position.decision ? hints : [];
  }

  /** Ask once per decision what its actions would do. Nobody gets help in a race. */
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

  /** Whether something must be shown at once: the player's own action, and the start of a race. */
  #presses(message: WholeUpdate): boolean {
    const own = message.events.some((told) => told.actor >= 0 && told.actor === this.pov);
    return own || (message.table.race && Boolean(message.position?.legal.length));
  }

  #show(snapshot: Snapshot, heardAt: number): void {
    this.you = snapshot.you;
    const message = this.#audited(snapshot);
    this.comeBack();
    this.chosen = null;
    this.#forgetHints();
    this.crowded = false;
    this.#queue.clear();
    this.#moments.clear();
    this.#heard = message;
    this.#see(message.table);
    void this.#serveDice(message.table, true);
    this.position = message.position;
    this.events = message.events;
    this.fresh = latest(message.events);
    this.chat = message.chat;
    this.present = message.present;
    this.toldAt = heardAt;
    this.#askPreviews();
    const pending = takePendingSeats(this.id);
    if (pending) void this.#arrive(pending);
  }

  /** Show an event, and return how long it should stay before the next one. */
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
