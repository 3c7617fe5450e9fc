/** The server's rules for hints and undo between people (table/hints.py, table/commands.py): the client offers no more. */
import type { PublicMove, TableShown } from "../wire";

/** Whether bots give hints: always if only one guest plays, otherwise if the host allowed them, and never in a race. */
export function mayHint(table: TableShown): boolean {
  const guests = new Set(table.seats.map((seat) => seat.guest).filter(Boolean));
  return guests.size < 2 || (table.hints && !table.race);
}

/** Whether a seat may ask to undo its last action: there is one, and everyone who has to agree is present. */
export function mayUndo(table: TableShown, events: readonly PublicMove[], seat: number): boolean {
  const last = events.findLastIndex((move) => move.actor === seat);
  const own = table.seats[seat];
  if (last < 0 || !own || own.stand_in || table.asking >= 0) return false;
  const mine = (move: PublicMove): boolean => table.seats[move.actor]?.guest === own.guest;
  return events.slice(last).every(mine) || table.seats.every((each) => !each.guest || isAsked(table, each.guest));
}

/** Whether a guest plays at least one of their seats, and can agree. */
function isAsked(table: TableShown, guest: string): boolean {
  return table.seats.some((seat) => seat.guest === guest && !seat.stand_in);
}
