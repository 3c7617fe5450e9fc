import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { seatShown, snapshot, tableShown } from "../testing/messages";
import { FakeSocket } from "../testing/socket";
import { playBots, putUp } from "./api";
import { TableModel } from "./model.svelte";

/** A server that records commands, and refuses those the test chooses. */
class Server extends FakeSocket {
  static posted: unknown[] = [];
  static refused = "";
  override readyState = 1;

  override send(text: string): void {
    super.send(text);
    const { ref, type } = this.sent.at(-1) ?? { ref: "", type: "" };
    const ok = type !== Server.refused;
    queueMicrotask(() => this.tell({ type: "answer", ref, ok, code: ok ? "" : "taken", text: ok ? "" : "seat 0 is taken" }));
  }
}

const table = tableShown({ status: "open", seats: [], waiting: [] });
const shown = snapshot({ table, position: null, seats: [] });
const said = () => Server.last.sent.map((order) => [order.type, order.seat]);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Server);
  vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
    Server.posted.push(JSON.parse(body));
    return Promise.resolve({ ok: true, json: () => Promise.resolve({ id: "t" }) });
  });
  Server.posted = [];
  Server.refused = "";
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a table against bots is put up without a share; one sits down when it is shown, and then begins", async () => {
  const model = new TableModel(await playBots("caro", 3));
  expect(Server.posted).toEqual([{ game: "caro", seats: 3, bots: { "1": "3", "2": "3" } }]);
  expect(said()).toEqual([]);
  Server.last.tell(shown);
  expect([said(), model.arriving]).toEqual([[["sit", 0]], true]);
  expect(Server.last.sent[0]?.pledge).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(Server.last.sent)).not.toContain("share");
  await vi.advanceTimersByTimeAsync(0);
  expect([said().at(-1), model.arriving, model.refused]).toEqual([["start", undefined], true, null]);
  Server.last.tell({ ...shown, table: { ...table, status: "playing" } });
  expect(model.arriving).toBe(false);
});

test("of several people at one device each has a share of their own", async () => {
  const model = new TableModel(await putUp({ game: "qarre", seats: 3 }, { seats: [0, 1], begin: false }));
  Server.last.tell(shown);
  await vi.advanceTimersByTimeAsync(0);
  expect(said()).toEqual([
    ["sit", 0],
    ["sit", 1],
  ]);
  expect(new Set(Server.last.sent.map((order) => order.pledge)).size).toBe(2);
  expect(model.arriving).toBe(false);
});

test("where a seat was taken meanwhile that is said, and nothing begins", async () => {
  Server.refused = "sit";
  const model = new TableModel(await playBots("caro", 2));
  Server.last.tell(shown);
  await vi.advanceTimersByTimeAsync(0);
  expect(said()).toEqual([["sit", 0]]);
  expect([model.refused?.text, model.arriving]).toEqual(["seat 0 is taken", false]);
});

test("where the beginning is refused that is said, and the table is there to be begun by hand", async () => {
  Server.refused = "start";
  const model = new TableModel(await playBots("caro", 2));
  Server.last.tell(shown);
  await vi.advanceTimersByTimeAsync(0);
  expect([model.refused?.code, model.arriving]).toEqual(["taken", false]);
});

test("one sits down but once, and not at a table that others have put up", async () => {
  const model = new TableModel(await playBots("caro", 2));
  Server.last.tell(shown);
  await vi.advanceTimersByTimeAsync(0);
  Server.last.tell(shown);
  model.close();
  expect(said().filter(([what]) => what === "sit")).toHaveLength(1);
  const other = new TableModel("other");
  Server.last.tell(shown);
  expect([said(), other.arriving]).toEqual([[], false]);
});

test("what was known when one sat down is what the page shows, even if the server says something else later", async () => {
  const model = new TableModel(await playBots("caro", 2));
  const seats = [seatShown({ guest: "me", pledge: "ff" })];
  Server.last.tell(shown);
  Server.last.tell({ ...shown, table: { ...table, commitment: "0bad", seats } });
  await vi.advanceTimersByTimeAsync(0);
  expect([model.table?.commitment, model.table?.seats[0]?.pledge]).toEqual(["f3be", Server.last.sent[0]?.pledge]);
  Server.last.tell({ ...shown, table: { ...table, commitment: "0bad", seats } });
  expect([model.table?.commitment, model.table?.seats[0]?.pledge]).toEqual(["f3be", Server.last.sent[0]?.pledge]);
});
