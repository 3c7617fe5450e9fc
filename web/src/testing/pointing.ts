/** Pointing at a board as people do, and reading its explanations. */
import { fireEvent } from "@testing-library/svelte";
import { tick } from "svelte";

export async function hover(thing: Element): Promise<void> {
  await fireEvent(thing, new PointerEvent("pointerenter", { pointerType: "mouse" }));
}

export async function leave(thing: Element): Promise<void> {
  await fireEvent(thing, new PointerEvent("pointerleave", { pointerType: "mouse" }));
}

export async function tap(thing: Element): Promise<void> {
  await fireEvent(thing, new PointerEvent("pointerdown", { pointerType: "touch", bubbles: true }));
  await fireEvent.click(thing);
}

export async function focus(thing: HTMLElement | SVGElement): Promise<void> {
  thing.focus();
  await tick();
}

/** Return the lines of the bubble. */
export function bubble(): string[] {
  const lines = [...document.querySelectorAll(".preview :is(dt, dd, p)")];
  return lines.map((line) => line.textContent.trim()).filter(Boolean);
}

export const description = (thing: Element): string | null => thing.getAttribute("aria-description");
