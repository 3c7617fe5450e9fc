/** Moving the focus when the focused element disappears, for keyboard and screen reader users. */

type Focusable = HTMLElement | SVGElement;

/** Focus something that has appeared. */
export function led(node: Focusable): void {
  node.focus({ preventScroll: true });
}

/**
 * If a focused element in here disappears, is hidden or is disabled, focus the nearest one; give the focus back once it is enabled. Don't move it if the user has pointed or moved elsewhere.
 */
export function kept(page: HTMLElement): { destroy: () => void } {
  let path: Focusable[] = []; // the element that has or should have the focus, and its ancestors
  let instead: Element | null = null; // the element that has it meanwhile

  const pointed = (): void => void (path = []);
  // Between two elements nothing has the focus, and the board may change meanwhile.
  const left = ({ relatedTarget }: FocusEvent): void => {
    if (!relatedTarget)
      setTimeout(lead); // it may have been hidden, which changes no element
    else if (relatedTarget !== instead) path = [];
  };
  const came = (event: FocusEvent): void => {
    if (event.target === instead) return;
    instead = null;
    const thing = event.target;
    const isKeyed = (thing instanceof HTMLElement || thing instanceof SVGElement) && thing.matches(":focus-visible");
    path = isKeyed ? pathFrom(thing, page) : [];
  };
  const lead = (): void => {
    if (!document.hasFocus() || (document.activeElement !== document.body && document.activeElement !== instead)) return;
    for (const each of path) {
      if (each !== path[0]) beStop((instead = each));
      led(each);
      if (document.activeElement === each) return;
    }
  };
  const changes = new MutationObserver(lead);

  document.addEventListener("pointerdown", pointed, true);
  document.addEventListener("blur", left, true);
  document.addEventListener("focusin", came);
  changes.observe(page, { subtree: true, childList: true, attributeFilter: ["disabled"] });
  return {
    destroy: () => {
      document.removeEventListener("pointerdown", pointed, true);
      document.removeEventListener("blur", left, true);
      document.removeEventListener("focusin", came);
      changes.disconnect();
    },
  };
}

/** List a node and its ancestors; empty if it isn't on the page. */
function pathFrom(thing: Focusable, page: HTMLElement): Focusable[] {
  const path: Focusable[] = [];
  for (let each: Focusable | null = thing; each && page.contains(each); each = each.parentElement) path.push(each);
  return path;
}

/** Focus an element once, although Tab doesn't stop there. */
function beStop(thing: Focusable): void {
  if (thing.hasAttribute("tabindex")) return;
  thing.setAttribute("tabindex", "-1");
  thing.addEventListener("blur", () => thing.removeAttribute("tabindex"), { once: true });
}
