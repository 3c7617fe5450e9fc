/** Typed moves: a game's notation, in English as in records, and with names in the chosen language. */
import type { AnyAction, Offered } from "../games/board";
import { isAnyAction } from "../games/clients.gen";
import type { Fields } from "../kit/selection";
import type { Texts } from "../wire";
import { filled, inWords, PLAYER, sentence } from "./sentences";

const GAP = /\{(\w+)\}/;
const NUMBER = /^-?\d+$/;
const PARTS = /-?\d+\p{L}?|\p{L}\d+|\p{L}+/gu; // "build", "8x", "-1", "a1": what a typed move can't do without
const WORD = /^\p{L}+$/u;

/** Everything needed to read a typed move. */
export interface Reading {
  notation: Readonly<Record<string, string>>;
  texts: Texts;
  names: string[];
  legal: readonly Offered[];
  pov: number;
}

export interface Suggestion {
  action: Offered;
  typed: string; // as typed
  told: string; // its effect
}

/** Write an action as players type it: "red 1,0", in German "rot 1,0". */
export function written({ notation, texts, names }: Reading, action: Fields): string {
  return filled(notation[String(action.do)], inWords(texts, action, names));
}

/**
 * List the legal actions that match a typed text: first those that start with it or that it is short for, then those
 * that contain all its words.
 */
export function suggestions(reading: Reading, text: string): Suggestion[] {
  const words = plain(text).split(" ");
  const all = reading.legal.map((action) => suggestion(reading, action));
  const said = (each: Suggestion): string[] => plain(`${each.typed} ${each.told}`).split(" ");
  const mentioning = all.filter((each) => words.every((word) => said(each).some((other) => other.startsWith(word))));
  const first = [...new Set([...beginning(reading, text), ...abbreviated(reading, text)])];
  return [...all.filter((each) => first.includes(each.action)), ...mentioning.filter((each) => !first.includes(each.action))];
}

/** Read a typed move: a legal action, or one the server will name the rule against; null if it isn't a move. */
export function read(reading: Reading, text: string): AnyAction | Offered | null {
  const wanted = plain(text);
  if (!wanted) return null;
  const exact = reading.legal.find((action) => spellings(reading, action).includes(wanted));
  return exact ?? sole(beginning(reading, text)) ?? sole(abbreviated(reading, text)) ?? anyAction(reading, wanted);
}

const sole = (actions: Offered[]): Offered | undefined => (actions.length === 1 ? actions[0] : undefined);

const beginning = (reading: Reading, text: string): Offered[] =>
  reading.legal.filter((action) => spellings(reading, action).some((spelling) => spelling.startsWith(plain(text))));

/** List the actions that a text may be short for: "b8x00w34" for "build 8x 0,0 with 3+4". */
function abbreviated(reading: Reading, text: string): Offered[] {
  const letters = text.toLowerCase().match(PARTS)?.join("") ?? "";
  return reading.legal.filter((action) => spellings(reading, action).some((spelling) => short(spelling).test(letters)));
}

/** Match all abbreviations of a spelling: each word has at least its first letter, and nothing else is left out. */
function short(spelling: string): RegExp {
  const parts = spelling.match(PARTS) ?? [];
  return new RegExp(`^${parts.map((part) => (WORD.test(part) ? anyBeginning(part) : part)).join("")}$`);
}

const anyBeginning = (word: string): string =>
  Array.from(word).reduceRight((rest, letter) => (rest ? `${letter}(?:${rest})?` : letter), "");

/** List an example of each kind of move that is legal now. */
export function examples(reading: Reading): string[] {
  const kinds = new Map([...reading.legal].reverse().map((action) => [action.do, action]));
  return [...kinds.values()].map((action) => written(reading, action));
}

function suggestion(reading: Reading, action: Offered): Suggestion {
  const told = sentence(reading.texts, { actor: reading.pov, action, veiled: false }, reading.names);
  return { action, typed: written(reading, action), told };
}

const spellings = (reading: Reading, action: Fields): string[] => [
  plain(filled(reading.notation[String(action.do)], action)),
  plain(written(reading, action)),
];

/** Lower the case, and keep spaces only between words. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\s*,\s*/g, ",")
    .replace(/\s+/g, " ")
    .trim();

/** Read a well-formed action, legal or not. */
function anyAction(reading: Reading, wanted: string): AnyAction | null {
  for (const [verb, form] of Object.entries(reading.notation)) {
    const found = new RegExp(`^${plainForm(form)}$`).exec(wanted);
    const values = Object.entries(found?.groups ?? {}).map(([field, value]): [string, string] => [field, meant(reading, field, value)]);
    const numbers = values.map(([field, value]): [string, string | number] => [field, NUMBER.test(value) ? Number(value) : value]);
    const action = [numbers, values].map((each) => ({ do: verb, ...Object.fromEntries(each) })).find(isAnyAction);
    if (found && action) return action;
  }
  return null;
}

/** Turn a form into a pattern with a group for each field. */
function plainForm(form: string): string {
  const parts = form.toLowerCase().split(GAP);
  return parts.map((part, index) => (index % 2 ? `(?<${part}>.+?)` : part)).join("");
}

/** Find the value a word stands for in the chosen language: "red" for "rot", a seat for a name. */
function meant({ texts, names }: Reading, field: string, word: string): string {
  const seat = names.findIndex((name) => plain(name) === word);
  if (field === PLAYER && seat >= 0) return String(seat);
  return Object.entries(texts.values?.[field] ?? {}).find(([, name]) => plain(name) === word)?.[0] ?? word;
}
