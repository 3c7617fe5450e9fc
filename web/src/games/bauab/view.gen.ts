// Generated from spec.py by `python -m carreau.codegen`; do not edit.
import { isNumber, listOf, objectOf, oneOf, taggedBy, tupleOf, type Guard } from "../../lib/guards";

export type PlotName = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p";
export const PLOT_NAMES: readonly PlotName[] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"];
export type KindName = "1" | "2" | "3" | "4" | "5" | "x";
export const KIND_NAMES: readonly KindName[] = ["1", "2", "3", "4", "5", "x"];
export type ChipName = "1" | "2" | "3" | "4" | "5" | "x" | "park";
export const CHIP_NAMES: readonly ChipName[] = ["1", "2", "3", "4", "5", "x", "park"];
export type ColourName = "blue" | "red" | "green";
export const COLOUR_NAMES: readonly ColourName[] = ["blue", "red", "green"];
export type SideName = "x" | "y";
export const SIDE_NAMES: readonly SideName[] = ["x", "y"];
export const PARK = "park";
export const COLOURS: readonly ["blue", "red"] = ["blue", "red"];

export type LaidChip = [plot: PlotName, colour: ColourName, chip: ChipName];

export interface View {
  /** The seat that sees this; -1 is a spectator. */
  seat: number;
  /** What lies on the plots. */
  board: LaidChip[];
  /** The plots where the player to move lost a chip in the turn before: only a park may go there. */
  vacated: PlotName[];
  /** Free plots beside each plot. */
  liberties: number[];
  /** Column and row of each plot, from 0. */
  plots: [x: number, y: number][];
  /** Chips each seat has still to lay, by kind. */
  hands: number[][];
  /** Chips each seat has captured, by kind. */
  captured: number[][];
  /** Points as things lie. */
  scores: number[];
  /** Own buildings on the board, which decide ties. */
  buildings: number[];
  /** Parks not on the board yet. */
  parks_left: number;
  /** The seat to act, or -1 chance, -2 all, -3 the first to act, -4 nobody: the end. */
  current: number;
}

/** What players and chance do. */
export type Action =
  | { do: "start"; player: number }
  | { do: "lay"; chip: ChipName; plot: PlotName }
  | { do: "pass" };

export const NOTATION: Readonly<Record<string, string>> = {"lay": "{chip} {plot}", "pass": "pass"};

const isLaidChip: Guard<LaidChip> = tupleOf(oneOf(PLOT_NAMES), oneOf(COLOUR_NAMES), oneOf(CHIP_NAMES));

export const isView: Guard<View> = objectOf({ seat: isNumber, board: listOf(isLaidChip), vacated: listOf(oneOf(PLOT_NAMES)), liberties: listOf(isNumber), plots: listOf(tupleOf(isNumber, isNumber)), hands: listOf(listOf(isNumber)), captured: listOf(listOf(isNumber)), scores: listOf(isNumber), buildings: listOf(isNumber), parks_left: isNumber, current: isNumber });

export const isAction: Guard<Action> = taggedBy("do", {
  start: { player: isNumber },
  lay: { chip: oneOf(CHIP_NAMES), plot: oneOf(PLOT_NAMES) },
  pass: {},
});

export const PARTS = [
  {"name": "board", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "vacated", "by": [], "labels": [], "form": "set", "of": "plot"},
  {"name": "liberties", "by": ["plot"], "labels": [["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"]], "form": "number", "of": ""},
  {"name": "plots", "by": ["plot", "side"], "labels": [["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"], ["x", "y"]], "form": "number", "of": ""},
  {"name": "hands", "by": ["seat", "kind"], "labels": [[], ["1", "2", "3", "4", "5", "x"]], "form": "number", "of": ""},
  {"name": "captured", "by": ["seat", "kind"], "labels": [[], ["1", "2", "3", "4", "5", "x"]], "form": "number", "of": ""},
  {"name": "scores", "by": ["seat"], "labels": [[]], "form": "number", "of": ""},
  {"name": "buildings", "by": ["seat"], "labels": [[]], "form": "number", "of": ""},
  {"name": "parks_left", "by": [], "labels": [], "form": "number", "of": ""},
];
