/** Wrap an action so it can't start again while it is running: a double click acts like one click. */
export function once<Given extends unknown[]>(action: (...given: Given) => Promise<void>): (...given: Given) => Promise<void> {
  let busy = false;
  return async (...given) => {
    if (busy) return;
    busy = true;
    await action(...given).finally(() => (busy = false));
  };
}
