/** The query of an address. Anybody may have typed it, so nothing in it can be trusted. */

/** Read a whole number from `least` on; anything else gives the usual one. */
export function wholeNumber(text: string | null, least: number, usual: number): number {
  const number = /^-?\d{1,9}$/.test(text ?? "") ? Number(text) : usual;
  return number < least ? usual : number;
}
