/** Updates leave out what has not changed about a table; here they are whole again. */
import type { TableShown, Update } from "../wire";

export type WholeUpdate = Omit<Update, "table"> & { table: TableShown };

/** Fill in what an update leaves out, from the table before it. */
export function wholeUpdate(update: Update, before: TableShown): WholeUpdate {
  return { ...update, table: { ...before, ...update.table } };
}
