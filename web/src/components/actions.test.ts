import { fireEvent, render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Texts } from "../wire";
import { TableModel } from "../lib/model.svelte";
import type { AnyMessage, Snapshot, TableShown } from "../wire";
import Actions from "./Actions.svelte";
import { offered, viewOf } from "../testing/views";

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
  async tell(message: AnyMessage): Promise<void> {
    this.onmessage?.({ data: JSON.stringify(message) });
    await vi.advanceTimersByTimeAsync(0);
    flushSync();
  }
}

const table = {
  status: "playing",
  asking: -1,
  agreed: [],
  seats: [
    { guest: "me", name: "Ada" },
    { guest: "", name: "Bo" },
  ],
  waiting: [0],
  race: false,
} as unknown as TableShown;
const position = { pov: 0, decision: 2, view: viewOf({}), legal: [offered(7, "lay")] };
const shown: Snapshot = { type: "snapshot", number: 2, you: "me", seats: [0], table, position, events: [], chat: [], present: [] };
const texts: Texts = { title: "", tagline: "", summary: "", clauses: {}, actions: {} };
const button = (name: string) => screen.queryByRole<HTMLButtonElement>("button", { name });

let model: TableModel;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Wire);
  model = new TableModel("t");
  await Wire.last.tell(shown);
  render(Actions, { model, texts, drawn: true });
});
afterEach(() => {
  model.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The name of the command that asked for a hint. */
async function asked(): Promise<string> {
  await fireEvent.click(button("Hint")!);
  flushSync();
  expect(button("thinking …")?.disabled).toBe(true);
  return String(Wire.last.sent.findLast((order) => order.type === "ask_hint")?.ref);
}

test("a hint can be asked for again when none has come out of it", async () => {
  const ref = await asked();
  await Wire.last.tell({ type: "answer", ref, ok: true });
  expect(button("thinking …")).not.toBeNull();
  await Wire.last.tell({ type: "hints", ref, hints: [] });
  expect(button("Hint")?.disabled).toBe(false);
});

test("a hint can be asked for again when it was refused", async () => {
  await Wire.last.tell({ type: "answer", ref: await asked(), ok: false, code: "too_many", text: "wait" });
  expect(button("Hint")?.disabled).toBe(false);
});
