// Generated from spec.py by `python -m carreau.codegen`; do not edit.
import { isBoolean, isNumber, isString, listOf, objectOf, oneOf, recordOf, taggedBy, tupleOf, type Guard } from "../../lib/guards";

export type PlaceName = "A" | "B" | "C" | "D";
export const PLACE_NAMES: readonly PlaceName[] = ["A", "B", "C", "D"];
export type DeedName = "swap_places" | "take_pile" | "give_card" | "draw_card" | "swap_hands" | "turn_direction" | "pass_all" | "move_all";
export const DEED_NAMES: readonly DeedName[] = ["swap_places", "take_pile", "give_card", "draw_card", "swap_hands", "turn_direction", "pass_all", "move_all"];
export type StageName = "dealing" | "playing" | "giving" | "passing" | "drawing";
export const STAGE_NAMES: readonly StageName[] = ["dealing", "playing", "giving", "passing", "drawing"];
export type HappeningName = "played" | "took" | "moved" | "swapped" | "passed" | "landed";
export const HAPPENING_NAMES: readonly HappeningName[] = ["played", "took", "moved", "swapped", "passed", "landed"];

export type SeenEvent = [what: HappeningName, giver: number, receiver: number, cards: number[]];

export interface Instruction {
  card: number;
  name: Record<string, string>;
  text: Record<string, string>;
  effect: string[];
}

export interface View {
  /** The seat that sees this; -1 is a spectator. */
  seat: number;
  /** After how many plays the game ends without a winner. */
  play_limit: number;
  /** Whether all of the pile is displayed. */
  open_discards: boolean;
  /** The seat to which a card is given, or from which it is drawn; -1 none. */
  target: number;
  /** The seats that may act. */
  waiting: number[];
  /** The cards that the viewer saw go into each hand, and that must still be there. */
  sure: number[][];
  /** The cards that were on the pile at first, in a position that was set up. */
  first_pile: number[];
  /** What happened to cards, with those that the viewer saw. */
  events: SeenEvent[];
  /** The cards of the game. */
  deck: Instruction[];
  /** The viewer's own cards. */
  hand: number[];
  /** How many cards each seat holds. */
  held: number[];
  /** The cards that the viewer was dealt. */
  dealt: number[];
  /** How many cards each seat was dealt. */
  dealt_held: number[];
  /** Cards not dealt yet. */
  pack: number;
  /** The card that the viewer has chosen to pass; 0 none. */
  chosen: number;
  /** The discard pile. */
  pile: number[];
  /** The uppermost card of the pile; 0 none. */
  top: number;
  /** The card whose instruction is carried out; 0 none. */
  in_play: number;
  /** What is still to do of the card in play. */
  parts: string[];
  /** The seat on each place. */
  places: number[];
  /** Where the card in play was played, or the next one is played or dealt. */
  place: PlaceName;
  /** Where the turn goes: 1 to the left, -1 to the right. */
  direction: number;
  /** The active player. */
  turn: number;
  /** What happens next. */
  stage: StageName;
  /** Cards played. */
  plays: number;
  /** Who has won; -1 nobody. */
  winner: number;
  /** The seat to act, or -1 chance, -2 all, -3 the first to act, -4 nobody: the end. */
  current: number;
}

/** What players and chance do. */
export type Action =
  | { do: "deal"; card: number }
  | { do: "play"; card: number }
  | { do: "give"; card: number }
  | { do: "pass"; card: number }
  | { do: "draw"; card: number };

export const NOTATION: Readonly<Record<string, string>> = {"play": "play {card}", "give": "give {card}", "pass": "pass {card}"};

const isSeenEvent: Guard<SeenEvent> = tupleOf(oneOf(HAPPENING_NAMES), isNumber, isNumber, listOf(isNumber));
const isInstruction: Guard<Instruction> = objectOf({ card: isNumber, name: recordOf(isString), text: recordOf(isString), effect: listOf(isString) });

export const isView: Guard<View> = objectOf({ seat: isNumber, play_limit: isNumber, open_discards: isBoolean, target: isNumber, waiting: listOf(isNumber), sure: listOf(listOf(isNumber)), first_pile: listOf(isNumber), events: listOf(isSeenEvent), deck: listOf(isInstruction), hand: listOf(isNumber), held: listOf(isNumber), dealt: listOf(isNumber), dealt_held: listOf(isNumber), pack: isNumber, chosen: isNumber, pile: listOf(isNumber), top: isNumber, in_play: isNumber, parts: listOf(isString), places: listOf(isNumber), place: oneOf(PLACE_NAMES), direction: isNumber, turn: isNumber, stage: oneOf(STAGE_NAMES), plays: isNumber, winner: isNumber, current: isNumber });

export const isAction: Guard<Action> = taggedBy("do", {
  deal: { card: isNumber },
  play: { card: isNumber },
  give: { card: isNumber },
  pass: { card: isNumber },
  draw: { card: isNumber },
});

export const PARTS = [
  {"name": "play_limit", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "open_discards", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "target", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "waiting", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "sure", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "first_pile", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "events", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "deck", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "hand", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "held", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "dealt", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "dealt_held", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "pack", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "chosen", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "pile", "by": [], "labels": [], "form": "set", "of": "card"},
  {"name": "top", "by": [], "labels": [], "form": "number", "of": ""},
  {"name": "in_play", "by": [], "labels": [], "form": "number", "of": ""},
  {"name": "parts", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "places", "by": ["place"], "labels": [["A", "B", "C", "D"]], "form": "number", "of": ""},
  {"name": "place", "by": [], "labels": [], "form": "name", "of": "place"},
  {"name": "direction", "by": [], "labels": [], "form": "number", "of": ""},
  {"name": "turn", "by": [], "labels": [], "form": "seat", "of": ""},
  {"name": "stage", "by": [], "labels": [], "form": "name", "of": "stage"},
  {"name": "plays", "by": [], "labels": [], "form": "number", "of": ""},
  {"name": "winner", "by": [], "labels": [], "form": "seat", "of": ""},
];
