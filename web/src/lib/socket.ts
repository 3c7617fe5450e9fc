/** A connection to a table that comes back by itself. Every command gets its answer, over a lost connection too. */
import { CLOSE_CODES, isAnyMessage, type AnyCommand, type AnyMessage, type Answer } from "../wire";
import { share, type Code } from "./api";
import { accepts, parsed } from "./guards";

type Order = AnyCommand extends infer Each ? (Each extends { ref: string } ? Omit<Each, "ref"> : never) : never;

/** The result of a command: the server's answer, or a lost connection. */
export type Reply = Omit<Answer, "code"> & { code?: Code | "" };

/** Whether there is a connection. It ends for good with a table that is gone, and with a message this page can't read. */
export type SocketState = "open" | "lost" | "gone" | "unreadable";

interface Sent {
  text: string;
  again: boolean; // safe to send once more: the server carries it out only once
  answer: (reply: Reply) => void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const PING_EVERY = 10_000;
const PATIENCE = 8_000; // a line that says nothing for so long after it was asked is dead; less than PING_EVERY
const SLEPT = PING_EVERY + PATIENCE; // without a tick for longer, a page has not been awake
const LONGEST_LAG = 60; // seconds: what took longer is nothing that a race could wait for, and the wire allows no more
const MEASURED = 3; // pings: the quickest of them shows the line, others waited for something besides
const GONE_FOR_GOOD = [CLOSE_CODES.WHO, CLOSE_CODES.FOREIGN, CLOSE_CODES.NO_TABLE, CLOSE_CODES.NO_SPECTATORS];
const NO_WORD = 1006; // the code that a browser gives for a connection that has ended without one

export class TableSocket {
  #socket: WebSocket | null = null;
  #sent = new Map<string, Sent>();
  #number = 0;
  #wait = FIRST_WAIT;
  #closed = false;
  #pings: ReturnType<typeof setInterval> | undefined;
  #ticked = 0; // when the page was awake last, on the clock that runs on while the device sleeps
  #silence: ReturnType<typeof setTimeout> | undefined;
  #reconnect: ReturnType<typeof setTimeout> | undefined;
  #lags: number[] = [];
  readonly #name = share(); // not crypto.randomUUID: a friend's http://192.168.… has none

  constructor(
    readonly table: string,
    readonly heard: (message: Exclude<AnyMessage, Answer>) => void,
    readonly state: (state: SocketState, code: number) => void,
  ) {
    this.#connect();
    addEventListener("online", this.#atOnce);
    document.addEventListener("visibilitychange", this.#wake);
  }

  /** The name of a command that is about to be sent. */
  newRef(): string {
    return `${this.#name}-${++this.#number}`;
  }

  send(order: Order, ref = this.newRef()): Promise<Reply> {
    const text = JSON.stringify({ ...order, ref });
    return new Promise((answer) => {
      this.#sent.set(ref, { text, again: order.type === "act", answer });
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
      else if (this.#closed || order.type !== "act") this.#lose(ref);
    });
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#atOnce);
    document.removeEventListener("visibilitychange", this.#wake);
    clearTimeout(this.#reconnect);
    this.#hangUp();
  }

  /** The network is back: retry at once instead of waiting. */
  readonly #atOnce = (): void => {
    if (this.#socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(this.#reconnect);
    this.#hangUp();
    this.#wait = FIRST_WAIT;
    this.#connect();
  };

  /**
   * Reconnect after the page was asleep: late messages would be wrong about the clocks. Only while it is visible: hidden pages receive messages in time, although browsers delay their timers.
   */
  readonly #wake = (): void => {
    if (document.hidden || !this.#slept || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#lost(NO_WORD);
    this.#atOnce();
  };

  get #slept(): boolean {
    return Date.now() - this.#ticked > SLEPT;
  }

  #connect(): void {
    if (this.#closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/socket`);
    this.#socket = socket;
    this.#ticked = Date.now();
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => {
      this.#wake();
      if (this.#socket === socket) this.#receive(parsed(String(event.data)));
    };
    socket.onclose = (event) => this.#lost(event.code);
    this.#expectWord();
  }

  /** Nothing more is heard of the present connection, not even its end: on a dead line that comes minutes later. */
  #hangUp(): void {
    clearInterval(this.#pings);
    clearTimeout(this.#silence);
    const socket = this.#socket;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #expectWord(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lost(NO_WORD), PATIENCE);
  }

  #opened(): void {
    this.state("open", 0);
    for (const sent of this.#sent.values()) if (sent.again) this.#socket?.send(sent.text);
    clearInterval(this.#pings);
    this.#pings = setInterval(() => this.#tick(), PING_EVERY);
    void this.#ping();
  }

  #tick(): void {
    this.#wake();
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    if (!this.#slept) this.#ticked = Date.now(); // else it waits for somebody to look
    void this.#ping();
  }

  async #ping(): Promise<void> {
    const began = performance.now();
    this.#expectWord();
    const answer = await this.send({ type: "ping", lag: Math.min(LONGEST_LAG, ...this.#lags) });
    if (answer.ok) this.#lags = [...this.#lags, (performance.now() - began) / 1000].slice(-MEASURED);
  }

  /** Later messages would build on one that can't be read, so it ends the connection. */
  #receive(message: unknown): void {
    if (accepts(isAnyMessage, message, "message")) this.#hear(message);
    else this.#giveUp("unreadable", 0);
  }

  #hear(message: AnyMessage): void {
    clearTimeout(this.#silence);
    this.#wait = FIRST_WAIT; // not as soon as it opens: where there are too many windows it opens and is closed again
    if (message.type === "answer") this.#answer(message);
    else this.heard(message);
    if (message.type === "update" && message.ref) this.#answer({ type: "answer", ref: message.ref, ok: true });
  }

  #answer(answer: Answer): void {
    const sent = this.#sent.get(answer.ref);
    this.#sent.delete(answer.ref);
    sent?.answer(answer);
  }

  #lost(code: number): void {
    this.#hangUp();
    if (GONE_FOR_GOOD.includes(code)) {
      this.#giveUp("gone", code);
      return;
    }
    for (const [ref, sent] of this.#sent) if (!sent.again) this.#lose(ref);
    this.state("lost", code);
    this.#reconnect = setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
  }

  #giveUp(state: SocketState, code: number): void {
    this.close();
    for (const ref of this.#sent.keys()) this.#lose(ref);
    this.state(state, code);
  }

  #lose(ref: string): void {
    const sent = this.#sent.get(ref);
    this.#sent.delete(ref);
    sent?.answer({ type: "answer", ref, ok: false, code: "offline", text: "offline" });
  }
}

export type { Order };
