/**
 * Names as displayed. People who share a device have the same name on all their seats: a number in front distinguishes
 * them, where narrow screens don't cut it off.
 */
export function numbered(names: readonly string[]): string[] {
  return names.map((name, index) => {
    const same = names.flatMap((other, seat) => (other === name ? [seat] : []));
    return name && same.length > 1 ? `${same.indexOf(index) + 1} · ${name}` : name;
  });
}

const LETTERS = 11; // of a name in a drawing, where no style can cut it off

/** Shorten a long name: "Wilhelmine…". */
export const shortened = (name: string): string => (name.length > LETTERS ? `${name.slice(0, LETTERS - 1)}…` : name);
