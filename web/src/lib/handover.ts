/** Several people at one device: nobody sees a hand before its player has taken the device. */
import type { TableShown } from "../wire";

/** List the seats played here; all of the device's seats if bots play for all of them. */
function played(table: TableShown, own: readonly number[]): readonly number[] {
  const people = own.filter((seat) => !table.seats[seat]?.stand_in);
  return people.length ? people : own;
}

/** List the seats at this device that may act, starting with the one the game is waiting for. */
export function dueHere(table: TableShown, own: readonly number[], awaited: number | null = null): number[] {
  const due = played(table, own).filter((seat) => table.waiting.includes(seat));
  return due.sort((one, other) => Number(other === awaited) - Number(one === awaited));
}

/**
 * List the seats that should take the device; none if it is in the right hands. `taken` is the seat whose player
 * confirmed it. The point of view can't decide that: after a reload or a reconnect, the server shows it to the player
 * to move.
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
