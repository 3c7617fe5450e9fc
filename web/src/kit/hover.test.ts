import { tick } from "svelte";
import { expect, test, vi } from "vitest";
import { hover } from "./hover";

test("a mouse is over a thing until it leaves it, a finger never", async () => {
  const [thing, tell] = [document.createElement("i"), vi.fn()];
  const detach = hover(tell)(thing);
  await tick();
  thing.dispatchEvent(new PointerEvent("pointerenter", { pointerType: "touch" }));
  expect(tell).not.toHaveBeenCalled();
  thing.dispatchEvent(new PointerEvent("pointerenter", { pointerType: "mouse" }));
  thing.dispatchEvent(new PointerEvent("pointerleave", { pointerType: "mouse" }));
  expect(tell.mock.calls).toEqual([[true], [false]]);
  detach?.();
  thing.dispatchEvent(new PointerEvent("pointerenter", { pointerType: "mouse" }));
  expect(tell).toHaveBeenCalledTimes(2);
});
