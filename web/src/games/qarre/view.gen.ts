// Generated from spec.py by `python -m carreau.codegen`; do not edit.
import { isBoolean, isNumber, listOf, nullable, objectOf, oneOf, taggedBy, tupleOf, type Guard } from "../../lib/guards";

export type CardName = "as" | "2s" | "3s" | "4s" | "5s" | "6s" | "7s" | "8s" | "9s" | "10s" | "ah" | "2h" | "3h" | "4h" | "5h" | "6h" | "7h" | "8h" | "9h" | "10h" | "ad" | "2d" | "3d" | "4d" | "5d" | "6d" | "7d" | "8d" | "9d" | "10d" | "ac" | "2c" | "3c" | "4c" | "5c" | "6c" | "7c" | "8c" | "9c" | "10c";
export const CARD_NAMES: readonly CardName[] = ["as", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "10s", "ah", "2h", "3h", "4h", "5h", "6h", "7h", "8h", "9h", "10h", "ad", "2d", "3d", "4d", "5d", "6d", "7d", "8d", "9d", "10d", "ac", "2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "10c"];
export type ActionCardName = "jack spades" | "jack hearts" | "jack diamonds" | "jack clubs" | "queen spades" | "queen hearts" | "queen diamonds" | "queen clubs" | "king spades" | "king hearts" | "king diamonds" | "king clubs";
export const ACTION_CARD_NAMES: readonly ActionCardName[] = ["jack spades", "jack hearts", "jack diamonds", "jack clubs", "queen spades", "queen hearts", "queen diamonds", "queen clubs", "king spades", "king hearts", "king diamonds", "king clubs"];
export type FaceName = "jack" | "queen" | "king";
export const FACE_NAMES: readonly FaceName[] = ["jack", "queen", "king"];
export type SuitName = "spades" | "hearts" | "diamonds" | "clubs";
export const SUIT_NAMES: readonly SuitName[] = ["spades", "hearts", "diamonds", "clubs"];
export type StageName = "lot" | "setting_up" | "dealing" | "laying_out_anew" | "drawing" | "turning_up" | "acting" | "refilling" | "discarding" | "laying";
export const STAGE_NAMES: readonly StageName[] = ["lot", "setting_up", "dealing", "laying_out_anew", "drawing", "turning_up", "acting", "refilling", "discarding", "laying"];
export type HandCardName = "due" | "laid" | "missing";
export const HAND_CARD_NAMES: readonly HandCardName[] = ["due", "laid", "missing"];

export type MemoryRecord = [owner: number, drew: boolean, played: CardName[], ruledOut: CardName[]];

export interface View {
  /** The seat that sees this; -1 is a spectator. */
  seat: number;
  /** What happens to a card taken by a jack. */
  jack: "exchange" | "keep";
  /** The fields whose top cards are a trio or quartet now. */
  combination: number[];
  /** The viewer's own cards. */
  hand: CardName[];
  /** How many cards each seat holds. */
  held: number[];
  /** Cards in the stock. */
  stock: number;
  /** Points that win. */
  target: number;
  /** Points more than the other that win. */
  lead: number;
  /** How often the action cards may run out before the game ends. */
  limit: number;
  /** The cards on each field, the lowest first. */
  piles: CardName[][];
  /** The reserve of each seat, the lowest card first. */
  reserves: CardName[][];
  /** The cards in each hand of which the other player is certain. */
  known: CardName[][];
  /** Those of them that everybody saw being taken. */
  taken: CardName[][];
  /** The discards. */
  discards: CardName[];
  /** Points of each seat. */
  scores: number[];
  /** The action card of this turn. */
  action: ActionCardName | null;
  /** The action cards not turned up since they were shuffled. */
  actions_left: ActionCardName[];
  /** How often the action cards ran out. */
  reshuffles: number;
  /** What happens next. */
  stage: StageName;
  /** The next field to be filled. */
  field: number;
  /** Whose turn it is, or to whom a card is dealt. */
  turn: number;
  /** Who began. */
  starter: number;
  /** What became of the one hand card of this turn. */
  hand_card: HandCardName;
  /** Whether a reserve card has been laid in this turn. */
  reserve_used: boolean;
  /** The card that a jack took and that must be played now. */
  kept: CardName | null;
  /** Who has won. */
  winner: number;
  /** What both players may remember of each other's hidden cards. */
  memory: MemoryRecord[];
  /** The seat to act, or -1 chance, -2 all, -3 the first to act, -4 nobody: the end. */
  current: number;
}

/** What players and chance do. */
export type Action =
  | { do: "start"; player: number }
  | { do: "fill"; card: CardName }
  | { do: "deal"; card: CardName }
  | { do: "draw"; card: CardName }
  | { do: "turn"; face: FaceName; suit: SuitName }
  | { do: "take"; field: number }
  | { do: "remove"; field: number }
  | { do: "decline" }
  | { do: "discard"; card: CardName }
  | { do: "lay"; card: CardName; field: number }
  | { do: "reserve"; card: CardName }
  | { do: "end" };

export const NOTATION: Readonly<Record<string, string>> = {"take": "take {field}", "remove": "remove {field}", "decline": "decline", "discard": "discard {card}", "lay": "{card} on {field}", "reserve": "reserve {card}", "end": "end"};

const isMemoryRecord: Guard<MemoryRecord> = tupleOf(isNumber, isBoolean, listOf(oneOf(CARD_NAMES)), listOf(oneOf(CARD_NAMES)));

export const isView: Guard<View> = objectOf({ seat: isNumber, jack: oneOf(["exchange", "keep"]), combination: listOf(isNumber), hand: listOf(oneOf(CARD_NAMES)), held: listOf(isNumber), stock: isNumber, target: isNumber, lead: isNumber, limit: isNumber, piles: listOf(listOf(oneOf(CARD_NAMES))), reserves: listOf(listOf(oneOf(CARD_NAMES))), known: listOf(listOf(oneOf(CARD_NAMES))), taken: listOf(listOf(oneOf(CARD_NAMES))), discards: listOf(oneOf(CARD_NAMES)), scores: listOf(isNumber), action: nullable(oneOf(ACTION_CARD_NAMES)), actions_left: listOf(oneOf(ACTION_CARD_NAMES)), reshuffles: isNumber, stage: oneOf(STAGE_NAMES), field: isNumber, turn: isNumber, starter: isNumber, hand_card: oneOf(HAND_CARD_NAMES), reserve_used: isBoolean, kept: nullable(oneOf(CARD_NAMES)), winner: isNumber, memory: listOf(isMemoryRecord), current: isNumber });

export const isAction: Guard<Action> = taggedBy("do", {
  start: { player: isNumber },
  fill: { card: oneOf(CARD_NAMES) },
  deal: { card: oneOf(CARD_NAMES) },
  draw: { card: oneOf(CARD_NAMES) },
  turn: { face: oneOf(FACE_NAMES), suit: oneOf(SUIT_NAMES) },
  take: { field: isNumber },
  remove: { field: isNumber },
  decline: {},
  discard: { card: oneOf(CARD_NAMES) },
  lay: { card: oneOf(CARD_NAMES), field: isNumber },
  reserve: { card: oneOf(CARD_NAMES) },
  end: {},
});

export const PARTS = [
  {"name": "jack", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "combination", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "hand", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "held", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "stock", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "target", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "lead", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "limit", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "piles", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "reserves", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "known", "by": ["seat"], "labels": [[]], "form": "set", "of": "card"},
  {"name": "taken", "by": ["seat"], "labels": [[]], "form": "set", "of": "card"},
  {"name": "discards", "by": [], "labels": [], "form": "set", "of": "card"},
  {"name": "scores", "by": ["seat"], "labels": [[]], "form": "number", "of": ""},
  {"name": "action", "by": [], "labels": [], "form": "other", "of": "action_card"},
  {"name": "actions_left", "by": [], "labels": [], "form": "set", "of": "action_card"},
  {"name": "reshuffles", "by": [], "labels": [], "form": "number", "of": ""},
  {"name": "stage", "by": [], "labels": [], "form": "name", "of": "stage"},
  {"name": "field", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "turn", "by": [], "labels": [], "form": "seat", "of": ""},
  {"name": "starter", "by": [], "labels": [], "form": "seat", "of": ""},
  {"name": "hand_card", "by": [], "labels": [], "form": "name", "of": "hand_card"},
  {"name": "reserve_used", "by": [], "labels": [], "form": "flag", "of": ""},
  {"name": "kept", "by": [], "labels": [], "form": "other", "of": "card"},
  {"name": "winner", "by": [], "labels": [], "form": "seat", "of": ""},
  {"name": "memory", "by": [], "labels": [], "form": "other", "of": ""},
];
