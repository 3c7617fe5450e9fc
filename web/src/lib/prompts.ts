/** The prompt: what to do now, in one sentence of the game's texts, or who the game is waiting for. */
import type { AnyView, Offered } from "../games/board";
import { fitting, type Fields } from "../kit/selection";
import type { TableShown, Texts } from "../wire";
import { t } from "./i18n.svelte";
import { filled, inWords } from "./sentences";

interface Decision {
  legal: readonly Offered[];
  picked: Fields; // picked so far
  view: AnyView;
  names: string[];
  who: string; // the player the game is waiting for
}

/**
 * Say what to do. A prompt's key lists its conditions: verbs still possible, fields picked, parts of the View with
 * their value ("order:up"). The prompt with the most conditions wins; if none mentions what was picked, the prompt
 * stays the same.
 */
export function prompt(texts: Texts, { legal, picked, view, names, who }: Decision): string {
  const left = fitting<Fields>(legal, picked);
  const key = bestKey(texts, left, picked, view);
  if (key === undefined && Object.keys(picked).length) return prompt(texts, { legal, picked: {}, view, names, who });
  if (key === undefined) return t("your_move");
  return filled(texts.prompts?.[key], { ...numbers(view), ...inWords(texts, shared(left), names), who });
}

function bestKey(texts: Texts, left: readonly Fields[], picked: Fields, view: AnyView): string | undefined {
  const facts = new Set([...left.map((action) => String(action.do)), ...Object.keys(picked), ...named(view)]);
  const keys = Object.keys(texts.prompts ?? {}).filter((key) => left.length && key.split(" ").every((word) => facts.has(word)));
  return keys.sort((one, other) => other.split(" ").length - one.split(" ").length)[0];
}

/** List the parts of a View that are names, with their values. */
const named = (view: AnyView): string[] =>
  Object.entries(view).flatMap(([part, value]) => (typeof value === "string" ? [`${part}:${value}`] : []));

/** List the numbers of a View, and those in its records: `pending_value` is the value of what is pending. */
function numbers(view: object): Record<string, number> {
  const found = Object.entries(view).flatMap(([part, value]: [string, unknown]): [string, number][] => {
    if (typeof value === "number") return [[part, value]];
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
    return Object.entries(numbers(value)).map(([field, number]) => [`${part}_${field}`, number]);
  });
  return Object.fromEntries(found);
}

/** List the fields that several actions have in common. */
function shared(actions: readonly Fields[]): Fields {
  const [first = {}, ...others] = actions;
  return Object.fromEntries(Object.entries(first).filter(([field, value]) => others.every((action) => action[field] === value)));
}

/** Say who the game is waiting for: bots think; for people, the game says what they are doing. */
export function waitingFor(texts: Texts | null, table: TableShown, view: AnyView | undefined, names: string[]): string {
  if (table.status === "open") return t("waiting_for_players");
  if (table.status === "over") return t("game_over");
  if (table.race) return t("everybody");
  const [first] = table.waiting;
  if (first === undefined) return "";
  const who = table.waiting.map((seat) => names[seat] ?? "").join(", ");
  const seat = table.seats[first];
  if (seat?.level || seat?.stand_in) return t("turn_of", { name: names[first] ?? "" });
  const doing = view && "stage" in view ? texts?.waiting?.[view.stage] : undefined;
  return doing === undefined ? t("waiting_for", { who }) : filled(doing, { who });
}
