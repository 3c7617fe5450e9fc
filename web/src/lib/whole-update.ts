/** Updates omit the unchanged parts of a table; this restores them. */
import type { TableShown, Update } from "../wire";

export type WholeUpdate = Omit<Update, "table"> & { table: TableShown };

/** Fill in what an update omits, from the previous table. */
export function wholeUpdate(update: Update, before: TableShown): WholeUpdate {
  return { ...update, table: { ...before, ...update.table } };
}
