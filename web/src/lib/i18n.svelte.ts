/** The client's own texts. English is complete by definition; a test compares the other languages with it. */
import type en from "../words/en.json";
import { comes } from "./fetching";
import { filled } from "./sentences";
import { settings, type Language } from "./settings.svelte";

export type Key = keyof typeof en;
type Words = Record<Key, string>;

const loaders = import.meta.glob<Words>("../words/*.json", { import: "default" });
let loaded = $state.raw<Partial<Record<Language, Words>>>({});

/** Load the words of a language. Until they are there, those of the language before stay. */
export async function loadWords(language: Language): Promise<void> {
  const load = loaders[`../words/${language}.json`];
  if (!load || loaded[language]) return;
  const words = await comes(load);
  loaded = { ...loaded, [language]: words };
}

const words = (): Words | undefined => loaded[settings.language] ?? Object.values(loaded)[0];

const isKey = (name: string): name is Key => Object.hasOwn(words() ?? {}, name);

/** A text in the language that was chosen, with names filled in: t("turn_of", { name }). */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  return filled(words()?.[key] ?? "", values);
}

/** Return a text whose key contains a name unknown here; the name itself if there is no such text. */
export function composed(key: string, name: string): string {
  return isKey(key) ? t(key) : name;
}

/** Return the heading of a section of the rules. */
export const heading = (section: string): string => composed(`section_${section}`, section);

/** Put a label before its value, with the colon of the language: "Dice: 3". */
export function labelled(label: string | undefined, value: string | number = ""): string {
  return t("labelled", { label: label ?? "", value });
}

/** Format a number with its unit: "3 days". */
export function measured(number: number, unit: "day" | "second"): string {
  return new Intl.NumberFormat(settings.language, { style: "unit", unit, unitDisplay: "long" }).format(number);
}

/** List names as in a sentence: "Ada, Bo and Cy". */
export function listed(names: string[]): string {
  return new Intl.ListFormat(settings.language).format(names);
}

/** Format a share as a percentage: "50%", in German "50 %"; a minus sign is as wide as a plus. */
export function inPercent(share: number, format: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(settings.language, { style: "percent", ...format }).format(share).replace("-", "−");
}
