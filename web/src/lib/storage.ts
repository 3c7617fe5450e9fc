/** The storage of this browser. Where it is forbidden or full, everything lasts as long as the page. */

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // it is forgotten when the page is left
  }
}
