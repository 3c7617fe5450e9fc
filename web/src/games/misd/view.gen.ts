// Generated from spec.py by `python -m carreau.codegen`; do not edit.
import { isBoolean, isNumber, isString, listOf, nullable, objectOf, oneOf, recordOf, taggedBy, tupleOf, type Guard } from "../../lib/guards";

export type ShapeName = "triangle" | "square" | "diamond" | "pentagon" | "hexagon" | "circle" | "star" | "arrow" | "heart" | "cross";
export const SHAPE_NAMES: readonly ShapeName[] = ["triangle", "square", "diamond", "pentagon", "hexagon", "circle", "star", "arrow", "heart", "cross"];
export type ColourName = "white" | "black" | "yellow" | "green" | "blue" | "violet" | "red" | "orange" | "brown" | "grey";
export const COLOUR_NAMES: readonly ColourName[] = ["white", "black", "yellow", "green", "blue", "violet", "red", "orange", "brown", "grey"];
export type SideName = "front" | "back";
export const SIDE_NAMES: readonly SideName[] = ["front", "back"];
export type ModeName = "simple" | "hard";
export const MODE_NAMES: readonly ModeName[] = ["simple", "hard"];
export const CHIPS = 20;

export type OpenCard = [card: number, side: SideName];

export type LastAnswer = [seat: number, answer: string, right: boolean, solution: string | null];

export interface View {
  /** The seat that sees this; -1 is a spectator. */
  seat: number;
  /** The shape that the finder asks for. */
  shape: ShapeName | null;
  /** The colour that the finder asks for. */
  colour: ColourName | null;
  /** The seats whose answer to what lies open was wrong. */
  wrong: number[];
  /** Chips of each seat. */
  chips: number[];
  /** Chips that nobody owns. */
  supply: number;
  /** The cards that were not turned up or laid out since the cards were last shuffled. */
  stack: number[];
  /** The finders in the pile of shapes. */
  shapes_left: ShapeName[];
  /** The finders in the pile of colours. */
  colours_left: ColourName[];
  /** Cards that lie open at a time. */
  places: number;
  /** Cards or searches until the game ends. */
  limit: number;
  /** The number of the card or search on the table. */
  number: number;
  /** The cards that lie open. */
  layout: OpenCard[];
  /** The last answer, once somebody has answered or the time was up. */
  last: LastAnswer | null;
  /** Which of the two games it is. */
  mode: ModeName;
  /** The colour of each shape on the cards that lie open. */
  faces: Record<string, ColourName>[];
  /** The seat to act, or -1 chance, -2 all, -3 the first to act, -4 nobody: the end. */
  current: number;
}

/** What players and chance do. */
export type Action =
  | { do: "turn"; card: number; side: SideName }
  | { do: "lay"; card: number; side: SideName }
  | { do: "shape"; shape: ShapeName }
  | { do: "colour"; colour: ColourName }
  | { do: "name"; colour: ColourName; shape: ShapeName }
  | { do: "point"; place: number }
  | { do: "missing" }
  | { do: "timeout" };

export const NOTATION: Readonly<Record<string, string>> = {"name": "{colour} {shape}", "point": "card {place}", "missing": "missing"};

const isOpenCard: Guard<OpenCard> = tupleOf(isNumber, oneOf(SIDE_NAMES));
const isLastAnswer: Guard<LastAnswer> = tupleOf(isNumber, isString, isBoolean, nullable(isString));

export const isView: Guard<View> = objectOf({ seat: isNumber, shape: nullable(oneOf(SHAPE_NAMES)), colour: nullable(oneOf(COLOUR_NAMES)), wrong: listOf(isNumber), chips: listOf(isNumber), supply: isNumber, stack: listOf(isNumber), shapes_left: listOf(oneOf(SHAPE_NAMES)), colours_left: listOf(oneOf(COLOUR_NAMES)), places: isNumber, limit: isNumber, number: isNumber, layout: listOf(isOpenCard), last: nullable(isLastAnswer), mode: oneOf(MODE_NAMES), faces: listOf(recordOf(oneOf(COLOUR_NAMES))), current: isNumber });

export const isAction: Guard<Action> = taggedBy("do", {
  turn: { card: isNumber, side: oneOf(SIDE_NAMES) },
  lay: { card: isNumber, side: oneOf(SIDE_NAMES) },
  shape: { shape: oneOf(SHAPE_NAMES) },
  colour: { colour: oneOf(COLOUR_NAMES) },
  name: { colour: oneOf(COLOUR_NAMES), shape: oneOf(SHAPE_NAMES) },
  point: { place: isNumber },
  missing: {},
  timeout: {},
});

export const PARTS = [
  {"name": "shape", "by": [], "labels": [], "form": "other", "of": "shape"},
  {"name": "colour", "by": [], "labels": [], "form": "other", "of": "colour"},
  {"name": "wrong", "by": [], "labels": [], "form": "seats", "of": "seat"},
  {"name": "chips", "by": ["seat"], "labels": [[]], "form": "number", "of": ""},
  {"name": "supply", "by": [], "labels": [], "form": "number", "of": ""},
  {"name": "stack", "by": [], "labels": [], "form": "set", "of": "card"},
  {"name": "shapes_left", "by": [], "labels": [], "form": "set", "of": "shape"},
  {"name": "colours_left", "by": [], "labels": [], "form": "set", "of": "colour"},
  {"name": "places", "by": [], "labels": [], "form": "number", "of": ""},
  {"name": "limit", "by": [], "labels": [], "form": "number", "of": ""},
  {"name": "number", "by": [], "labels": [], "form": "number", "of": ""},
  {"name": "layout", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "last", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "mode", "by": [], "labels": [], "form": "name", "of": "mode"},
  {"name": "faces", "by": [], "labels": [], "form": "other", "of": ""},
];
