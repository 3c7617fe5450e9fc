/** What the board uses of the view. */
export const COLOURS = ["yellow", "green", "blue", "red"] as const;
export const ROWS = 5; // of a column when it is laid out
export type Colour = (typeof COLOURS)[number];

export interface View {
  points: number[];
  reds: number[];
  captured: number[][]; // this round: by seat, how many of each colour
  columns: Colour[][]; // those to come, the next one first, each from top to bottom
  column: Colour[][]; // the one in play: in each row a stack, its upper chip first
  played: number; // columns that are used up
  row: number; // the chip in work, from 1; 0 before the first die is assigned
  dice: number[]; // not assigned
  on: number[]; // on the chip in work, or on the one just captured
  to_roll: number;
  round: number;
  rounds: number;
  starter: number; // of this round
  turn: number;
  stage: string;
}

/** How many chips a seat has captured in this round. */
export function eaten(view: View, seat: number): number {
  return (view.captured[seat] ?? []).reduce((sum, count) => sum + count, 0);
}
