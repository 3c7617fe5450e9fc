/** Several people at one device: nobody sees a hand before its player has taken the device. */
import type { TableShown } from "../wire";

/**
 * The seat whose player is to take the device; null where it is in the right hands.
 *
 * `taken` is the seat whose player has said so. Through whose eyes the table is seen (`look`) tells nothing of that:
 * after a reload, or when the connection comes back, the server shows it to whoever is due.
 */
export function askedFor(table: TableShown, own: readonly number[], look: number, taken: number | null): number | null {
  if (table.status !== "playing" || own.length < 2) return null;
  const playing = own.filter((seat) => !table.seats[seat]?.stand_in);
  const people = playing.length ? playing : own; // where bots play for all of them, still somebody looks on
  const due = people.filter((seat) => table.waiting.includes(seat));
  const [first = null] = due.length ? due : people;
  const next = taken !== null && (due.length ? due : people).includes(taken) ? taken : first;
  return next === taken && next === look ? null : next;
}
