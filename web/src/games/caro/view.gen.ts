// Generated from spec.py by `python -m carreau.codegen`; do not edit.
import { isNumber, listOf, objectOf, oneOf, taggedBy, tupleOf, type Guard } from "../../lib/guards";

export type ColourName = "red" | "black" | "grey" | "white";
export const COLOUR_NAMES: readonly ColourName[] = ["red", "black", "grey", "white"];
export type StageName = "laying" | "answering" | "laying_anew";
export const STAGE_NAMES: readonly StageName[] = ["laying", "answering", "laying_anew"];
export const PAIRS: Readonly<Record<"red-black" | "red-grey" | "red-white" | "black-grey" | "black-white" | "grey-white", number>> = {"red-black": 10, "red-grey": 8, "red-white": 6, "black-grey": 4, "black-white": 2, "grey-white": 1};

export type ColouredTile = [x: number, y: number, colour: ColourName];

export type LastTile = [layer: number, x: number, y: number, colour: ColourName, points: number];

export interface View {
  /** The seat that sees this; -1 is a spectator. */
  seat: number;
  /** The tiles that lie, row by row. */
  tiles: ColouredTile[];
  /** Tiles of each colour that each seat holds. */
  hands: number[][];
  /** Points of each seat in the match. */
  scores: number[];
  /** Points of each seat in this game alone. */
  round_scores: number[];
  /** Games still to play, this one included. */
  rounds_left: number;
  /** Who began this game. */
  starter: number;
  /** What is asked of the player to act. */
  stage: StageName;
  /** The tile laid last; before the first one red on 0,0. */
  last: LastTile;
  /** The seat to act, or -1 chance, -2 all, -3 the first to act, -4 nobody: the end. */
  current: number;
}

/** What players and chance do. */
export type Action =
  | { do: "lay"; y: number; x: number; colour: ColourName }
  | { do: "pass" }
  | { do: "object" }
  | { do: "silent" };

export const NOTATION: Readonly<Record<string, string>> = {"lay": "{colour} {x},{y}", "pass": "pass", "object": "object", "silent": "silent"};

const isColouredTile: Guard<ColouredTile> = tupleOf(isNumber, isNumber, oneOf(COLOUR_NAMES));
const isLastTile: Guard<LastTile> = tupleOf(isNumber, isNumber, isNumber, oneOf(COLOUR_NAMES), isNumber);

export const isView: Guard<View> = objectOf({ seat: isNumber, tiles: listOf(isColouredTile), hands: listOf(listOf(isNumber)), scores: listOf(isNumber), round_scores: listOf(isNumber), rounds_left: isNumber, starter: isNumber, stage: oneOf(STAGE_NAMES), last: isLastTile, current: isNumber });

export const isAction: Guard<Action> = taggedBy("do", {
  lay: { y: isNumber, x: isNumber, colour: oneOf(COLOUR_NAMES) },
  pass: {},
  object: {},
  silent: {},
});

export const PARTS = [
  {"name": "tiles", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "hands", "by": ["seat", "colour"], "labels": [[], ["red", "black", "grey", "white"]], "form": "number", "of": ""},
  {"name": "scores", "by": ["seat"], "labels": [[]], "form": "number", "of": ""},
  {"name": "round_scores", "by": ["seat"], "labels": [[]], "form": "number", "of": ""},
  {"name": "rounds_left", "by": [], "labels": [], "form": "number", "of": ""},
  {"name": "starter", "by": [], "labels": [], "form": "seat", "of": ""},
  {"name": "stage", "by": [], "labels": [], "form": "name", "of": "stage"},
  {"name": "last", "by": [], "labels": [], "form": "other", "of": ""},
];
