/** Keys that are pressed anywhere on a page. */
const FIELDS = "input, textarea, select, dialog";

/** Whether a key may mean something to the board: it is not for a field or a dialog, nor a shortcut of the browser. */
export function forBoard(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return false;
  return !(event.target as Element).closest(FIELDS);
}
