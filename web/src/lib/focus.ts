/** Where the focus goes, for whoever uses keys or a screen reader, when what had it is no more. */

/** Lead to something that has come. */
export function led(node: HTMLElement | SVGElement): void {
  node.focus({ preventScroll: true });
}

/**
 * What vanishes in here leaves the focus to the nearest thing around it that stays; what could not be used for a moment
 * gets it back. Whoever has pointed elsewhere is led nowhere.
 */
export function kept(page: HTMLElement): { destroy: () => void } {
  let path: HTMLElement[] = []; // from what has the focus up to the page

  const pointed = (): void => void (path = []);
  const came = (event: FocusEvent): void => void (path = pathFrom(event.target as HTMLElement, page));
  const changes = new MutationObserver(() => document.activeElement === document.body && leadBack(path));

  document.addEventListener("pointerdown", pointed, true);
  document.addEventListener("focusin", came);
  changes.observe(page, { subtree: true, childList: true, attributeFilter: ["disabled"] });
  return {
    destroy: () => {
      document.removeEventListener("pointerdown", pointed, true);
      document.removeEventListener("focusin", came);
      changes.disconnect();
    },
  };
}

/** A thing and all that it is in; nothing where it is not on the page. */
function pathFrom(thing: HTMLElement, page: HTMLElement): HTMLElement[] {
  const path: HTMLElement[] = [];
  for (let each: HTMLElement | null = thing; each && page.contains(each); each = each.parentElement) path.push(each);
  return path;
}

function leadBack(path: HTMLElement[]): void {
  const nearest = path.find((each) => each.isConnected);
  if (nearest && nearest !== path[0]) beStop(nearest);
  if (nearest) led(nearest);
}

/** Let something have the focus this once, though Tab doesn't stop there. */
function beStop(thing: HTMLElement): void {
  if (thing.hasAttribute("tabindex")) return;
  thing.setAttribute("tabindex", "-1");
  thing.addEventListener("blur", () => thing.removeAttribute("tabindex"), { once: true });
}
