/** Several people at one device: nobody sees a hand before its player has taken the device. */
import type { TableShown } from "../wire";

/** The seats that are played here; where bots play for all of them, still somebody looks on. */
function played(table: TableShown, own: readonly number[]): readonly number[] {
  const people = own.filter((seat) => !table.seats[seat]?.stand_in);
  return people.length ? people : own;
}

/** Those at this device who may act; first of them, if it is one of them, the seat that the game waits for. */
export function dueHere(table: TableShown, own: readonly number[], awaited: number | null = null): number[] {
  const due = played(table, own).filter((seat) => table.waiting.includes(seat));
  return due.sort((one, other) => Number(other === awaited) - Number(one === awaited));
}

/**
 * List the seats of which one should take the device; none if it is in the right hands.
 *
 * `taken` is the seat whose player has said so. The point of view doesn't decide that:
 * after a reload, or when the connection comes back, the server shows it to the player who is due.
 */
export function askedFor(
  table: TableShown,
  own: readonly number[],
  pov: number,
  taken: number | null,
  awaited: number | null = null,
): number[] {
  if (table.status !== "playing" || own.length < 2) return [];
  const due = dueHere(table, own, awaited);
  const may = due.length ? due : [...played(table, own)];
  if (taken === null || !may.includes(taken)) return may;
  return taken === pov ? [] : [taken];
}
