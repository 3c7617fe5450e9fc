import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AnyAction } from "../games/board";
import { moved, offered, snapshot, tableShown, viewAt } from "../testing/messages";
import { FakeSocket, type Sent } from "../testing/socket";
import { CLOSE_CODES, type ClockShown, type HintShown, type Position, type PublicMove, type Update } from "../wire";
import { TableModel } from "./model.svelte";
import { settings } from "./settings.svelte";

const position = (at: number, pov = 0): Position => ({ pov, decision: at, view: viewAt(at), legal: [offered(7)] });
const shown = snapshot({ events: [moved(0, "lay"), moved(1, "stop")] });
const happened = (at: number, ...events: PublicMove[]): Update => ({
  type: "update",
  number: at,
  table: shown.table,
  position: position(at),
  events,
});

let model: TableModel;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  model = new TableModel("t");
  FakeSocket.last.open();
  FakeSocket.last.tell(shown);
});
afterEach(() => {
  model.close();
  settings.confirm = false;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("after a reload what was done last is still marked, but can't be shown again", () => {
  expect(model.scene).toEqual({ view: viewAt(2), fresh: [moved(1, "stop")] });
  expect(model.seen(1)).toBe(false);
});

test("two bots are seen one after the other, and meanwhile nothing can be done", () => {
  FakeSocket.last.tell(happened(3, moved(1, "lay")));
  FakeSocket.last.tell(happened(4, moved(1, "stop")));
  expect([model.scene?.view, model.legal]).toEqual([viewAt(3), []]);
  vi.advanceTimersByTime(800);
  expect([model.scene?.view, model.legal.length]).toEqual([viewAt(4), 1]);
});

test("your own moves are shown at once", () => {
  FakeSocket.last.tell(happened(3, moved(1, "lay")));
  FakeSocket.last.tell(happened(4, moved(0, "stop")));
  expect(model.scene?.view).toEqual(viewAt(4));
});

test("what ends a turn stays for a moment before the turn goes on, and can be shown again", () => {
  model.nextStep = (before, events) => (events.length > 1 ? { count: 1, view: { ...before, rolled: true } } : null);
  FakeSocket.last.tell(happened(3, moved(0, "reroll"), moved(-1, "roll")));
  expect([model.scene, model.legal]).toEqual([{ view: { ...viewAt(2), rolled: true }, fresh: [moved(0, "reroll")] }, []]);
  vi.advanceTimersByTime(1500);
  expect(model.scene?.view).toEqual({ ...viewAt(2), rolled: true });
  vi.advanceTimersByTime(100);
  expect([model.scene?.view, model.legal.length, model.events.length]).toEqual([viewAt(3), 1, 4]);
  model.replay(2);
  vi.advanceTimersByTime(900);
  expect(model.scene?.view).toEqual({ ...viewAt(2), rolled: true });
});

test("a moment is shown again from before it on, and then the present", () => {
  FakeSocket.last.tell(happened(3, moved(0, "lay")));
  FakeSocket.last.tell(happened(4, moved(0, "stop")));
  model.replay(2);
  expect([model.scene, model.legal]).toEqual([{ view: viewAt(2), fresh: [] }, []]);
  vi.advanceTimersByTime(900);
  expect(model.scene).toEqual({ view: viewAt(3), fresh: [moved(0, "lay")] });
  vi.advanceTimersByTime(1600);
  expect(model.scene?.view).toEqual(viewAt(4));
});

test("what happens meanwhile brings one back to the present", () => {
  FakeSocket.last.tell(happened(3, moved(0, "lay")));
  model.replay(2);
  vi.advanceTimersByTime(100);
  FakeSocket.last.tell(happened(4, moved(0, "stop")));
  expect([model.again, model.scene?.view]).toEqual([null, viewAt(4)]);
});

test("where it is wanted an action waits to be confirmed, but what the rules forbid is asked at once", () => {
  const acts = () => FakeSocket.last.sent.filter((order) => order.type === "act").map((order) => order.action);
  settings.confirm = true;
  model.choose(offered(7));
  expect([model.chosen, acts()]).toEqual([offered(7), []]);
  const forbidden: AnyAction = { do: "lay", x: 3, y: 0, colour: "red" };
  model.choose(forbidden);
  expect([model.chosen, acts()]).toEqual([null, [forbidden]]);
});

test("of a long chat the last lines are kept, and it is known which of them were seen", () => {
  const line = (at: number) => ({ at, guest: "bo", name: "Bo", text: `line ${at}` });
  FakeSocket.last.tell({ ...shown, chat: Array.from({ length: 199 }, (_, at) => line(at + 1)) });
  model.read = model.chat.length;
  FakeSocket.last.tell({ ...happened(2), chat: [line(200), line(201), line(202)] });
  expect([model.chat.length, model.chat[0], model.chat.at(-1)]).toEqual([200, line(3), line(202)]);
  expect(model.chat.slice(model.read)).toEqual([line(200), line(201), line(202)]);
});

// Hints

const hint: HintShown = { id: 7, action: { do: "pass" }, chance: 0.5, reason: "", proved: false };

/** Ask for a hint as the first seat; the test decides when the answer arrives. */
function askForHint(): () => void {
  void model.order({ type: "ask_hint", seat: 0, language: "en" });
  const ref = String(FakeSocket.last.sent.findLast((order) => order.type === "ask_hint")?.ref);
  return () => FakeSocket.last.tell({ type: "hints", ref, hints: [hint] });
}

test("hints are shown where they were asked for, also when meanwhile somebody has said something", () => {
  const comes = askForHint();
  expect(model.thinking).toBe(true);
  FakeSocket.last.tell({ ...happened(2), chat: [{ at: 1, guest: "bo", name: "Bo", text: "well?" }] });
  comes();
  expect([model.hints, model.thinking]).toEqual([[hint], false]);
});

test("hints are gone with the position that they were about", () => {
  askForHint()();
  FakeSocket.last.tell(happened(3, moved(0, "lay")));
  expect(model.hints).toEqual([]);
  FakeSocket.last.tell(shown);
  askForHint()();
  FakeSocket.last.tell({ ...happened(1), undone: 1 });
  expect(model.hints).toEqual([]);
});

test("hints are gone when somebody else has the device, and after a reconnect", () => {
  askForHint()();
  FakeSocket.last.tell({ ...shown, position: position(2, 1) });
  expect(model.hints).toEqual([]);
});

test("hints for another decision are not shown", () => {
  const comes = askForHint();
  FakeSocket.last.tell(happened(3, moved(0, "lay")));
  comes();
  expect([model.hints, model.thinking]).toEqual([[], false]);
});

test("hints for other eyes are not shown", () => {
  const comes = askForHint();
  FakeSocket.last.tell({ ...shown, position: position(2, 1) });
  comes();
  expect([model.hints, model.thinking]).toEqual([[], false]);
});

test("hints that nobody has asked for are not shown", () => {
  askForHint();
  FakeSocket.last.tell({ type: "hints", ref: "another", hints: [hint] });
  expect([model.hints, model.thinking]).toEqual([[], true]);
});

test("a hint that is refused, or whose connection is lost, is not waited for", async () => {
  askForHint();
  FakeSocket.last.tell({ type: "answer", ref: String(FakeSocket.last.sent.at(-1)?.ref), ok: false, code: "too_many", text: "wait" });
  await vi.advanceTimersByTimeAsync(0);
  expect(model.thinking).toBe(false);
  askForHint();
  FakeSocket.last.end(1006);
  expect(model.thinking).toBe(false);
});

// Clocks and windows

const clock = (left: number, running: number): ClockShown => ({ left: [left, 60], running: [running] });

test("a clock runs since its message came, however long that has waited to be shown", () => {
  const came = performance.now();
  for (let at = 3; at < 9; at++)
    FakeSocket.last.tell({ ...happened(at, moved(1, "lay")), table: tableShown({ clock: clock(10, at < 8 ? 1 : 0) }) });
  vi.advanceTimersByTime(4000);
  expect([model.scene?.view, model.table?.clock.running]).toEqual([viewAt(8), [0]]);
  expect(model.toldAt).toBe(came);
});

test("where too many windows are open that is known until one is let in", () => {
  FakeSocket.last.end(4429);
  expect([model.crowded, model.connection]).toEqual([true, "lost"]);
  vi.advanceTimersByTime(1000);
  FakeSocket.last.open();
  expect(model.crowded).toBe(true);
  FakeSocket.last.tell(shown);
  expect(model.crowded).toBe(false);
});

test("after a message that can't be read, what was seen stays and nothing can be done", () => {
  vi.spyOn(console, "error").mockReturnValue();
  FakeSocket.last.tellText(JSON.stringify({ ...happened(3), position: { ...position(3), view: { at: 3 } } }));
  expect([model.connection, model.scene?.view, model.legal]).toEqual(["unreadable", viewAt(2), []]);
});

/** The requests since the snapshot, including the one about its decision. */
const askedPreviews = (): Sent[] => FakeSocket.last.sent.filter((order) => order.type === "ask_previews").slice(1);
const WORTH = { 7: [{ kind: "points", seat: 0, amount: 4, fields: {} }] };

test("what the legal actions would do is asked once for each decision", () => {
  FakeSocket.last.tell(happened(3, moved(0, "lay")));
  FakeSocket.last.tell(happened(3));
  const [asked, ...others] = askedPreviews();
  expect([asked?.seat, others.length, model.previews]).toEqual([0, 0, undefined]);
  FakeSocket.last.tell({ type: "previews", ref: asked?.ref ?? "", decision: 3, effects: WORTH });
  expect(model.previews).toEqual(WORTH);
});

test("previews of a decision that is gone are not shown", () => {
  FakeSocket.last.tell(happened(3, moved(0, "lay")));
  const ref = askedPreviews()[0]?.ref ?? "";
  FakeSocket.last.tell(happened(4, moved(0, "lay")));
  FakeSocket.last.tell({ type: "previews", ref, decision: 3, effects: WORTH });
  expect([model.previews, askedPreviews().length]).toEqual([undefined, 2]);
});

test("in a race nobody asks what an action would do", () => {
  FakeSocket.last.tell({ ...happened(3, moved(0, "lay")), table: tableShown({ race: true }) });
  expect(askedPreviews()).toEqual([]);
});

test("after a lost connection it is asked again", () => {
  FakeSocket.last.tell(happened(3, moved(0, "lay")));
  FakeSocket.last.end(1006);
  vi.advanceTimersByTime(1000);
  FakeSocket.last.open();
  FakeSocket.last.tell(snapshot({ position: position(3) }));
  expect(FakeSocket.last.sent.map((order) => order.type)).toContain("ask_previews");
});

test("a move on its way is shown once that takes long, and nothing else can be done", async () => {
  void model.act(offered(7));
  vi.advanceTimersByTime(100);
  expect([model.pending, model.legal]).toEqual([null, []]);
  vi.advanceTimersByTime(100);
  expect([model.pending, model.legal]).toEqual([offered(7), []]);
  const sent = FakeSocket.last.sent.length;
  void model.act(offered(7));
  expect(FakeSocket.last.sent.length).toBe(sent);
  FakeSocket.last.answer();
  await vi.advanceTimersByTimeAsync(0);
  expect([model.pending, model.legal.length]).toEqual([null, 1]);
});

test("a move that can't be sent any more comes back, and the player is told", async () => {
  void model.act(offered(7));
  FakeSocket.last.end(1006);
  vi.advanceTimersByTime(300);
  expect([model.pending, model.connection]).toEqual([offered(7), "lost"]);
  await vi.advanceTimersByTimeAsync(1000);
  FakeSocket.last.open();
  expect(FakeSocket.last.sent[0]?.type).toBe("act");
  FakeSocket.last.end(CLOSE_CODES.NO_TABLE);
  await vi.advanceTimersByTimeAsync(0);
  expect([model.pending, model.sending, model.refused?.code]).toEqual([null, false, "offline"]);
});
