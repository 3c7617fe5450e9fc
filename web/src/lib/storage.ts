/** The browser's storage. If it is forbidden or full, values last as long as the page. */

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
    // lost when the page is closed
  }
}
