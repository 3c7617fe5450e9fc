import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AnyMessage, Happened, Shown, TableShown, Told } from "../wire";
import { TableModel } from "./model.svelte";
import { settings } from "./settings.svelte";

/** A connection of which both ends are here. */
class Wire {
  static OPEN = 1;
  static last: Wire;
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
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

const told = (actor: number, verb: string): Told => ({ actor, action: { do: verb }, veiled: false });
const table = { status: "playing", seats: [{ guest: "me", name: "Ada" }, { guest: "", name: "Bo" }], waiting: [0], race: false } as unknown as TableShown;
const position = (at: number) => ({ look: 0, decision: at, view: { at }, legal: [{ id: 7, do: "lay" }] });
const shown: Shown = { say: "shown", number: 2, you: "me", seats: [0], table, position: position(2), events: [told(0, "lay"), told(1, "stop")], chat: [], present: [] };
const happened = (at: number, ...events: Told[]): Happened => ({ say: "happened", number: at, table, position: position(at), events });

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
  model.between = (before, events) => (events.length > 1 ? { count: 1, view: { ...before, rolled: true } } : null);
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
  const acts = () => Wire.last.sent.filter((order) => order.say === "act").map((order) => order.action);
  settings.confirm = true;
  model.choose({ id: 7, do: "lay" });
  expect([model.chosen, acts()]).toEqual([{ id: 7, do: "lay" }, []]);
  model.choose({ do: "lay", x: 3 });
  expect([model.chosen, acts()]).toEqual([null, [{ do: "lay", x: 3 }]]);
});
