import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AnyMessage, Update, HintShown, Snapshot, TableShown, PublicMove } from "../wire";
import { TableModel } from "./model.svelte";
import { settings } from "./settings.svelte";
import { offered, viewOf } from "../testing/views";

/** A connection of which both ends are here. */
class Wire {
  static OPEN = 1;
  static last: Wire;
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor() {
    Wire.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {}
  tell(message: AnyMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const told = (actor: number, verb: string): PublicMove => ({ actor, action: { do: verb }, veiled: false });
const clock = (left: number, running: number) => ({ setting: { kind: "game" as const }, left: [left, 60], running: [running] });
const table = {
  status: "playing",
  seats: [
    { guest: "me", name: "Ada" },
    { guest: "", name: "Bo" },
  ],
  waiting: [0],
  race: false,
} as unknown as TableShown;
const position = (at: number, pov = 0) => ({ pov, decision: at, view: viewOf({ at }), legal: [offered(7, "lay")] });
const shown: Snapshot = {
  type: "snapshot",
  number: 2,
  you: "me",
  seats: [0],
  table,
  position: position(2),
  events: [told(0, "lay"), told(1, "stop")],
  chat: [],
  present: [],
};
const happened = (at: number, ...events: PublicMove[]): Update => ({ type: "update", number: at, table, position: position(at), events });

let model: TableModel;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Wire);
  model = new TableModel("t");
  Wire.last.tell(shown);
});
afterEach(() => {
  model.close();
  settings.confirm = false;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("after a reload what was done last is still marked, but can't be shown again", () => {
  expect(model.scene).toEqual({ view: { at: 2 }, fresh: [told(1, "stop")] });
  expect(model.seen(1)).toBe(false);
});

test("two bots are seen one after the other, and meanwhile nothing can be done", () => {
  Wire.last.tell(happened(3, told(1, "lay")));
  Wire.last.tell(happened(4, told(1, "stop")));
  expect([model.scene?.view, model.legal]).toEqual([{ at: 3 }, []]);
  vi.advanceTimersByTime(800);
  expect([model.scene?.view, model.legal.length]).toEqual([{ at: 4 }, 1]);
});

test("what one does oneself is seen at once", () => {
  Wire.last.tell(happened(3, told(1, "lay")));
  Wire.last.tell(happened(4, told(0, "stop")));
  expect(model.scene?.view).toEqual({ at: 4 });
});

test("what ends one's turn stays for a moment before the turn goes on, and can be shown again", () => {
  model.nextStep = (before, events) => (events.length > 1 ? { count: 1, view: { ...before, rolled: true } } : null);
  Wire.last.tell(happened(3, told(0, "reroll"), told(-1, "roll")));
  expect([model.scene, model.legal]).toEqual([{ view: { at: 2, rolled: true }, fresh: [told(0, "reroll")] }, []]);
  vi.advanceTimersByTime(1500);
  expect(model.scene?.view).toEqual({ at: 2, rolled: true });
  vi.advanceTimersByTime(100);
  expect([model.scene?.view, model.legal.length, model.events.length]).toEqual([{ at: 3 }, 1, 4]);
  model.replay(2);
  vi.advanceTimersByTime(900);
  expect(model.scene?.view).toEqual({ at: 2, rolled: true });
});

test("a moment is shown again from before it on, and then the present", () => {
  Wire.last.tell(happened(3, told(0, "lay")));
  Wire.last.tell(happened(4, told(0, "stop")));
  model.replay(2);
  expect([model.scene, model.legal]).toEqual([{ view: { at: 2 }, fresh: [] }, []]);
  vi.advanceTimersByTime(900);
  expect(model.scene).toEqual({ view: { at: 3 }, fresh: [told(0, "lay")] });
  vi.advanceTimersByTime(1600);
  expect(model.scene?.view).toEqual({ at: 4 });
});

test("what happens meanwhile brings one back to the present", () => {
  Wire.last.tell(happened(3, told(0, "lay")));
  model.replay(2);
  vi.advanceTimersByTime(100);
  Wire.last.tell(happened(4, told(0, "stop")));
  expect([model.again, model.scene?.view]).toEqual([null, { at: 4 }]);
});

test("where it is wanted an action waits to be confirmed, but what the rules forbid is asked at once", () => {
  const acts = () => Wire.last.sent.filter((order) => order.type === "act").map((order) => order.action);
  settings.confirm = true;
  model.choose({ id: 7, do: "lay" });
  expect([model.chosen, acts()]).toEqual([{ id: 7, do: "lay" }, []]);
  model.choose({ do: "lay", x: 3 });
  expect([model.chosen, acts()]).toEqual([null, [{ do: "lay", x: 3 }]]);
});

test("of a long chat the last lines are kept, and it is known which of them were seen", () => {
  const line = (at: number) => ({ at, guest: "bo", name: "Bo", text: `line ${at}` });
  Wire.last.tell({ ...shown, chat: Array.from({ length: 199 }, (_, at) => line(at + 1)) });
  model.read = model.chat.length;
  Wire.last.tell({ ...happened(2), chat: [line(200), line(201), line(202)] });
  expect([model.chat.length, model.chat[0], model.chat.at(-1)]).toEqual([200, line(3), line(202)]);
  expect(model.chat.slice(model.read)).toEqual([line(200), line(201), line(202)]);
});

// Hints

const hint: HintShown = { id: 7, action: { do: "lay" }, chance: 0.5, reason: "", proved: false };

/** Ask for a hint as the first seat; what a bot says to it comes when the test wants it. */
function askForHint(): () => void {
  void model.order({ type: "ask_hint", seat: 0, language: "en" });
  const ref = String(Wire.last.sent.findLast((order) => order.type === "ask_hint")?.ref);
  return () => Wire.last.tell({ type: "hints", ref, hints: [hint] });
}

test("hints are shown where they were asked for, also when meanwhile somebody has said something", () => {
  const comes = askForHint();
  expect(model.thinking).toBe(true);
  Wire.last.tell({ ...happened(2), chat: [{ at: 1, guest: "bo", name: "Bo", text: "well?" }] });
  comes();
  expect([model.hints, model.thinking]).toEqual([[hint], false]);
});

test("hints are gone with the position that they were about", () => {
  askForHint()();
  Wire.last.tell(happened(3, told(0, "lay")));
  expect(model.hints).toEqual([]);
  Wire.last.tell(shown);
  askForHint()();
  Wire.last.tell({ ...happened(1), undone: 1 });
  expect(model.hints).toEqual([]);
});

test("hints are gone when somebody else has the device, and after a reconnect", () => {
  askForHint()();
  Wire.last.tell({ ...shown, position: position(2, 1) });
  expect(model.hints).toEqual([]);
});

test("hints for another decision are not shown", () => {
  const comes = askForHint();
  Wire.last.tell(happened(3, told(0, "lay")));
  comes();
  expect([model.hints, model.thinking]).toEqual([[], false]);
});

test("hints for other eyes are not shown", () => {
  const comes = askForHint();
  Wire.last.tell({ ...shown, position: position(2, 1) });
  comes();
  expect([model.hints, model.thinking]).toEqual([[], false]);
});

test("hints that nobody has asked for are not shown", () => {
  askForHint();
  Wire.last.tell({ type: "hints", ref: "another", hints: [hint] });
  expect([model.hints, model.thinking]).toEqual([[], true]);
});

test("a hint that is refused, or whose connection is lost, is not waited for", async () => {
  askForHint();
  Wire.last.tell({ type: "answer", ref: String(Wire.last.sent.at(-1)?.ref), ok: false, code: "too_many", text: "wait" });
  await vi.advanceTimersByTimeAsync(0);
  expect(model.thinking).toBe(false);
  askForHint();
  Wire.last.onclose?.({ code: 1006 });
  expect(model.thinking).toBe(false);
});

// Clocks and windows

test("a clock runs since its message came, however long that has waited to be shown", () => {
  const came = performance.now();
  for (let at = 3; at < 9; at++) Wire.last.tell({ ...happened(at, told(1, "lay")), table: { ...table, clock: clock(10, at < 8 ? 1 : 0) } });
  vi.advanceTimersByTime(4000);
  expect([model.scene?.view, model.table?.clock.running]).toEqual([{ at: 8 }, [0]]);
  expect(model.toldAt).toBe(came);
});

test("where too many windows are open that is known until one is let in", () => {
  Wire.last.onclose?.({ code: 4429 });
  expect([model.crowded, model.connection]).toEqual([true, "lost"]);
  vi.advanceTimersByTime(1000);
  Wire.last.onopen?.();
  expect(model.crowded).toBe(true);
  Wire.last.tell(shown);
  expect(model.crowded).toBe(false);
});
