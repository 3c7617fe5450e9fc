/** The targets: fields, bank and ship, with their sizes and labels. */
import { filled } from "../../lib/sentences";
import type { Texts } from "../../wire";
import { berth, middle } from "./view";
import { BANK, ROWS, SHIP, type View } from "./view.gen";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const HALF = 0.48;
const ashore = (spot: string): boolean => spot === BANK || spot === SHIP;

/** Return the whole area of a spot, for the pointer. */
export function whole(spot: string): Box {
  const [x, y] = middle(spot);
  const tall = ashore(spot) ? ROWS : 2 * HALF;
  return { x: x - HALF, y: y - tall / 2, width: 2 * HALF, height: tall };
}

/** Return the marked area of a spot: a whole space, but only the player's own part of the bank and the ship. */
export function around(spot: string, seat: number, seats: number): Box {
  if (!ashore(spot)) return whole(spot);
  const [x, y] = berth(spot, Math.max(seat, 0), seats);
  return { x: x - 0.43, y: y - HALF, width: 0.86, height: 2 * HALF };
}

/** "A1, floe for 3, Ada 2, Ben 1" */
export function spoken(view: View, names: string[], texts: Texts, spot: string): string {
  const floe = view.floes.find(([field]) => field === spot);
  const counts = spot === BANK ? view.bank : spot === SHIP ? view.aboard : (floe?.[2] ?? []);
  const people = counts.flatMap((count, seat) => (count ? [`${names[seat] ?? ""} ${count}`] : []));
  if (ashore(spot)) return [texts.words?.[spot], ...people].join(", ");
  const what = floe ? filled(texts.words?.floe, { size: floe[1] }) : texts.words?.water;
  return [spot.toUpperCase(), what, ...people].join(", ");
}
