/** Make a list that scrolls reachable by Tab, so that arrow keys can scroll it; only while there is more than fits. */
export function scrollable(list: HTMLElement): () => void {
  const look = (): void => {
    const more = list.scrollHeight > list.clientHeight || list.scrollWidth > list.clientWidth;
    if (more) list.tabIndex = 0;
    else list.removeAttribute("tabindex");
  };
  const observer = new ResizeObserver(look);
  for (const each of [list, ...list.children]) observer.observe(each);
  return () => observer.disconnect();
}
