// Generated from spec.py by `python -m carreau.codegen`; do not edit.
import { isBoolean, isNumber, isString, listOf, objectOf, oneOf, recordOf, taggedBy, tupleOf, type Guard } from "../../lib/guards";

export type ColourName = "red" | "blue" | "green" | "yellow";
export const COLOUR_NAMES: readonly ColourName[] = ["red", "blue", "green", "yellow"];
export type StageName = "chipping" | "drawing" | "laying";
export const STAGE_NAMES: readonly StageName[] = ["chipping", "drawing", "laying"];

export interface ShownChip {
  value: number;
  missing: number;
  carats: number[];
  winner: string;
  points: number;
}

export type HeldTile = [carats: number, order: string];

export type LaidTile = [x: number, y: number, carats: number, gems: string];

export interface View {
  /** The seat that sees this; -1 is a spectator. */
  seat: number;
  /** Whether everybody sees all hands. */
  open_hands: boolean;
  /** The colours of each seat. */
  colours: string[][];
  /** Points of every colour that is played. */
  points: Record<string, number>;
  /** The chips by row and column. */
  chips: ShownChip[][];
  /** The tiles in the stock or in a hidden hand. */
  unseen: HeldTile[];
  /** How many tiles each seat holds. */
  held: number[];
  /** Tiles in the stock. */
  stock: number;
  /** Chips of each value still to be laid. */
  chips_left: number[];
  /** Points of each seat. */
  scores: number[];
  /** Fields along a side of the board. */
  side: number;
  /** The tiles of each seat, as far as they are seen. */
  hands: HeldTile[][];
  /** The tiles that lie, row by row. */
  tiles: LaidTile[];
  /** What happens next. */
  stage: StageName;
  /** Who acts, or for whom a tile is drawn. */
  turn: number;
  /** The seat to act, or -1 chance, -2 all, -3 the first to act, -4 nobody: the end. */
  current: number;
}

/** What players and chance do. */
export type Action =
  | { do: "chip"; value: number; y: number; x: number }
  | { do: "draw"; carats: number; order: "rbgy" | "rbyg" | "rgby" | "rgyb" | "rybg" | "rygb" }
  | { do: "lay"; carats: number; gems: string; y: number; x: number };

export const NOTATION: Readonly<Record<string, string>> = {"chip": "chip {value} {x},{y}", "lay": "{carats} {gems} {x},{y}"};

const isShownChip: Guard<ShownChip> = objectOf({ value: isNumber, missing: isNumber, carats: listOf(isNumber), winner: isString, points: isNumber });
const isHeldTile: Guard<HeldTile> = tupleOf(isNumber, isString);
const isLaidTile: Guard<LaidTile> = tupleOf(isNumber, isNumber, isNumber, isString);

export const isView: Guard<View> = objectOf({ seat: isNumber, open_hands: isBoolean, colours: listOf(listOf(isString)), points: recordOf(isNumber), chips: listOf(listOf(isShownChip)), unseen: listOf(isHeldTile), held: listOf(isNumber), stock: isNumber, chips_left: listOf(isNumber), scores: listOf(isNumber), side: isNumber, hands: listOf(listOf(isHeldTile)), tiles: listOf(isLaidTile), stage: oneOf(STAGE_NAMES), turn: isNumber, current: isNumber });

export const isAction: Guard<Action> = taggedBy("do", {
  chip: { value: isNumber, y: isNumber, x: isNumber },
  draw: { carats: isNumber, order: oneOf(["rbgy", "rbyg", "rgby", "rgyb", "rybg", "rygb"]) },
  lay: { carats: isNumber, gems: isString, y: isNumber, x: isNumber },
});

export const PARTS = [
  {"name": "open_hands", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "colours", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "points", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "chips", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "unseen", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "held", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "stock", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "chips_left", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "scores", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "side", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "hands", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "tiles", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "stage", "by": [], "labels": [], "form": "name", "of": "stage"},
  {"name": "turn", "by": [], "labels": [], "form": "seat", "of": ""},
];
