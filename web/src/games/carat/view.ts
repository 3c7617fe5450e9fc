/** Gems, tiles and chips for drawing. */
import { COLOUR_NAMES } from "./view.gen";

/** Return the colour of a gem from its initial. */
export const colourOf = (initial: string): string => COLOUR_NAMES.find((colour) => colour.startsWith(initial)) ?? initial;

/** List the gems from the upper left, after a number of clockwise quarter turns. */
export function turned(gems: string, turns: number): string {
  const quarter = turns % gems.length;
  return gems.slice(gems.length - quarter) + gems.slice(0, gems.length - quarter);
}

/** List the chips at the corners of a space, in the order of its gems. */
export const corners = (x: number, y: number): [number, number][] => [
  [x, y],
  [x + 1, y],
  [x + 1, y + 1],
  [x, y + 1],
];
