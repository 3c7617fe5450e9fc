/** Seats to take at a table that was just created, kept from the page that created it until the table is shown. */
import type { TableShown } from "../wire";

export interface PendingSeats {
  seats: number[] | "kept"; // those that a rematch keeps for players at this device
  begin: boolean; // at once, when they are taken
}

// In memory only: after a reload people sit down by hand.
const tables = new Map<string, PendingSeats>();

export function setPendingSeats(table: string, pending: PendingSeats): void {
  tables.set(table, pending);
}

/** Hand out a table's pending seats; only once, since they are taken only once. */
export function takePendingSeats(table: string): PendingSeats | undefined {
  const pending = tables.get(table);
  tables.delete(table);
  return pending;
}

/** The free seats that a rematch keeps for a guest. */
export function keptFor(table: TableShown, guest: string): number[] {
  return table.seats.flatMap((seat, index) => (!seat.guest && !seat.level && seat.reserved === guest ? [index] : []));
}
