// Generated from spec.py by `python -m carreau.codegen`; do not edit.
import { isNumber, isString, listOf, objectOf, oneOf, taggedBy, tupleOf, type Guard } from "../../lib/guards";

export type KindName = "2x" | "2y" | "3x" | "3y" | "4" | "6x" | "6y" | "7" | "8x" | "8y" | "9" | "12x" | "12y";
export const KIND_NAMES: readonly KindName[] = ["2x", "2y", "3x", "3y", "4", "6x", "6y", "7", "8x", "8y", "9", "12x", "12y"];
export type ValueName = "2" | "3" | "4" | "6" | "7" | "8" | "9" | "12";
export const VALUE_NAMES: readonly ValueName[] = ["2", "3", "4", "6", "7", "8", "9", "12"];
export type GoodsName = "stopper" | "chip";
export const GOODS_NAMES: readonly GoodsName[] = ["stopper", "chip"];
export type StageName = "rolling" | "acting" | "stopper_to_middle" | "stopper_to_buyer" | "chip_to_middle" | "chip_to_buyer";
export const STAGE_NAMES: readonly StageName[] = ["rolling", "acting", "stopper_to_middle", "stopper_to_buyer", "chip_to_middle", "chip_to_buyer"];
export const WIDTH = 5;
export const HEIGHT = 4;
export const VALUES: readonly number[] = [2, 3, 4, 6, 7, 8, 9, 12];
export const SIDES: Readonly<Record<number, readonly [number, number]>> = {"2": [2, 1], "3": [3, 1], "4": [2, 2], "6": [3, 2], "7": [1, 1], "8": [4, 2], "9": [3, 3], "12": [4, 3]};
export const PRICES: Readonly<Record<"stopper" | "chip", readonly [number, number]>> = {"stopper": [5, 10], "chip": [1, 11]};

export type PlacedTile = [kind: KindName, x: number, y: number, level: number];

export interface View {
  /** The seat that sees this; -1 is a spectator. */
  seat: number;
  /** The tiles on each board, lowest first. */
  boards: PlacedTile[][];
  /** Tiles that each seat has still to build, by value. */
  supplies: number[][];
  /** Stoppers of each seat. */
  stoppers: number[];
  /** Chips of each seat. */
  chips: number[];
  /** Stoppers and chips in the middle of the table. */
  middle: [stopper: number, chip: number];
  /** Stoppers and chips that were bought in this turn and can't be used yet. */
  new: [stopper: number, chip: number];
  /** 1 if stoppers, chips were bought in this turn. */
  bought: [stopper: number, chip: number];
  /** The dice not used yet. */
  dice: number[];
  /** The value of the tile that a stopper has just removed; 0 none. */
  stopped: number;
  /** What happens next; in the last four, a player is named who gives something up. */
  stage: StageName;
  /** Whose turn it is. */
  turn: number;
  /** Turns taken by all players. */
  turns: number;
  /** The seat to act, or -1 chance, -2 all, -3 the first to act, -4 nobody: the end. */
  current: number;
}

/** What players and chance do. */
export type Action =
  | { do: "roll"; dice: string }
  | { do: "build"; tile: KindName; y: number; x: number; dice: string }
  | { do: "stop"; player: number; y: number; x: number; dice: string }
  | { do: "also"; tile: KindName; y: number; x: number }
  | { do: "take_back"; y: number; x: number }
  | { do: "buy"; what: GoodsName; count: number; dice: string }
  | { do: "name"; player: number }
  | { do: "end" };

export const NOTATION: Readonly<Record<string, string>> = {"build": "build {tile} {x},{y} with {dice}", "stop": "stop {player} {x},{y} with {dice}", "also": "also {tile} {x},{y}", "take_back": "take back {x},{y}", "buy": "buy {count} {what} with {dice}", "name": "name {player}", "end": "end"};

const isPlacedTile: Guard<PlacedTile> = tupleOf(oneOf(KIND_NAMES), isNumber, isNumber, isNumber);

export const isView: Guard<View> = objectOf({ seat: isNumber, boards: listOf(listOf(isPlacedTile)), supplies: listOf(listOf(isNumber)), stoppers: listOf(isNumber), chips: listOf(isNumber), middle: tupleOf(isNumber, isNumber), new: tupleOf(isNumber, isNumber), bought: tupleOf(isNumber, isNumber), dice: listOf(isNumber), stopped: isNumber, stage: oneOf(STAGE_NAMES), turn: isNumber, turns: isNumber, current: isNumber });

export const isAction: Guard<Action> = taggedBy("do", {
  roll: { dice: isString },
  build: { tile: oneOf(KIND_NAMES), y: isNumber, x: isNumber, dice: isString },
  stop: { player: isNumber, y: isNumber, x: isNumber, dice: isString },
  also: { tile: oneOf(KIND_NAMES), y: isNumber, x: isNumber },
  take_back: { y: isNumber, x: isNumber },
  buy: { what: oneOf(GOODS_NAMES), count: isNumber, dice: isString },
  name: { player: isNumber },
  end: {},
});

export const PARTS = [
  {"name": "boards", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "supplies", "by": ["seat", "value"], "labels": [[], ["2", "3", "4", "6", "7", "8", "9", "12"]], "form": "number", "of": ""},
  {"name": "stoppers", "by": ["seat"], "labels": [[]], "form": "number", "of": ""},
  {"name": "chips", "by": ["seat"], "labels": [[]], "form": "number", "of": ""},
  {"name": "middle", "by": ["goods"], "labels": [["stopper", "chip"]], "form": "number", "of": ""},
  {"name": "new", "by": ["goods"], "labels": [["stopper", "chip"]], "form": "number", "of": ""},
  {"name": "bought", "by": ["goods"], "labels": [["stopper", "chip"]], "form": "number", "of": ""},
  {"name": "dice", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "stopped", "by": [], "labels": [], "form": "number", "of": ""},
  {"name": "stage", "by": [], "labels": [], "form": "name", "of": "stage"},
  {"name": "turn", "by": [], "labels": [], "form": "seat", "of": ""},
  {"name": "turns", "by": [], "labels": [], "form": "number", "of": ""},
];
