/** Who decides at a table before the game, as on the server (commands.is_host), and who has no part in the game. */
import type { TableShown } from "../wire";

export function isHost(table: TableShown, guest: string): boolean {
  return guest !== "" && guest === table.host;
}

/** Whether a player can start the game together with the others: a single guest can't decide for the host. */
export function canAgree(table: TableShown, guest: string): boolean {
  const guests = new Set(table.seats.map((seat) => seat.guest).filter(Boolean));
  return guests.has(guest) && guests.size > 1 && !isHost(table, guest);
}

/** Whether a player can ask to take over from an absent host. */
export function canClaim(table: TableShown, guest: string, present: string[]): boolean {
  return table.seats.some((seat) => seat.guest === guest && guest !== "") && !present.includes(table.host);
}

/** Whether somebody only watches a game, perhaps under the name of a player. */
export function onlyWatches(table: TableShown, guest: string): boolean {
  return table.status !== "open" && !isHost(table, guest) && !table.seats.some((seat) => seat.guest === guest);
}
