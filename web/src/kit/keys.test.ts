import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { arrowKeys, thingKey } from "./keys";

const focused = (): string | null | undefined => document.activeElement?.getAttribute("data-key");

/** Press a key at the focused element, and return whether it was handled. */
function press(key: string): boolean {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  document.activeElement?.dispatchEvent(event);
  return event.defaultPrevented;
}

beforeEach(() => {
  const buttons = [0, 1, 2, 3, 4].map((key) => `<li><button data-key="${key}"></button></li>`);
  document.body.innerHTML = `<ul>${buttons.join("")}</ul>`;
  document.querySelector("button")?.focus();
});
afterEach(() => void (document.body.innerHTML = ""));

test("arrows lead along a row, and stop at its ends", () => {
  const detach = arrowKeys()(document.querySelector("ul")!);
  expect([press("ArrowRight"), focused()]).toEqual([true, "1"]);
  expect([press("ArrowDown"), focused()]).toEqual([false, "1"]);
  expect([press("ArrowLeft"), press("ArrowLeft"), focused()]).toEqual([true, false, "0"]);
  detach();
  expect([press("ArrowRight"), focused()]).toEqual([false, "0"]);
});

test("in a grid they lead up and down as well", () => {
  arrowKeys(2)(document.querySelector("ul")!);
  expect([press("ArrowDown"), focused()]).toEqual([true, "2"]);
  expect([press("ArrowRight"), press("ArrowUp"), focused()]).toEqual([true, true, "1"]);
  expect([press("ArrowUp"), focused()]).toEqual([false, "1"]);
});

test("a drawn thing is pressed by Enter and the space bar and left by arrows", () => {
  document.body.innerHTML = `<div><i tabindex="0" data-key="0,0"></i><i tabindex="-1" data-key="1,0"></i></div>`;
  const [first, pressed] = [document.querySelector("i")!, vi.fn()];
  first.addEventListener("keydown", (event) => thingKey(event, pressed, (right, down) => `${right},${down}`));
  first.focus();
  expect([press("Enter"), press(" "), press("a")]).toEqual([true, true, false]);
  expect(pressed).toHaveBeenCalledTimes(2);
  expect([press("ArrowUp"), focused()]).toEqual([true, "0,0"]);
  expect([press("ArrowRight"), focused()]).toEqual([true, "1,0"]);
});
