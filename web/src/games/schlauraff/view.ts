/** The parts of the view that the board uses. */
import type { View } from "./view.gen";

/** Count the chips a seat has captured in this round. */
export function eaten(view: View, seat: number): number {
  return (view.captured[seat] ?? []).reduce((sum, count) => sum + count, 0);
}
