/** Where one is. Two kinds of pages need no more. */
export const path = $state({ now: location.pathname });

export function go(to: string, push = true): void {
  if (push && to !== location.pathname) history.pushState(null, "", to);
  if (to === path.now) return; // a link to another part of the page
  path.now = to;
  scrollTo(0, 0);
}

/** For links: stay in the client, unless a new window is wanted. */
export function follow(event: MouseEvent & { currentTarget: HTMLAnchorElement }): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  go(event.currentTarget.pathname);
}
