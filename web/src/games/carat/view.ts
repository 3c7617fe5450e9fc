/** What the board uses of a seat's view. */
export interface Chip {
  value: number; // 0 while none has been laid
  missing: number;
  carats: number[]; // by colour
  winner: string; // "" until it is decided, "nobody" if no colour wins it
  points: number;
}

export type Kept = [carats: number, order: string];
export type Laid = [x: number, y: number, carats: number, gems: string];

export interface View {
  side: number;
  colours: string[][]; // by seat
  scores: number[];
  points: Record<string, number>; // of every colour that is played
  chips: Chip[][];
  chips_left: number[];
  hands: Kept[][];
  held: number[];
  stock: number;
  tiles: Laid[];
  stage: string;
  current: number;
  turn: number;
}

export const COLOURS = ["red", "blue", "green", "yellow"];

/** The colour of a gem that is written as its initial. */
export const colourOf = (initial: string): string => COLOURS.find((colour) => colour.startsWith(initial)) ?? initial;

/** The gems from the upper left one on, after so many quarter turns clockwise. */
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
