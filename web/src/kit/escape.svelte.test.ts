import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onEscape } from "./escape.svelte";

const forget = vi.fn();
let unmount: () => void;

function press(key: string, where: Element = document.body, more: KeyboardEventInit = {}): void {
  where.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
}

beforeEach(() => {
  forget.mockReset();
  unmount = $effect.root(() => onEscape(forget));
  flushSync();
});
afterEach(() => unmount());

test("Escape forgets, other keys don't", () => {
  press("Enter");
  press("Escape", document.body, { altKey: true });
  expect(forget).not.toHaveBeenCalled();
  press("Escape");
  expect(forget).toHaveBeenCalledOnce();
});

test("in a field or a dialog Escape is for that", () => {
  document.body.innerHTML = "<dialog open><button></button></dialog><input />";
  for (const thing of document.querySelectorAll("button, input")) press("Escape", thing);
  expect(forget).not.toHaveBeenCalled();
  document.body.innerHTML = "";
});

test("a board that is gone hears nothing", () => {
  unmount();
  press("Escape");
  expect(forget).not.toHaveBeenCalled();
});
