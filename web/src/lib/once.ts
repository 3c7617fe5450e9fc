/** An action that is not begun again while it is under way: a double click does what a click does. */
export function once<Given extends unknown[]>(action: (...given: Given) => Promise<void>): (...given: Given) => Promise<void> {
  let busy = false;
  return async (...given) => {
    if (busy) return;
    busy = true;
    await action(...given).finally(() => (busy = false));
  };
}
