// Generated from spec.py by `python -m carreau.codegen`; do not edit.

export const PLOT_NAMES = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"];
export const KIND_NAMES = ["1", "2", "3", "4", "5", "x"];
export const SIDE_NAMES = ["x", "y"];

export interface View {
  /** The seat that sees this; -1 is a spectator. */
  seat: number;
  /** What lies on the plots. */
  board: [plot: string, colour: string, chip: string][];
  /** Where the player to move lost a chip in the turn before: only a park may go there. */
  vacated: string[];
  /** Free plots beside each plot. */
  liberties: number[];
  /** Column and row of each plot, from 0. */
  plots: [x: number, y: number][];
  /** Chips each seat has still to lay. */
  hands: number[][];
  /** Chips each seat has captured. */
  captured: number[][];
  /** Points as things lie. */
  scores: number[];
  /** Own buildings on the board. */
  buildings: number[];
  /** Parks not on the board yet. */
  parks_left: number;
  /** The seat to act, or -1 chance, -4 the game is over. */
  current: number;
}
