/**
 * A connection to a table that reconnects by itself. Every command gets its answer, even if the connection was lost
 * meanwhile.
 */
import { CLOSE_CODES, isAnyMessage, type AnyCommand, type AnyMessage, type Answer } from "../wire";
import { share, type Code } from "./api";
import { Attention } from "./attention";
import { earlySocket, socketAddress, type EarlySocket } from "./early";
import { accepts, parsed } from "./guards";

type Order = AnyCommand extends infer Each ? (Each extends { ref: string } ? Omit<Each, "ref"> : never) : never;

/** The result of a command: the server's answer, or a lost connection. */
export type Reply = Omit<Answer, "code"> & { code?: Code | "" };

/**
 * Whether there is a connection, and whether it answers. It ends for good when the table is gone, or with a message this
 * page can't read.
 */
export type SocketState = "open" | "silent" | "lost" | "gone" | "unreadable";

interface Sent {
  text: string;
  again: boolean; // safe to send again: the server performs it only once
  answer: (reply: Reply) => void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const WATCHED = 1_500; // between pings while somebody is there, who would trust a board that is out of date
const PING_EVERY = 10_000; // otherwise
const PATIENCE = 8_000; // a connection is dead after this silence following a ping
const PROMPT = 1_000; // within this time, a good connection answers
const SLEPT = PING_EVERY + PATIENCE; // without a tick for longer, the page was asleep
const LONGEST_LAG = 60; // seconds: the most the wire allows; a race doesn't wait for slower connections
const MEASURED = 3; // pings: the fastest shows the latency, the others waited for something else
const GONE_FOR_GOOD = [CLOSE_CODES.BANNED, CLOSE_CODES.WHO, CLOSE_CODES.FOREIGN, CLOSE_CODES.NO_TABLE, CLOSE_CODES.NO_SPECTATORS];
const NO_WORD = 1006; // the code browsers report for a connection that ended without one

export class TableSocket {
  #socket: WebSocket | null = null;
  #sent = new Map<string, Sent>();
  #number = 0;
  #wait = FIRST_WAIT;
  #closed = false;
  #unknown = false; // whether the server has just refused the cookie
  #pings: ReturnType<typeof setInterval> | undefined;
  #pinged = 0; // when the last ping was sent, and when the page was last awake: on the clock that runs while the device sleeps
  #ticked = 0;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #doubt: ReturnType<typeof setTimeout> | undefined; // whether the next answer comes in time
  #silent = false;
  #reconnect: ReturnType<typeof setTimeout> | undefined;
  #lags: number[] = [];
  readonly #attention = new Attention(() => this.#pingAfter(WATCHED));
  readonly #name = share(); // not crypto.randomUUID: it doesn't exist on a friend's http://192.168.…

  constructor(
    readonly table: string,
    readonly heard: (message: Exclude<AnyMessage, Answer>, at: number) => void, // on performance.now()
    readonly state: (state: SocketState, code: number) => void,
  ) {
    this.#connect();
    addEventListener("online", this.#atOnce);
    addEventListener("offline", this.#offline);
    document.addEventListener("visibilitychange", this.#wake);
  }

  /** Return the id of a command about to be sent. */
  newRef(): string {
    return `${this.#name}-${++this.#number}`;
  }

  send(order: Order, ref = this.newRef()): Promise<Reply> {
    const text = JSON.stringify({ ...order, ref });
    return new Promise((answer) => {
      this.#sent.set(ref, { text, again: order.type === "act", answer });
      if (this.#socket?.readyState === WebSocket.OPEN) {
        this.#socket.send(text);
        this.#doubt ??= setTimeout(() => this.#hearNothing(), PROMPT);
      } else if (this.#closed || order.type !== "act") this.#lose(ref);
    });
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#atOnce);
    removeEventListener("offline", this.#offline);
    document.removeEventListener("visibilitychange", this.#wake);
    this.#attention.stop();
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

  /** The network is gone: a connection over it would only seem to be open until its next ping. */
  readonly #offline = (): void => {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#lost(NO_WORD);
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
    const early = earlySocket(this.table);
    const socket = early?.socket ?? new WebSocket(socketAddress(this.table));
    this.#socket = socket;
    this.#ticked = Date.now();
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => {
      this.#wake();
      if (this.#socket === socket) this.#receive(parsed(String(event.data)), performance.now());
    };
    socket.onclose = (event) => this.#lost(event.code);
    this.#expectWord();
    if (early) queueMicrotask(() => this.#catchUp(early));
  }

  /** Continue a connection that the page has opened before this client was loaded. */
  #catchUp({ socket, heard }: EarlySocket): void {
    if (socket.readyState === WebSocket.OPEN) this.#opened();
    for (const [text, at] of heard) if (this.#socket === socket) this.#receive(parsed(text), at);
  }

  /** Ignore the present connection from now on, even its end: on a dead line, that comes minutes later. */
  #hangUp(): void {
    clearInterval(this.#pings);
    this.#hearSomething();
    this.#trust();
    const socket = this.#socket;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #hearNothing(): void {
    this.#silent = true;
    this.state("silent", 0);
  }

  #trust(): void {
    clearTimeout(this.#doubt);
    this.#doubt = undefined;
    this.#silent = false;
  }

  #expectWord(): void {
    this.#silence ??= setTimeout(() => this.#lost(NO_WORD), PATIENCE);
  }

  #hearSomething(): void {
    clearTimeout(this.#silence);
    this.#silence = undefined;
  }

  #opened(): void {
    this.state("open", 0);
    for (const sent of this.#sent.values()) if (sent.again) this.#socket?.send(sent.text);
    clearInterval(this.#pings);
    this.#pings = setInterval(() => this.#tick(), WATCHED);
    this.#hearSomething();
    void this.#ping();
  }

  #tick(): void {
    this.#wake();
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    if (!this.#slept) this.#ticked = Date.now(); // otherwise it waits until the page is visible
    this.#pingAfter(this.#attention.here ? 0 : PING_EVERY);
  }

  /** Ping if the last one was that long ago, and isn't still waiting for its answer. */
  #pingAfter(milliseconds: number): void {
    if (this.#socket?.readyState !== WebSocket.OPEN || this.#silence !== undefined) return;
    if (Date.now() - this.#pinged >= milliseconds) void this.#ping();
  }

  async #ping(): Promise<void> {
    const began = performance.now();
    this.#pinged = Date.now();
    this.#expectWord();
    const answer = await this.send({ type: "ping", lag: Math.min(LONGEST_LAG, ...this.#lags) });
    if (answer.ok) this.#lags = [...this.#lags, (performance.now() - began) / 1000].slice(-MEASURED);
  }

  /** Later messages would build on one that can't be read, so end the connection. */
  #receive(message: unknown, at: number): void {
    if (accepts(isAnyMessage, message, "message")) this.#hear(message, at);
    else this.#giveUp("unreadable", 0);
  }

  #hear(message: AnyMessage, at: number): void {
    this.#hearSomething();
    if (this.#silent) this.state("open", 0);
    this.#trust();
    this.#wait = FIRST_WAIT; // not on open: with too many windows, the server opens the connection and closes it again
    if (message.type === "answer") this.#answer(message);
    else this.heard(message, at);
    if (message.type === "update" && message.ref) this.#answer({ type: "answer", ref: message.ref, ok: true });
  }

  #answer(answer: Answer): void {
    const sent = this.#sent.get(answer.ref);
    this.#sent.delete(answer.ref);
    sent?.answer(answer);
  }

  #lost(code: number): void {
    this.#hangUp();
    const again = code === CLOSE_CODES.WHO && !this.#unknown; // signed out: this device may have a new cookie
    this.#unknown = code === CLOSE_CODES.WHO;
    if (GONE_FOR_GOOD.includes(code) && !again) {
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
