/** What an address asks for. Anybody may have typed it. */

/** A whole number from `least` on, or else the usual one. */
export function wholeNumber(text: string | null, least: number, usual: number): number {
  const number = /^-?\d{1,9}$/.test(text ?? "") ? Number(text) : usual;
  return number < least ? usual : number;
}
