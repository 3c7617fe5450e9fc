/** Cards that make a number: which ones still fit, given those already picked. */

/** Return a hand without some of its cards, or null if it doesn't hold them. */
export function without(hand: readonly number[], cards: readonly number[]): number[] | null {
  const left = [...hand];
  for (const card of cards) {
    const index = left.indexOf(card);
    if (index < 0) return null;
    left.splice(index, 1);
  }
  return left;
}

/** Tell whether some of the cards add up to a number. */
export function canMake(cards: readonly number[], number: number): boolean {
  return number === 0 || cards.some((card, index) => card <= number && canMake(cards.slice(index + 1), number - card));
}

/** Find so many cards that add up to a number. */
export function combination(cards: readonly number[], number: number, count: number): number[] | null {
  if (count === 0) return number === 0 ? [] : null;
  for (const [index, card] of cards.entries()) {
    const rest = combination(cards.slice(index + 1), number - card, count - 1);
    if (rest) return [card, ...rest];
  }
  return null;
}
