/** What the board uses of a view. */
export interface View {
  tiles: [x: number, y: number, colour: string][];
  hands: number[][];
  scores: number[];
  last: [colour: string, x: number, y: number] | null;
  current: number;
}

export const COLOURS = ["red", "black", "grey", "white"];
