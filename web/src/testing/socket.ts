/** A WebSocket with both ends in the test: it opens, answers and ends when the test says so. */
import { isString, objectOf, parsed } from "../lib/guards";
import type { AnyMessage } from "../wire";

export type Sent = { ref: string; type: string } & Record<string, unknown>;

const isSent = (value: unknown): value is Sent => objectOf({ ref: isString, type: isString })(value);

export class FakeSocket {
  static OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Sent[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  static get last(): FakeSocket {
    const last = FakeSocket.all.at(-1);
    if (!last) throw new Error("nothing has connected");
    return last;
  }

  constructor() {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    const order = parsed(text);
    if (!isSent(order)) throw new Error(`no command: ${text}`);
    this.sent.push(order);
  }

  close(): void {
    this.readyState = 3;
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  end(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  tell(message: AnyMessage): void {
    this.tellText(JSON.stringify(message));
  }

  /** Send anything, including what no server should. */
  tellText(data: string): void {
    this.onmessage?.({ data });
  }

  /** Accept the last command sent. */
  answer(): void {
    this.tell({ type: "answer", ref: this.sent.at(-1)?.ref ?? "", ok: true });
  }
}
