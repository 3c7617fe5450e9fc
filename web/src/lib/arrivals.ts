/** Who is to sit down at a table that was just put up. Kept from the page that put it up until the table is shown. */

export interface Arrival {
  seats: number[];
  begin: boolean; // at once, when they sit
}

// In memory only: after a reload people sit down by hand.
const expected = new Map<string, Arrival>();

export function expectAt(table: string, arrival: Arrival): void {
  expected.set(table, arrival);
}

/** Who is expected at a table: told once, for they sit down but once. */
export function takeArrival(table: string): Arrival | undefined {
  const arrival = expected.get(table);
  expected.delete(table);
  return arrival;
}
