/** Keyboard handling for pages and drawn boards. */
const FIELDS = "input, textarea, select, dialog";
const ARROWS: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Tell whether an event happened inside an element that matches a selector. */
export function isWithin(event: Event, selector: string): boolean {
  return event.target instanceof Element && event.target.closest(selector) !== null;
}

/** Whether the board may handle a key: not in a field or dialog, and not a browser shortcut. */
export function forBoard(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return false;
  return !isWithin(event, FIELDS);
}

/**
 * Handle a key on a drawn thing, which the browser doesn't treat as a button: Enter and the space bar press it, and an
 * arrow moves to the neighbour with the given `data-key`.
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

/** Let arrows move between buttons: attach to a row of them, or to a grid with a number of columns. */
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
