import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { tableShown } from "../testing/messages";
import { FakeSocket } from "../testing/socket";
import { TableSocket } from "./socket";

let states: string[];
let heard: string[];
let socket: TableSocket;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  [FakeSocket.all, states, heard] = [[], [], []];
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

/** Let time pass, with every ping answered. */
async function minutes(count: number): Promise<void> {
  for (let halves = 0; halves < 120 * count; halves++) {
    if (FakeSocket.last.sent.at(-1)?.type === "ping") FakeSocket.last.answer();
    await vi.advanceTimersByTimeAsync(500);
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
  FakeSocket.last.open();
  FakeSocket.last.end(1006);
  socket.close();
  dispatchEvent(new Event("online"));
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test("who has left hears and sends nothing more", () => {
  FakeSocket.last.open();
  socket.close();
  const sent = FakeSocket.last.sent.length;
  FakeSocket.last.tell({ type: "present", guests: [] });
  FakeSocket.last.end(1000);
  vi.advanceTimersByTime(60_000);
  expect([heard, states, FakeSocket.last.sent.length, FakeSocket.all.length]).toEqual([[], ["open"], sent, 1]);
});

test("an update with the name of a command is its answer, too", async () => {
  FakeSocket.last.open();
  const answer = socket.send({ type: "act", seat: 0, decision: 3, action: 7 }, "mine");
  FakeSocket.last.tell({ type: "update", number: 4, ref: "mine", table: tableShown(), position: null, events: [] });
  expect(await answer).toMatchObject({ ref: "mine", ok: true });
  expect(heard).toEqual(["update"]);
});

test("a line that is answered stays open", async () => {
  FakeSocket.last.open();
  await minutes(10);
  expect([states, FakeSocket.all.length]).toEqual([["open"], 1]);
});

test("a line that dies without a word is noticed within ten seconds, and what was done on it is sent again", async () => {
  FakeSocket.last.open();
  await minutes(1);
  dispatchEvent(new Event("pointerdown"));
  void socket.send({ type: "act", seat: 0, decision: 3, action: 7 });
  const [dead, act] = [FakeSocket.last, FakeSocket.last.sent.at(-1)];
  await vi.advanceTimersByTimeAsync(10_000);
  expect([states, FakeSocket.all.length > 1]).toEqual([["open", "silent", "lost"], true]);
  FakeSocket.last.open();
  expect(FakeSocket.last.sent[0]).toEqual(act);
  dead.tell({ type: "present", guests: [] });
  dead.end(1006);
  expect([heard, states.at(-1)]).toEqual([[], "open"]);
});

test("a connection that never opens is tried again", () => {
  vi.advanceTimersByTime(10_000);
  expect([states, FakeSocket.all.length]).toEqual([["lost"], 2]);
});

test("when the network is back nobody waits for the next try", () => {
  for (let tries = 0; tries < 6; tries++) {
    FakeSocket.last.end(1006);
    vi.advanceTimersByTime(20_000);
  }
  FakeSocket.last.end(1006);
  const tried = FakeSocket.all.length;
  dispatchEvent(new Event("online"));
  expect(FakeSocket.all).toHaveLength(tried + 1);
  FakeSocket.last.open();
  dispatchEvent(new Event("online"));
  vi.advanceTimersByTime(5000);
  expect([FakeSocket.all.length, states.at(-1)]).toEqual([tried + 1, "silent"]);
});

test("a try that hangs since before the network came back is given up for a new one", () => {
  const hanging = FakeSocket.last;
  dispatchEvent(new Event("online"));
  expect([FakeSocket.all.length, hanging.readyState]).toEqual([2, 3]);
});

test("a table that is gone is not asked for again", () => {
  FakeSocket.last.open();
  FakeSocket.last.end(4404);
  dispatchEvent(new Event("online"));
  vi.advanceTimersByTime(60_000);
  expect([FakeSocket.all.length, states.at(-1)]).toEqual([1, "gone"]);
});

/** Suspend this page for a while, then run everything that waited. */
function sleep(seconds: number): void {
  vi.setSystemTime(Date.now() + 1000 * seconds);
}

function hide(hidden: boolean): void {
  vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
  document.dispatchEvent(new Event("visibilitychange"));
}

test("a page that has slept is shown the table anew by the next tick, and what was done is sent again", async () => {
  FakeSocket.last.open();
  await minutes(1);
  FakeSocket.last.answer();
  void socket.send({ type: "act", seat: 0, decision: 3, action: 7 });
  const [slept, act] = [FakeSocket.last, FakeSocket.last.sent.at(-1)];
  sleep(32);
  await vi.advanceTimersByTimeAsync(1500);
  expect([FakeSocket.all.length, slept.readyState, states]).toEqual([2, 3, ["open", "silent", "lost"]]);
  FakeSocket.last.open();
  expect([FakeSocket.last.sent[0], states.at(-1)]).toEqual([act, "open"]);
  await minutes(10);
  expect(FakeSocket.all).toHaveLength(2);
});

test("what a page that has slept is told late counts for nothing: it is told anew", async () => {
  FakeSocket.last.open();
  await minutes(1);
  const slept = FakeSocket.last;
  sleep(32);
  slept.tell({ type: "present", guests: [] });
  expect([FakeSocket.all.length, slept.readyState, heard]).toEqual([2, 3, []]);
  FakeSocket.last.open();
  FakeSocket.last.tell({ type: "present", guests: [] });
  expect(heard).toEqual(["present"]);
});

test("a page that has slept while it was hidden is shown the table anew as soon as somebody looks", async () => {
  FakeSocket.last.open();
  await minutes(1);
  hide(true);
  sleep(32);
  await minutes(10);
  expect([FakeSocket.all.length, states]).toEqual([1, ["open"]]);
  hide(false);
  expect([FakeSocket.all.length, states]).toEqual([2, ["open", "lost"]]);
});

test("a page that was hidden and awake keeps its line", async () => {
  FakeSocket.last.open();
  hide(true);
  await minutes(10);
  hide(false);
  expect([FakeSocket.all.length, states]).toEqual([1, ["open"]]);
});

test("whatever took longer than a minute is told as a minute, which the server allows", async () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  hide(true); // for few pings
  FakeSocket.last.open();
  now = 75_000; // the device slept
  FakeSocket.last.answer();
  await vi.advanceTimersByTimeAsync(10_500);
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: "ping", lag: 60 });
  now += 30;
  FakeSocket.last.answer();
  await vi.advanceTimersByTimeAsync(10_500);
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: "ping", lag: 0.03 });
  for (const told of [0.03, 0.03, 0.5]) {
    // the fastest of the last three: the others waited for something else
    now += 500;
    FakeSocket.last.answer();
    await vi.advanceTimersByTimeAsync(10_500);
    expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: "ping", lag: told });
  }
});

test("where it opens only to be closed again, it is tried less and less often", () => {
  for (let minute = 0; minute < 5 * 60; minute++) {
    if (FakeSocket.last.readyState === 0) {
      FakeSocket.last.open();
      FakeSocket.last.end(4429);
    }
    vi.advanceTimersByTime(1000);
  }
  expect(FakeSocket.all.length).toBeLessThan(40);
});

test.each(["}{", "[]", '{"type": "gossip"}', '{"type": "present", "guests": "ada"}'])(
  "%s can't be read: that is reported, the connection ends, and nobody waits for an answer",
  async (text) => {
    const report = vi.spyOn(console, "error").mockReturnValue();
    FakeSocket.last.open();
    const acting = socket.send({ type: "act", seat: 0, decision: 3, action: 7 });
    FakeSocket.last.tellText(text);
    expect(await acting).toMatchObject({ ok: false, code: "offline" });
    expect([heard, states, report.mock.calls.length]).toEqual([[], ["open", "unreadable"], 1]);
    dispatchEvent(new Event("online"));
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(await socket.send({ type: "act", seat: 0, decision: 3, action: 7 })).toMatchObject({ ok: false });
  },
);

test("going offline is known at once, and a move then waits for the network", () => {
  FakeSocket.last.open();
  dispatchEvent(new Event("offline"));
  expect([states, FakeSocket.last.readyState]).toEqual([["open", "lost"], 3]);
  void socket.send({ type: "act", seat: 0, decision: 3, action: 7 });
  dispatchEvent(new Event("online"));
  FakeSocket.last.open();
  expect([states.at(-1), FakeSocket.last.sent[0]?.type]).toEqual(["open", "act"]);
});

test("a connection that doesn't answer within a second is doubted until it speaks again", () => {
  FakeSocket.last.open();
  FakeSocket.last.answer();
  void socket.send({ type: "act", seat: 0, decision: 3, action: 7 });
  vi.advanceTimersByTime(1000);
  expect(states).toEqual(["open", "silent"]);
  FakeSocket.last.answer();
  vi.advanceTimersByTime(400);
  expect(states).toEqual(["open", "silent", "open"]);
});

/** Count the seconds until a silent line is doubted. */
async function secondsUntilDoubted(): Promise<number> {
  let seconds = 0;
  for (; states.at(-1) !== "silent" && seconds < 60; seconds += 0.5) await vi.advanceTimersByTimeAsync(500);
  return seconds;
}

test("while somebody is there, an idle line that dies is doubted within three seconds", async () => {
  FakeSocket.last.open();
  FakeSocket.last.answer();
  expect(await secondsUntilDoubted()).toBeLessThan(3);
});

test("a page that nobody uses pings rarely, and at once when somebody is back", async () => {
  FakeSocket.last.open();
  await minutes(1);
  const sent = FakeSocket.last.sent.length;
  await minutes(1);
  expect(FakeSocket.last.sent.length - sent).toBeLessThan(8);
  await vi.advanceTimersByTimeAsync(3_000);
  FakeSocket.last.answer();
  await vi.advanceTimersByTimeAsync(2_000);
  dispatchEvent(new Event("pointermove"));
  expect(await secondsUntilDoubted()).toBe(1);
});

test("a page that nobody sees pings rarely, whatever happens in it", async () => {
  FakeSocket.last.open();
  hide(true);
  const sent = FakeSocket.last.sent.length;
  for (let second = 0; second < 60; second++) {
    dispatchEvent(new Event("focus"));
    FakeSocket.last.answer();
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(FakeSocket.last.sent.length - sent).toBeLessThan(8);
});

test("a connection opened before the client was loaded goes on with what it has said, and when", async () => {
  const early = new FakeSocket();
  const times: number[] = [];
  vi.stubGlobal("early", { answers: new Map(), socket: { table: "t", socket: early, heard: [['{"type":"present","guests":[]}', 5]] } });
  early.readyState = FakeSocket.OPEN;
  const other = new TableSocket(
    "t",
    (_, at) => times.push(at),
    (state) => states.push(state),
  );
  await Promise.resolve();
  early.tell({ type: "present", guests: [] });
  expect([times[0], times.length, states, early.sent[0]?.type, FakeSocket.last]).toEqual([5, 2, ["open"], "ping", early]);
  other.close();
});

test("a connection that was refused early is made again", () => {
  const early = new FakeSocket();
  vi.stubGlobal("early", { answers: new Map(), socket: { table: "t", socket: early, heard: [] } });
  early.readyState = 3;
  const other = new TableSocket(
    "t",
    () => {},
    () => {},
  );
  expect(FakeSocket.last).not.toBe(early);
  other.close();
});
