/** A connection to a table that comes back by itself. Every command gets its answer, over a lost connection too. */
import type { AnyCommand, AnyMessage, Answer } from "../wire";

type Order = AnyCommand extends infer Each ? (Each extends { ref: string } ? Omit<Each, "ref"> : never) : never;

interface Sent {
  text: string;
  again: boolean; // safe to send once more: the server carries it out only once
  answer: (answer: Answer) => void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const PING_EVERY = 10_000;
const GONE_FOR_GOOD = [4401, 4403, 4404];

export class TableSocket {
  #socket: WebSocket | null = null;
  #sent = new Map<string, Sent>();
  #number = 0;
  #wait = FIRST_WAIT;
  #closed = false;
  #pings: ReturnType<typeof setInterval> | undefined;
  #lag = 0;
  readonly #name = crypto.randomUUID().slice(0, 8);

  constructor(
    readonly table: string,
    readonly heard: (message: Exclude<AnyMessage, Answer>) => void,
    readonly state: (state: "open" | "lost" | "gone", code: number) => void,
  ) {
    this.#connect();
  }

  send(order: Order): Promise<Answer> {
    const ref = `${this.#name}-${++this.#number}`;
    const text = JSON.stringify({ ...order, ref });
    return new Promise((answer) => {
      this.#sent.set(ref, { text, again: order.say === "act", answer });
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
      else if (order.say !== "act") this.#lose(ref);
    });
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#pings);
    this.#socket?.close();
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/socket`);
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as AnyMessage);
    socket.onclose = (event) => this.#lost(event.code);
  }

  #opened(): void {
    this.#wait = FIRST_WAIT;
    this.state("open", 0);
    for (const sent of this.#sent.values()) if (sent.again) this.#socket?.send(sent.text);
    clearInterval(this.#pings);
    this.#pings = setInterval(() => void this.#ping(), PING_EVERY);
    void this.#ping();
  }

  async #ping(): Promise<void> {
    const began = performance.now();
    const answer = await this.send({ say: "ping", lag: this.#lag });
    if (answer.ok) this.#lag = (performance.now() - began) / 1000;
  }

  #hear(message: AnyMessage): void {
    if (message.say !== "answer") {
      this.heard(message);
      return;
    }
    const sent = this.#sent.get(message.ref);
    this.#sent.delete(message.ref);
    sent?.answer(message);
  }

  #lost(code: number): void {
    clearInterval(this.#pings);
    if (this.#closed) return;
    for (const [ref, sent] of this.#sent) if (!sent.again) this.#lose(ref);
    if (GONE_FOR_GOOD.includes(code)) {
      this.state("gone", code);
      return;
    }
    this.state("lost", code);
    setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
  }

  #lose(ref: string): void {
    const sent = this.#sent.get(ref);
    this.#sent.delete(ref);
    sent?.answer({ say: "answer", ref, ok: false, code: "offline", text: "offline" });
  }
}

export type { Order };
