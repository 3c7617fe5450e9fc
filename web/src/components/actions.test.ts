import { fireEvent, render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TableModel } from "../lib/model.svelte";
import { snapshot } from "../testing/messages";
import { FakeSocket } from "../testing/socket";
import type { AnyMessage, Texts } from "../wire";
import Actions from "./Actions.svelte";

const texts: Texts = { title: "", tagline: "", rules: { goal: "" }, clauses: {}, actions: {} };
/** Deliver a server message and let the page show it. */
async function tell(message: AnyMessage): Promise<void> {
  FakeSocket.last.tell(message);
  await vi.advanceTimersByTimeAsync(0);
  flushSync();
}

const button = (name: string) => screen.queryByRole<HTMLButtonElement>("button", { name });

let model: TableModel;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  model = new TableModel("t");
  FakeSocket.last.open();
  await tell(snapshot());
  render(Actions, { model, texts, drawn: true });
});
afterEach(() => {
  model.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The id of the command that asked for a hint. */
async function asked(): Promise<string> {
  await fireEvent.click(button("Hint")!);
  flushSync();
  expect(button("thinking…")?.disabled).toBe(true);
  return String(FakeSocket.last.sent.findLast((order) => order.type === "ask_hint")?.ref);
}

test("a hint can be asked for again when none has come out of it", async () => {
  const ref = await asked();
  await tell({ type: "answer", ref, ok: true });
  expect(button("thinking…")).not.toBeNull();
  await tell({ type: "hints", ref, hints: [] });
  expect(button("Hint")?.disabled).toBe(false);
});

test("a hint can be asked for again when it was refused", async () => {
  await tell({ type: "answer", ref: await asked(), ok: false, code: "too_many", text: "wait" });
  expect(button("Hint")?.disabled).toBe(false);
});

test("a hint to wait is there to be read, not to be pressed", async () => {
  const wait = { id: -1, action: null, chance: 0.5, reason: "others know less", proved: false };
  await tell({ type: "hints", ref: await asked(), hints: [wait] });
  expect(screen.getByText(/Wait/).textContent).toContain("50% to win");
  expect(screen.getByText("others know less")).not.toBeNull();
  expect(screen.getAllByRole("listitem")[0]?.querySelector("button")).toBeNull();
});
