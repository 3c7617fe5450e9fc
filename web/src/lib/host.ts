/** Who may begin the game and call bots, as the server decides it (commands.is_host). */
import type { TableShown } from "../wire";

/** Whoever put up the table; if they have no seat, whoever sits on the first that a person has may do it as well. */
export function isHost(table: TableShown, guest: string): boolean {
  const seated = table.seats.map((seat) => seat.guest).filter(Boolean);
  const first = seated.includes(table.host) ? "" : seated[0];
  return guest !== "" && (guest === table.host || guest === first);
}
