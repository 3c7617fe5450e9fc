/** Seats to take at a table just created, remembered by the page that created it until the table is shown. */
import type { TableShown } from "../wire";

export interface PendingSeats {
  seats: number[] | "kept"; // seats that a rematch keeps for players at this device
  begin: boolean; // start the game once they are taken
}

// In memory only: after a reload, people take their seats by hand.
const tables = new Map<string, PendingSeats>();

export function setPendingSeats(table: string, pending: PendingSeats): void {
  tables.set(table, pending);
}

/** Hand out a table's pending seats, once. */
export function takePendingSeats(table: string): PendingSeats | undefined {
  const pending = tables.get(table);
  tables.delete(table);
  return pending;
}

/** List the free seats that a rematch keeps for a guest. */
export function keptFor(table: TableShown, guest: string): number[] {
  return table.seats.flatMap((seat, index) => (!seat.guest && !seat.level && seat.reserved === guest ? [index] : []));
}
