/** Moves in words, from a game's text file. */
import type { EffectShown, PublicMove, Texts } from "../wire";
import { settings } from "./settings.svelte";

export const PLAYER = "player"; // the field of an action that contains a seat
const POINTS = "points"; // the effect that needs no words
const SQUARE = /^[a-z]\d$/; // a space, as written on the board: "A1"
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const GAP = /\{(\w+)(?::([^|{}]*)\|([^|{}]*))?\}/g;

/** Translate a field's value: "red" may be "rot", "a1" is "A1". */
export function named(texts: Texts, field: string, value: string | number): string {
  const plain = String(value);
  return texts.values?.[field]?.[plain] ?? (SQUARE.test(plain) ? plain.toUpperCase() : plain);
}

/** Fill the gaps of a text, and choose the form that goes with a number: "{count} {count:card|cards}" is "1 card". */
export function filled(template: string | undefined, values: Record<string, string | number>): string {
  const fill = (_: string, name: string, one?: string, several?: string): string => {
    const value = values[name] ?? "";
    return (one === undefined ? isolated(String(value)) : singular(Number(value)) ? one : several) ?? "";
  };
  return (template ?? "").replace(GAP, fill).replace(/ +/g, " ").trim(); // keep non-breaking spaces
}

/** Keep a name that is written from right to left from reordering the text around it, as <bdi> does. */
const isolated = (value: string): string => (RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value);

const singular = (number: number): boolean => new Intl.PluralRules(settings.language).select(number) === "one";

/** Write a clause as a title: "End of the game (caro.15)". */
export function cited(texts: Texts, clause: string): string {
  return `${texts.clauses[clause]?.[0] ?? ""} (${clause})`;
}

/** "Ada places red on 0,1", or the version for players who didn't see the details. */
export function sentence(texts: Texts, told: PublicMove, names: string[]): string {
  const verb = String(told.action.do);
  const who = told.actor >= 0 ? (names[told.actor] ?? "") : "";
  if (told.veiled) return filled(texts.hidden?.[verb] ?? verb, { who });
  return filled(texts.actions[verb] ?? verb, { ...inWords(texts, told.action, names), who });
}

/** Describe the effects of a move: "+8", "captures a 3 on L, Bo −10". */
export function outcome(texts: Texts, effects: readonly EffectShown[], actor: number, names: string[]): string {
  return effects.map((effect) => effectInWords(texts, effect, actor, names)).join(", ");
}

export const isPoints = ({ kind }: EffectShown): boolean => kind === POINTS;

/** Describe one effect of a move. */
export function effectInWords(texts: Texts, { kind, seat, amount = 0, fields = {} }: EffectShown, actor: number, names: string[]): string {
  const who = names[seat] ?? "";
  if (kind === POINTS) return seat === actor ? signed(amount) : `${who} ${signed(amount)}`;
  const words = Object.entries(fields).map(([field, value]): [string, string] => [
    field,
    texts.words?.[value] ?? named(texts, field, value),
  ]);
  return filled(texts.effects?.[kind], { ...Object.fromEntries(words), who, amount });
}

const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);

/** Describe a move with its effects: "Ada places red on 0,1 (+8)". */
export function told(texts: Texts, move: PublicMove, names: string[]): string {
  const did = outcome(texts, move.effects ?? [], move.actor, names);
  return did ? `${sentence(texts, move, names)} (${did})` : sentence(texts, move, names);
}

/** Return the button for an action: "Place red", or the values of its fields if the game has no words for it. */
export function label(texts: Texts, action: Record<string, string | number>, names: string[]): string {
  const words = inWords(texts, action, names);
  const template = texts.buttons?.[String(action.do)];
  if (template) return filled(template, words);
  return Object.entries(words)
    .filter(([field]) => field !== "id")
    .map(([, value]) => value)
    .join(" ");
}

/** List the fields of an action in words. */
export function inWords(texts: Texts, action: Record<string, string | number>, names: string[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(action).map(([field, value]) => [
      field,
      field === PLAYER ? (names[Number(value)] ?? String(value)) : named(texts, field, value),
    ]),
  );
}
