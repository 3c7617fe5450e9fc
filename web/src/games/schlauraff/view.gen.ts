// Generated from spec.py by `python -m carreau.codegen`; do not edit.
import { isBoolean, isNumber, isString, listOf, objectOf, oneOf, taggedBy, type Guard } from "../../lib/guards";

export type ColourName = "yellow" | "green" | "blue" | "red";
export const COLOUR_NAMES: readonly ColourName[] = ["yellow", "green", "blue", "red"];
export type StageName = "starting" | "laying" | "rolling" | "assigning" | "carrying" | "ended";
export const STAGE_NAMES: readonly StageName[] = ["starting", "laying", "rolling", "assigning", "carrying", "ended"];
export const ROWS = 5;
export const ALL_DICE = 6;
export const WORTH: Readonly<Record<"yellow" | "green" | "blue" | "red", number>> = {"yellow": 11, "green": 3, "blue": 5, "red": 10};
export const ALONE: Readonly<Record<"yellow" | "green" | "blue" | "red", number | null>> = {"yellow": 1, "green": null, "blue": null, "red": null};

export interface View {
  /** The seat that sees this; -1 is a spectator. */
  seat: number;
  /** Chips of each colour in the bag. */
  bag: number[];
  /** Chips of each colour that each seat has captured in this round. */
  captured: number[][];
  /** Chips that each seat captured in earlier rounds. */
  points: number[];
  /** Red chips among them. */
  reds: number[];
  /** The unassigned dice, ascending. */
  dice: number[];
  /** The dice on the chip in work, or on the one just captured while one may be carried. */
  on: number[];
  /** Dice that are rolled next. */
  to_roll: number;
  /** The row in work, counted from 1; 0 before the first die is assigned. */
  row: number;
  /** Whether a die was assigned since the last roll. */
  assigned: boolean;
  /** What happens next. */
  stage: StageName;
  /** Whose turn it is. */
  turn: number;
  /** Who began this round. */
  starter: number;
  /** Rounds to play in all. */
  rounds: number;
  /** The round, counted from 1. */
  round: number;
  /** Columns of this round that are used up. */
  played: number;
  /** The columns to come, the next one first, each from the top. */
  columns: ColourName[][];
  /** The column in play from the top: the chips of each row, the uppermost first. */
  column: ColourName[][];
  /** The seat to act, or -1 chance, -2 all, -3 the first to act, -4 nobody: the end. */
  current: number;
}

/** What players and chance do. */
export type Action =
  | { do: "start"; player: number }
  | { do: "lay"; colour: ColourName }
  | { do: "roll"; dice: string }
  | { do: "assign"; row: number; face: number }
  | { do: "carry"; face: number }
  | { do: "leave" }
  | { do: "take" }
  | { do: "reroll" }
  | { do: "stop" };

export const NOTATION: Readonly<Record<string, string>> = {"assign": "{face} to {row}", "carry": "carry {face}", "leave": "leave", "take": "take", "reroll": "reroll", "stop": "stop"};


export const isView: Guard<View> = objectOf({ seat: isNumber, bag: listOf(isNumber), captured: listOf(listOf(isNumber)), points: listOf(isNumber), reds: listOf(isNumber), dice: listOf(isNumber), on: listOf(isNumber), to_roll: isNumber, row: isNumber, assigned: isBoolean, stage: oneOf(STAGE_NAMES), turn: isNumber, starter: isNumber, rounds: isNumber, round: isNumber, played: isNumber, columns: listOf(listOf(oneOf(COLOUR_NAMES))), column: listOf(listOf(oneOf(COLOUR_NAMES))), current: isNumber });

export const isAction: Guard<Action> = taggedBy("do", {
  start: { player: isNumber },
  lay: { colour: oneOf(COLOUR_NAMES) },
  roll: { dice: isString },
  assign: { row: isNumber, face: isNumber },
  carry: { face: isNumber },
  leave: {},
  take: {},
  reroll: {},
  stop: {},
});

export const PARTS = [
  {"name": "bag", "by": ["colour"], "labels": [["yellow", "green", "blue", "red"]], "form": "number", "of": ""},
  {"name": "captured", "by": ["seat", "colour"], "labels": [[], ["yellow", "green", "blue", "red"]], "form": "number", "of": ""},
  {"name": "points", "by": ["seat"], "labels": [[]], "form": "number", "of": ""},
  {"name": "reds", "by": ["seat"], "labels": [[]], "form": "number", "of": ""},
  {"name": "dice", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "on", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "to_roll", "by": [], "labels": [], "form": "number", "of": ""},
  {"name": "row", "by": [], "labels": [], "form": "number", "of": ""},
  {"name": "assigned", "by": [], "labels": [], "form": "flag", "of": ""},
  {"name": "stage", "by": [], "labels": [], "form": "name", "of": "stage"},
  {"name": "turn", "by": [], "labels": [], "form": "seat", "of": ""},
  {"name": "starter", "by": [], "labels": [], "form": "seat", "of": ""},
  {"name": "rounds", "by": [], "labels": [], "form": "number", "of": ""},
  {"name": "round", "by": [], "labels": [], "form": "number", "of": ""},
  {"name": "played", "by": [], "labels": [], "form": "number", "of": ""},
  {"name": "columns", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "column", "by": [], "labels": [], "form": "other", "of": ""},
];
