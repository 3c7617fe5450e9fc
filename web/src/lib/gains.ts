/** Points won or lost between two positions. */
export type Score = number | string | null;

export interface Gain {
  seat: number;
  text: string;
}

/** The gains of each seat as text: "+12", "−3". Scores like "2/5" count by their first number. */
export function gains(before: readonly Score[], after: readonly Score[]): Gain[] {
  return after.flatMap((score, seat) => {
    const more = points(score) - points(before[seat] ?? null);
    return more ? [{ seat, text: more > 0 ? `+${more}` : `−${-more}` }] : [];
  });
}

function points(score: Score): number {
  return parseFloat(String(score)) || 0;
}
