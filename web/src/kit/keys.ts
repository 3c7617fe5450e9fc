/** Keys on a page and on the things of a board. */
const FIELDS = "input, textarea, select, dialog";
const ARROWS: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Tell whether an event happened in an element that a selector names. */
export function isWithin(event: Event, selector: string): boolean {
  return event.target instanceof Element && event.target.closest(selector) !== null;
}

/** Whether a key may mean something to the board: it is not for a field or a dialog, nor a shortcut of the browser. */
export function forBoard(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return false;
  return !isWithin(event, FIELDS);
}

/**
 * Handle a key on a drawn thing, which a browser doesn't know to be a button: Enter and the space bar press it, and an
 * arrow leads to the thing beside it whose `data-key` is given.
 */
export function thingKey(event: KeyboardEvent, press: () => void, beside?: (right: number, down: number) => string | number): void {
  const step = beside && ARROWS[event.key];
  if (step) focusBeside(event.currentTarget, beside(...step));
  else if (event.key === "Enter" || event.key === " ") press();
  else return;
  event.preventDefault();
}

function focusBeside(thing: EventTarget | null, key: string | number): void {
  if (thing instanceof Element) thing.parentElement?.querySelector<HTMLElement | SVGElement>(`[data-key="${key}"]`)?.focus();
}

/** Let arrows lead from button to button: attach it to a row of them, or to a grid with a number of columns. */
export function arrowKeys(columns = 0): (group: HTMLElement) => () => void {
  return (group) => {
    const walk = (event: KeyboardEvent): void => {
      const [right, down] = ARROWS[event.key] ?? [0, 0];
      const buttons = [...group.querySelectorAll("button")];
      const at = buttons.findIndex((button) => button === event.target);
      const next = right || (down && columns) ? buttons[at + right + down * columns] : undefined;
      if (at < 0 || !next) return;
      event.preventDefault();
      next.focus();
    };
    group.addEventListener("keydown", walk);
    return () => group.removeEventListener("keydown", walk);
  };
}
