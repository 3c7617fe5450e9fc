/** The current address. Two kinds of pages need no more of a router. */
import { pageAt } from "./early";

export const path = $state({ now: location.pathname });

export function go(to: string, push = true): void {
  if (push && to !== location.pathname) history.pushState(null, "", to);
  if (to === path.now) return; // a link within the page
  path.now = to;
  document.documentElement.dataset.page = pageAt(to); // for the sketch
  delete document.documentElement.dataset.game;
  scrollTo(0, 0);
}

/** For links: stay in the client, unless the user wants a new window. */
export function follow(event: MouseEvent & { currentTarget: HTMLAnchorElement }): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  go(event.currentTarget.pathname);
}
