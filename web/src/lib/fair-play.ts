/** What the server allows between people, so that nothing is offered in vain: table/hints.py and table/commands.py. */
import type { PublicMove, TableShown } from "../wire";

/** Whether bots give hints: always where one guest plays, else if the host has allowed them, and never in a race. */
export function mayHint(table: TableShown): boolean {
  const guests = new Set(table.seats.map((seat) => seat.guest).filter(Boolean));
  return guests.size < 2 || (table.hints && !table.race);
}

/** Whether a seat may ask to take its last action back: there is one, and everybody who has to agree can be asked. */
export function mayUndo(table: TableShown, events: readonly PublicMove[], seat: number): boolean {
  const last = events.findLastIndex((move) => move.actor === seat);
  const own = table.seats[seat];
  if (last < 0 || !own || own.stand_in || table.asking >= 0) return false;
  const mine = (move: PublicMove): boolean => table.seats[move.actor]?.guest === own.guest;
  return events.slice(last).every(mine) || table.seats.every((each) => !each.guest || isAsked(table, each.guest));
}

/** Whether a guest plays at least one of their seats, and can give consent. */
function isAsked(table: TableShown, guest: string): boolean {
  return table.seats.some((seat) => seat.guest === guest && !seat.stand_in);
}
