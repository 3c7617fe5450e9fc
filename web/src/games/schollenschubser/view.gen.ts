// Generated from spec.py by `python -m carreau.codegen`; do not edit.
import { isBoolean, isNumber, isString, listOf, objectOf, oneOf, taggedBy, tupleOf, type Guard } from "../../lib/guards";

export type FieldName = "a1" | "a2" | "a3" | "a4" | "b1" | "b2" | "b3" | "b4" | "c1" | "c2" | "c3" | "c4" | "d1" | "d2" | "d3" | "d4" | "e1" | "e2" | "e3" | "e4";
export const FIELD_NAMES: readonly FieldName[] = ["a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4", "c1", "c2", "c3", "c4", "d1", "d2", "d3", "d4", "e1", "e2", "e3", "e4"];
export type KindName = "large" | "small";
export const KIND_NAMES: readonly KindName[] = ["large", "small"];
export type StageName = "laying" | "lot" | "rolling" | "drifting" | "moving";
export const STAGE_NAMES: readonly StageName[] = ["laying", "lot", "rolling", "drifting", "moving"];
export const EXPLORERS = 4;
export const COLUMNS = 4;
export const ROWS = 5;
export const BANK = "bank";
export const SHIP = "ship";
export const ANY_COLUMN = 5;
export const MELT = 6;
export const SIDES: readonly [readonly [number, number], readonly [number, number]] = [[4, 3], [2, 1]];

export type Floe = [field: FieldName, size: number, explorers: number[], moved: number];

export interface View {
  /** The seat that sees this; -1 is a spectator. */
  seat: number;
  /** The floes on the water. */
  floes: Floe[];
  /** Explorers of each seat on the bank. */
  bank: number[];
  /** Explorers of each seat aboard the icebreaker. */
  aboard: number[];
  /** Cards in the supply: those with the sides 4 and 3, those with 2 and 1. */
  supply: [large: number, small: number];
  /** What the dice show, ascending; none before the roll. */
  dice: number[];
  /** Whether an explorer has stepped from the bank onto a floe this turn. */
  entered: boolean;
  /** Explorers that went back this turn and must stay on the bank. */
  returned: number;
  /** What comes next. */
  stage: StageName;
  /** Who began. */
  starter: number;
  /** Whose turn it is. */
  turn: number;
  /** Turns that are over, of all players together. */
  turns: number;
  /** The seat to act, or -1 chance, -2 all, -3 the first to act, -4 nobody: the end. */
  current: number;
}

/** What players and chance do. */
export type Action =
  | { do: "lay"; field: "a3" | "a4"; size: number }
  | { do: "start"; player: number }
  | { do: "roll"; dice: string }
  | { do: "drift"; field: FieldName }
  | { do: "floe"; size: number; field: "a1" | "a2" | "a3" | "a4" }
  | { do: "melt"; field: FieldName }
  | { do: "drop"; field: FieldName; player: number }
  | { do: "decline" }
  | { do: "move"; start: string; to: string }
  | { do: "end" };

export const NOTATION: Readonly<Record<string, string>> = {"drift": "drift {field}", "floe": "floe {size} {field}", "melt": "melt {field}", "drop": "drop {player} from {field}", "decline": "decline", "move": "{start}-{to}", "end": "end"};

const isFloe: Guard<Floe> = tupleOf(oneOf(FIELD_NAMES), isNumber, listOf(isNumber), isNumber);

export const isView: Guard<View> = objectOf({ seat: isNumber, floes: listOf(isFloe), bank: listOf(isNumber), aboard: listOf(isNumber), supply: tupleOf(isNumber, isNumber), dice: listOf(isNumber), entered: isBoolean, returned: isNumber, stage: oneOf(STAGE_NAMES), starter: isNumber, turn: isNumber, turns: isNumber, current: isNumber });

export const isAction: Guard<Action> = taggedBy("do", {
  lay: { field: oneOf(["a3", "a4"]), size: isNumber },
  start: { player: isNumber },
  roll: { dice: isString },
  drift: { field: oneOf(FIELD_NAMES) },
  floe: { size: isNumber, field: oneOf(["a1", "a2", "a3", "a4"]) },
  melt: { field: oneOf(FIELD_NAMES) },
  drop: { field: oneOf(FIELD_NAMES), player: isNumber },
  decline: {},
  move: { start: isString, to: isString },
  end: {},
});

export const PARTS = [
  {"name": "floes", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "bank", "by": ["seat"], "labels": [[]], "form": "number", "of": ""},
  {"name": "aboard", "by": ["seat"], "labels": [[]], "form": "number", "of": ""},
  {"name": "supply", "by": ["kind"], "labels": [["large", "small"]], "form": "number", "of": ""},
  {"name": "dice", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "entered", "by": [], "labels": [], "form": "flag", "of": ""},
  {"name": "returned", "by": [], "labels": [], "form": "number", "of": ""},
  {"name": "stage", "by": [], "labels": [], "form": "name", "of": "stage"},
  {"name": "starter", "by": [], "labels": [], "form": "seat", "of": ""},
  {"name": "turn", "by": [], "labels": [], "form": "seat", "of": ""},
  {"name": "turns", "by": [], "labels": [], "form": "number", "of": ""},
];
