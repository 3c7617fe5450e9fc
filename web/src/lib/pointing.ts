/** Texts that mention places: the board marks the places while the pointer is on the text. */
import { on } from "svelte/events";
import type { Fields } from "../kit/selection";
import type { PublicMove } from "../wire";

/** Return what a move mentions: its fields, with the seat as `actor`, and those of its effects; nothing if it is hidden. */
export function mentioned({ actor, action, effects = [], veiled }: PublicMove): Fields[] {
  if (veiled) return [];
  const fields = effects.flatMap((effect) => (effect.fields ? [effect.fields] : []));
  return [{ ...action, actor }, ...fields];
}

/**
 * Mark something while a mouse, a finger or the focus is on an element. An element that is taken away loses the focus while
 * Svelte renders, when plain listeners may not change any state: those of `on` may.
 */
export function pointing(fields: () => Fields[], mark: (fields: Fields[]) => void): (element: Element) => () => void {
  const begin = (): void => mark(fields());
  const end = (): void => mark([]);
  return (element) => {
    const offs = [
      on(element, "pointerenter", begin),
      on(element, "focusin", begin),
      on(element, "pointerleave", end),
      on(element, "focusout", end),
    ];
    return () => {
      offs.forEach((off) => off());
      end();
    };
  };
}
