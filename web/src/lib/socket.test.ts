import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AnyMessage } from "../wire";
import { TableSocket } from "./socket";

type Sent = Record<string, unknown>;

/** A connection of which both ends are here: it opens, answers and ends when the test wants it. */
class Wire {
  static OPEN = 1;
  static all: Wire[] = [];
  static get last(): Wire {
    return Wire.all.at(-1)!;
  }
  readyState = 0;
  sent: Sent[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor() {
    Wire.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Sent);
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
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  answer(): void {
    this.tell({ type: "answer", ref: String(this.sent.at(-1)?.ref), ok: true });
  }
}

let states: string[];
let heard: string[];
let socket: TableSocket;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Wire);
  [Wire.all, states, heard] = [[], [], []];
  socket = new TableSocket(
    "t",
    (message) => heard.push(message.type),
    (state) => states.push(state),
  );
});
afterEach(() => {
  socket.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Time goes by, and every ping is answered. */
async function minutes(count: number): Promise<void> {
  for (let seconds = 0; seconds < 60 * count; seconds += 5) {
    if (Wire.last.sent.at(-1)?.type === "ping") Wire.last.answer();
    await vi.advanceTimersByTimeAsync(5000);
  }
}

test("names of commands are made without what only a secure context has", () => {
  vi.stubGlobal("crypto", { getRandomValues: (bytes: Uint8Array) => bytes.fill(7) });
  const other = new TableSocket(
    "t",
    () => {},
    () => {},
  );
  expect([other.newRef(), other.newRef()]).toEqual([`${"07".repeat(16)}-1`, `${"07".repeat(16)}-2`]);
  other.close();
});

test("who leaves while the connection is lost is not connected again", () => {
  Wire.last.open();
  Wire.last.end(1006);
  socket.close();
  dispatchEvent(new Event("online"));
  vi.advanceTimersByTime(60_000);
  expect(Wire.all).toHaveLength(1);
});

test("who has left hears and sends nothing more", () => {
  Wire.last.open();
  socket.close();
  const sent = Wire.last.sent.length;
  Wire.last.tell({ type: "present", guests: [] });
  Wire.last.end(1000);
  vi.advanceTimersByTime(60_000);
  expect([heard, states, Wire.last.sent.length, Wire.all.length]).toEqual([[], ["open"], sent, 1]);
});

test("a line that is answered stays open", async () => {
  Wire.last.open();
  await minutes(10);
  expect([states, Wire.all.length]).toEqual([["open"], 1]);
});

test("a line that dies without a word is noticed before the next ping, and what was done on it is sent again", async () => {
  Wire.last.open();
  await minutes(1);
  void socket.send({ type: "act", seat: 0, decision: 3, action: 7 });
  const [dead, act] = [Wire.last, Wire.last.sent.at(-1)];
  await vi.advanceTimersByTimeAsync(10_000);
  expect([states, Wire.all.length > 1]).toEqual([["open", "lost"], true]);
  Wire.last.open();
  expect(Wire.last.sent[0]).toEqual(act);
  dead.tell({ type: "present", guests: [] });
  dead.end(1006);
  expect([heard, states.at(-1)]).toEqual([[], "open"]);
});

test("a connection that never opens is tried again", () => {
  vi.advanceTimersByTime(10_000);
  expect([states, Wire.all.length]).toEqual([["lost"], 2]);
});

test("when the network is back nobody waits for the next try", () => {
  for (let tries = 0; tries < 6; tries++) {
    Wire.last.end(1006);
    vi.advanceTimersByTime(20_000);
  }
  Wire.last.end(1006);
  const tried = Wire.all.length;
  dispatchEvent(new Event("online"));
  expect(Wire.all).toHaveLength(tried + 1);
  Wire.last.open();
  dispatchEvent(new Event("online"));
  vi.advanceTimersByTime(5000);
  expect([Wire.all.length, states.at(-1)]).toEqual([tried + 1, "open"]);
});

test("a try that hangs since before the network came back is given up for a new one", () => {
  const hanging = Wire.last;
  dispatchEvent(new Event("online"));
  expect([Wire.all.length, hanging.readyState]).toEqual([2, 3]);
});

test("a table that is gone is not asked for again", () => {
  Wire.last.open();
  Wire.last.end(4404);
  dispatchEvent(new Event("online"));
  vi.advanceTimersByTime(60_000);
  expect([Wire.all.length, states.at(-1)]).toEqual([1, "gone"]);
});

/** Nothing runs on this page for so long, and then everything that waits does. */
function sleep(seconds: number): void {
  vi.setSystemTime(Date.now() + 1000 * seconds);
}

function hide(hidden: boolean): void {
  vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
  document.dispatchEvent(new Event("visibilitychange"));
}

test("a page that has slept is shown the table anew by the next tick, and what was done is sent again", async () => {
  Wire.last.open();
  await minutes(1);
  Wire.last.answer();
  void socket.send({ type: "act", seat: 0, decision: 3, action: 7 });
  const [slept, act] = [Wire.last, Wire.last.sent.at(-1)];
  sleep(32);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([Wire.all.length, slept.readyState, states]).toEqual([2, 3, ["open", "lost"]]);
  Wire.last.open();
  expect([Wire.last.sent[0], states.at(-1)]).toEqual([act, "open"]);
  await minutes(10);
  expect(Wire.all).toHaveLength(2);
});

test("what a page that has slept is told late counts for nothing: it is told anew", async () => {
  Wire.last.open();
  await minutes(1);
  const slept = Wire.last;
  sleep(32);
  slept.tell({ type: "present", guests: [] });
  expect([Wire.all.length, slept.readyState, heard]).toEqual([2, 3, []]);
  Wire.last.open();
  Wire.last.tell({ type: "present", guests: [] });
  expect(heard).toEqual(["present"]);
});

test("a page that has slept while it was hidden is shown the table anew as soon as somebody looks", async () => {
  Wire.last.open();
  await minutes(1);
  hide(true);
  sleep(32);
  await minutes(10);
  expect([Wire.all.length, states]).toEqual([1, ["open"]]);
  hide(false);
  expect([Wire.all.length, states]).toEqual([2, ["open", "lost"]]);
});

test("a page that was hidden and awake keeps its line", async () => {
  Wire.last.open();
  hide(true);
  await minutes(10);
  hide(false);
  expect([Wire.all.length, states]).toEqual([1, ["open"]]);
});

test("whatever took longer than a minute is told as a minute, which the server allows", async () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  Wire.last.open();
  now = 75_000; // the device slept
  Wire.last.answer();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(Wire.last.sent.at(-1)).toMatchObject({ type: "ping", lag: 60 });
  now += 30;
  Wire.last.answer();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(Wire.last.sent.at(-1)).toMatchObject({ type: "ping", lag: 0.03 });
  for (const told of [0.03, 0.03, 0.5]) {
    // the quickest of the last three: others waited for something besides
    now += 500;
    Wire.last.answer();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(Wire.last.sent.at(-1)).toMatchObject({ type: "ping", lag: told });
  }
});

test("where it opens only to be closed again, it is tried less and less often", () => {
  for (let minute = 0; minute < 5 * 60; minute++) {
    if (Wire.last.readyState === 0) {
      Wire.last.open();
      Wire.last.end(4429);
    }
    vi.advanceTimersByTime(1000);
  }
  expect(Wire.all.length).toBeLessThan(40);
});
