/** A table as one person sees it: what the server told, shown one action after the other. */
import type { AnyMessage, Answer, ChatLine, Happened, HintShown, Position, Shown, TableShown, Told } from "../wire";
import type { Action } from "./narrow";
import { pace } from "./settings.svelte";
import { TableSocket, type Order } from "./socket";

export interface Refused {
  text: string;
  clause: string;
  code: string;
}

export class TableModel {
  table = $state.raw<TableShown | null>(null);
  position = $state.raw<Position | null>(null);
  events = $state.raw<Told[]>([]);
  fresh = $state.raw<Told[]>([]); // those that led to what is shown now
  chat = $state.raw<ChatLine[]>([]);
  present = $state.raw<string[]>([]);
  grace = $state.raw<Record<string, number>>({});
  you = $state("");
  connection = $state<"open" | "lost" | "gone">("lost");
  refused = $state.raw<Refused | null>(null);
  hints = $state.raw<HintShown[]>([]);
  toldAt = $state(0); // when the clocks were told, on performance.now()
  sending = $state(false);
  #socket: TableSocket;
  #queue: Happened[] = [];
  #behind = $state(false); // whether more has happened than is shown
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {
    this.#socket = new TableSocket(
      id,
      (message) => this.#hear(message),
      (state) => (this.connection = state),
    );
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#socket.close();
  }

  // Who one is here

  get seats(): number[] {
    return this.table?.seats.flatMap((seat, index) => (seat.guest === this.you && this.you ? [index] : [])) ?? [];
  }

  get look(): number {
    return this.position?.look ?? this.seats[0] ?? -1;
  }

  get names(): string[] {
    return this.table?.seats.map((seat) => seat.name) ?? [];
  }

  /** The actions that may be done now; none while one is on its way or something is still being shown. */
  get legal(): Action[] {
    return this.sending || this.#behind ? [] : (this.position?.legal ?? []);
  }

  // What one does

  async order(order: Order): Promise<Answer> {
    const answer = await this.#socket.send(order);
    if (!answer.ok) this.refused = { text: answer.text ?? "", clause: answer.clause ?? "", code: answer.code ?? "" };
    return answer;
  }

  /** Carry out an action: one of the legal ones, or any by its fields, to be told which rule is against it. */
  async act(action: Action): Promise<void> {
    if (!this.position || this.sending) return;
    this.refused = null;
    this.hints = [];
    this.sending = true;
    const chosen = typeof action.id === "number" ? action.id : action;
    await this.order({ say: "act", seat: this.look, decision: this.position.decision, action: chosen });
    this.sending = false;
  }

  // What one hears

  #hear(message: Exclude<AnyMessage, Answer>): void {
    switch (message.say) {
      case "shown":
        this.#show(message);
        break;
      case "happened":
        this.#queue.push(message);
        this.#behind = this.#timer !== undefined;
        if (this.#timer === undefined) this.#next();
        break;
      case "present":
        this.present = message.guests;
        this.grace = message.grace ?? {};
        break;
      case "hints":
        this.hints = message.hints;
        break;
      case "bye":
        this.connection = "lost";
    }
  }

  #show(message: Shown): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue = [];
    this.#behind = false;
    this.you = message.you;
    this.table = message.table;
    this.position = message.position;
    this.events = message.events;
    this.fresh = [];
    this.chat = message.chat;
    this.present = message.present;
    this.toldAt = performance.now();
  }

  /** Show the next thing that happened, and leave time to see it before the one after it. */
  #next(): void {
    const message = this.#queue.shift();
    this.#behind = this.#queue.length > 0;
    if (!message) {
      this.#timer = undefined;
      return;
    }
    this.table = message.table;
    this.position = message.position;
    const kept = message.undone ? this.events.slice(0, -message.undone) : this.events;
    this.events = [...kept, ...message.events];
    this.fresh = message.events;
    this.chat = [...this.chat, ...(message.chat ?? [])];
    this.toldAt = performance.now();
    const wait = message.events.length && this.#queue.length ? pace() : 0;
    this.#timer = setTimeout(() => this.#next(), wait);
  }
}
