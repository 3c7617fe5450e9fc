// Generated from spec.py by `python -m carreau.codegen`; do not edit.
import { isNumber, isString, listOf, nullable, objectOf, oneOf, taggedBy, tupleOf, type Guard } from "../../lib/guards";

export type CombinationName = "" | "1" | "2" | "1+1" | "3" | "1+2" | "4" | "1+3" | "2+2" | "1+1+2" | "5" | "1+4" | "2+3" | "1+1+3" | "1+2+2" | "6" | "1+5" | "2+4" | "3+3" | "1+1+4" | "1+2+3" | "1+1+2+2" | "7" | "1+6" | "2+5" | "3+4" | "1+1+5" | "1+2+4" | "1+3+3" | "2+2+3" | "1+1+2+3" | "8" | "1+7" | "2+6" | "3+5" | "4+4" | "1+1+6" | "1+2+5" | "1+3+4" | "2+2+4" | "2+3+3" | "1+1+2+4" | "1+1+3+3" | "1+2+2+3";
export const COMBINATION_NAMES: readonly CombinationName[] = ["", "1", "2", "1+1", "3", "1+2", "4", "1+3", "2+2", "1+1+2", "5", "1+4", "2+3", "1+1+3", "1+2+2", "6", "1+5", "2+4", "3+3", "1+1+4", "1+2+3", "1+1+2+2", "7", "1+6", "2+5", "3+4", "1+1+5", "1+2+4", "1+3+3", "2+2+3", "1+1+2+3", "8", "1+7", "2+6", "3+5", "4+4", "1+1+6", "1+2+5", "1+3+4", "2+2+4", "2+3+3", "1+1+2+4", "1+1+3+3", "1+2+2+3"];
export type StageName = "lot" | "laying_aside" | "dealing" | "asking" | "answering" | "choosing" | "returning" | "exchanging" | "calling";
export const STAGE_NAMES: readonly StageName[] = ["lot", "laying_aside", "dealing", "asking", "answering", "choosing", "returning", "exchanging", "calling"];
export const COPIES = 2;

export interface Question {
  asker: number;
  asked: number;
  value: number;
  given: number;
  returned: number;
  given_cards: number[] | null;
  returned_cards: number[] | null;
}

export interface OpenQuestion {
  asker: number;
  asked: number;
  value: number;
  given: number;
  returned: number;
  given_cards: number[] | null;
}

export interface View {
  /** The seat that sees this; -1 is a spectator. */
  seat: number;
  /** Whether all may announce at any time, or in turn. */
  tempo: "race" | "turns";
  /** The viewer's own cards. */
  hand: number[];
  /** The card aside, once it was turned up. */
  aside: number | null;
  /** The questions of this deal that were answered. */
  questions: Question[];
  /** The question that is not answered yet. */
  pending: OpenQuestion | null;
  /** How many cards each seat holds. */
  held: number[];
  /** Chips that win. */
  target: number;
  /** The highest value, of two cards each. */
  highest: number;
  /** Questions after which a deal is void. */
  question_limit: number;
  /** Cards not dealt yet. */
  deck: number;
  /** Chips of each seat. */
  chips: number[];
  /** What comes next; answering and returning say how many, then which cards. */
  stage: StageName;
  /** The number of the deal; an announcement is about one (nuss.r4). */
  deal: number;
  /** Who began the deal. */
  starter: number;
  /** Who has to do something, or is dealt the next card. */
  turn: number;
  /** Who asks or has asked. */
  asker: number;
  /** Void deals in a row; 10 end the game. */
  voids: number;
  /** Who announced what, and what the card was. */
  revealed: [seat: number, value: number, card: number][];
  /** The seat to act, or -1 chance, -2 all, -3 the first to act, -4 nobody: the end. */
  current: number;
}

/** What players and chance do. */
export type Action =
  | { do: "start"; player: number }
  | { do: "aside"; value: number }
  | { do: "deal"; value: number }
  | { do: "ask"; player: number; value: number }
  | { do: "no" }
  | { do: "push"; number: number }
  | { do: "choose"; cards: string }
  | { do: "announce"; value: number }
  | { do: "pass" };

export const NOTATION: Readonly<Record<string, string>> = {"ask": "ask {player} {value}", "no": "no", "push": "push {number}", "choose": "choose {cards}", "announce": "announce {value}", "pass": "pass"};

const isQuestion: Guard<Question> = objectOf({ asker: isNumber, asked: isNumber, value: isNumber, given: isNumber, returned: isNumber, given_cards: nullable(listOf(isNumber)), returned_cards: nullable(listOf(isNumber)) });
const isOpenQuestion: Guard<OpenQuestion> = objectOf({ asker: isNumber, asked: isNumber, value: isNumber, given: isNumber, returned: isNumber, given_cards: nullable(listOf(isNumber)) });

export const isView: Guard<View> = objectOf({ seat: isNumber, tempo: oneOf(["race", "turns"]), hand: listOf(isNumber), aside: nullable(isNumber), questions: listOf(isQuestion), pending: nullable(isOpenQuestion), held: listOf(isNumber), target: isNumber, highest: isNumber, question_limit: isNumber, deck: isNumber, chips: listOf(isNumber), stage: oneOf(STAGE_NAMES), deal: isNumber, starter: isNumber, turn: isNumber, asker: isNumber, voids: isNumber, revealed: listOf(tupleOf(isNumber, isNumber, isNumber)), current: isNumber });

export const isAction: Guard<Action> = taggedBy("do", {
  start: { player: isNumber },
  aside: { value: isNumber },
  deal: { value: isNumber },
  ask: { player: isNumber, value: isNumber },
  no: {},
  push: { number: isNumber },
  choose: { cards: isString },
  announce: { value: isNumber },
  pass: {},
});

export const PARTS = [
  {"name": "tempo", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "hand", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "aside", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "questions", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "pending", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "held", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "target", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "highest", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "question_limit", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "deck", "by": [], "labels": [], "form": "other", "of": ""},
  {"name": "chips", "by": ["seat"], "labels": [[]], "form": "number", "of": ""},
  {"name": "stage", "by": [], "labels": [], "form": "name", "of": "stage"},
  {"name": "deal", "by": [], "labels": [], "form": "number", "of": ""},
  {"name": "starter", "by": [], "labels": [], "form": "seat", "of": ""},
  {"name": "turn", "by": [], "labels": [], "form": "seat", "of": ""},
  {"name": "asker", "by": [], "labels": [], "form": "seat", "of": ""},
  {"name": "voids", "by": [], "labels": [], "form": "number", "of": ""},
  {"name": "revealed", "by": [], "labels": [], "form": "other", "of": ""},
];
