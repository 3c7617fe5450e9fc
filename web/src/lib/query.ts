/** The query string. Anybody may have typed it, so don't trust it. */

/** Read a whole number that is at least `least`; return the default for anything else. */
export function wholeNumber(text: string | null, least: number, usual: number): number {
  const number = /^-?\d{1,9}$/.test(text ?? "") ? Number(text) : usual;
  return number < least ? usual : number;
}
