/** Gems, tiles and chips as the board draws them. */
import { COLOUR_NAMES } from "./view.gen";

/** The colour of a gem that is written as its initial. */
export const colourOf = (initial: string): string => COLOUR_NAMES.find((colour) => colour.startsWith(initial)) ?? initial;

/** The gems, starting at the upper left, after a number of clockwise quarter turns. */
export function turned(gems: string, turns: number): string {
  const quarter = turns % gems.length;
  return gems.slice(gems.length - quarter) + gems.slice(0, gems.length - quarter);
}

/** The chips at the corners of a field, in the order of its gems. */
export const corners = (x: number, y: number): [number, number][] => [
  [x, y],
  [x + 1, y],
  [x + 1, y + 1],
  [x, y + 1],
];
