/** Events for screen readers: each once, as a sentence with its effects in words. */
import type { EffectShown, PublicMove, Texts } from "../wire";
import { t } from "./i18n.svelte";
import { passages } from "./log";
import { effectInWords, isPoints, sentence } from "./sentences";

/** "Ada places red on 0,1: 8 points for Ada"; a whole set-up in one sentence. */
export function announced(texts: Texts, events: readonly PublicMove[], names: string[]): string[] {
  return passages(texts, events, names).flatMap(({ title, events }) => (title ? [title] : events.map((event) => one(texts, event, names))));
}

function one(texts: Texts, move: PublicMove, names: string[]): string {
  const effects = (move.effects ?? []).map((effect) => inWords(texts, effect, move.actor, names)).filter(Boolean);
  const said = sentence(texts, move, names);
  return effects.length ? t("labelled", { label: said, value: effects.join(", ") }) : said;
}

function inWords(texts: Texts, effect: EffectShown, actor: number, names: string[]): string {
  const { seat, amount = 0 } = effect;
  if (!isPoints(effect)) return effectInWords(texts, effect, actor, names);
  return t(amount < 0 ? "loses" : "points_for", { count: Math.abs(amount), name: names[seat] ?? "" });
}
