// Generated from spec.py by `python -m carreau.codegen`; do not edit.
import { isBoolean, isNumber, listOf, objectOf, oneOf, taggedBy, tupleOf, type Guard } from "../../lib/guards";

export type OrderName = "up" | "down" | "none";
export const ORDER_NAMES: readonly OrderName[] = ["up", "down", "none"];
export type StageName = "lot" | "dealing" | "playing" | "drawing";
export const STAGE_NAMES: readonly StageName[] = ["lot", "dealing", "playing", "drawing"];

export type CardBatch = [owner: number, size: number, ruledOut: number[]];

export type LaidCard = [card: number, origins: number[]];

export interface View {
  /** The seat that sees this; -1 is a spectator. */
  seat: number;
  /** How many floors the box has. */
  floors: number;
  /** Whether the cards laid stay visible. */
  open_discards: boolean;
  /** 1 for each seat with a card face down in front of it. */
  drawn: number[];
  /** The viewer's own cards. */
  hand: number[];
  /** How many cards each seat holds. */
  held: number[];
  /** Cards in the pile. */
  pile: number;
  /** 1 while those who fail draw, 2 when they are out for it. */
  phase: number;
  /** Who acts, or for whom chance deals or draws. */
  turn: number;
  /** Who began. */
  starter: number;
  /** The seats that could not obey the order in force. */
  failed: number[];
  /** The floor laid last; 0 before the first. */
  top: number;
  /** The order in force. */
  order: OrderName;
  /** Who gave the order. */
  commander: number;
  /** The seats that are out. */
  out: number[];
  /** What comes next. */
  stage: StageName;
  /** Who has won. */
  winner: number;
  /** The cards that came into a hand together. */
  batches: CardBatch[];
  /** The cards laid, and the batches each may have come from. */
  laid: LaidCard[];
  /** The seat to act, or -1 chance, -2 all, -3 the first to act, -4 nobody: the end. */
  current: number;
}

/** What players and chance do. */
export type Action =
  | { do: "start"; player: number }
  | { do: "deal"; card: number }
  | { do: "lay"; card: number; order: "up" | "down" }
  | { do: "fail" }
  | { do: "draw"; card: number };

export const NOTATION: Readonly<Record<string, string>> = {"lay": "{card} {order}", "fail": "fail"};

const isCardBatch: Guard<CardBatch> = tupleOf(isNumber, isNumber, listOf(isNumber));
const isLaidCard: Guard<LaidCard> = tupleOf(isNumber, listOf(isNumber));

export const isView: Guard<View> = objectOf({ seat: isNumber, floors: isNumber, open_discards: isBoolean, drawn: listOf(isNumber), hand: listOf(isNumber), held: listOf(isNumber), pile: isNumber, phase: isNumber, turn: isNumber, starter: isNumber, failed: listOf(isNumber), top: isNumber, order: oneOf(ORDER_NAMES), commander: isNumber, out: listOf(isNumber), stage: oneOf(STAGE_NAMES), winner: isNumber, batches: listOf(isCardBatch), laid: listOf(isLaidCard), current: isNumber });

export const isAction: Guard<Action> = taggedBy("do", {
  start: { player: isNumber },
  deal: { card: isNumber },
  lay: { card: isNumber, order: oneOf(["up", "down"]) },
  fail: {},
  draw: { card: isNumber },
});

export const PARTS = [
  {"name": "floors", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "open_discards", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "drawn", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "hand", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "held", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "pile", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "phase", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "turn", "by": [], "labels": [], "form": "seat", "of": ""},
  {"name": "starter", "by": [], "labels": [], "form": "seat", "of": ""},
  {"name": "failed", "by": [], "labels": [], "form": "seats", "of": "seat"},
  {"name": "top", "by": [], "labels": [], "form": "number", "of": ""},
  {"name": "order", "by": [], "labels": [], "form": "name", "of": "order"},
  {"name": "commander", "by": [], "labels": [], "form": "seat", "of": ""},
  {"name": "out", "by": [], "labels": [], "form": "seats", "of": "seat"},
  {"name": "stage", "by": [], "labels": [], "form": "name", "of": "stage"},
  {"name": "winner", "by": [], "labels": [], "form": "seat", "of": ""},
  {"name": "batches", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "laid", "by": [], "labels": [], "form": "other", "of": ""},
];
