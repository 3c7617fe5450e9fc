/** Descriptions of what is next to a place. */
import { t, type Key } from "../lib/i18n.svelte";

const SIDES: readonly [Key, right: number, down: number][] = [
  ["beside_left", -1, 0],
  ["beside_right", 1, 0],
  ["beside_above", 0, -1],
  ["beside_below", 0, 1],
];

/** "left red, below grey": everything next to a place. */
export function neighbours(beside: (right: number, down: number) => string): string[] {
  return SIDES.flatMap(([side, right, down]) => {
    const what = beside(right, down);
    return what ? [t(side, { what })] : [];
  });
}
