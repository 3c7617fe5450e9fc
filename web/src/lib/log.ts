/** The log: one line per move, and one line for long runs of chance, such as a set-up or a deal. */
import type { PublicMove, Texts } from "../wire";
import { labelled, t } from "./i18n.svelte";
import { sentence } from "./sentences";

const LONG = 4; // events of chance listed one by one

export interface Passage {
  first: number; // the number of its first event
  events: readonly PublicMove[];
  title: string; // "" if it has a single event
}

/** Split a log into passages: single events, and long runs of chance, each with a title. */
export function passages(texts: Texts, events: readonly PublicMove[], names: string[]): Passage[] {
  const found: Passage[] = [];
  for (let first = 0; first < events.length;) {
    const next = events.findIndex((event, index) => index >= first && event.actor >= 0);
    const length = (next < 0 ? events.length : next) - first;
    const run = events.slice(first, first + (length >= LONG ? length : 1));
    found.push({ first, events: run, title: run.length > 1 ? summary(texts, run, first === 0, names) : "" });
    first += run.length;
  }
  return found;
}

/** "Set-up: Ada goes first". Single visible events are named, the rest is summarised. */
function summary(texts: Texts, run: readonly PublicMove[], begins: boolean, names: string[]): string {
  const often = (move: PublicMove): number => run.filter((each) => each.action.do === move.action.do).length;
  const kinds = new Set(run.map((move) => texts.luck?.[String(move.action.do)] ?? String(move.action.do)));
  const title = begins ? t("section_setup") : [...kinds].join(" · ");
  const once = run.filter((move) => often(move) === 1 && !move.veiled).map((move) => sentence(texts, move, names));
  return once.length ? labelled(title, once.join(". ")) : title;
}
