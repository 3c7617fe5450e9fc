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
