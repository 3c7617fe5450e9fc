/** Texts that mention places: the board marks the places while the pointer is on the text. */
import type { Fields } from "../kit/selection";
import type { PublicMove } from "../wire";

/** Return what a move mentions: its fields, with the seat as `actor`, and those of its effects; nothing if it is hidden. */
export function mentioned({ actor, action, effects = [], veiled }: PublicMove): Fields[] {
  if (veiled) return [];
  const fields = effects.flatMap((effect) => (effect.fields ? [effect.fields] : []));
  return [{ ...action, actor }, ...fields];
}

/** Mark something while a mouse, a finger or the focus is on an element. */
export function pointing(fields: () => Fields[], mark: (fields: Fields[]) => void): (element: Element) => () => void {
  const begin = (): void => mark(fields());
  const end = (): void => mark([]);
  const heard: [string, () => void][] = [
    ["pointerenter", begin],
    ["focusin", begin],
    ["pointerleave", end],
    ["focusout", end],
  ];
  return (element) => {
    for (const [event, listen] of heard) element.addEventListener(event, listen);
    return () => {
      for (const [event, listen] of heard) element.removeEventListener(event, listen);
      end();
    };
  };
}
