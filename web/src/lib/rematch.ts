/** Rematches: one click leads everybody to the next table, where their seats are kept. */
import { setPendingSeats } from "./pending-seats";
import { go } from "./router.svelte";

/** Go to a rematch and sit down as soon as it is shown. */
export function joinRematch(table: string): void {
  setPendingSeats(table, { seats: "kept", begin: false });
  go(`/table/${table}`);
}
