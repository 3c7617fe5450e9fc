/** The client's own words. English is complete by definition; a test compares the other languages with it. */
import en from "../words/en.json";
import { filled } from "./sentences";
import { settings } from "./settings.svelte";

export type Key = keyof typeof en;
type Words = Record<Key, string>;

const files = import.meta.glob<Words>("../words/*.json", { eager: true, import: "default" });

const isKey = (name: string): name is Key => Object.hasOwn(en, name);

/** A text in the language that was chosen, with names filled in: t("turn_of", { name }). */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const words = files[`../words/${settings.language}.json`] ?? en;
  return filled(words[key], values);
}

/** A text whose key is composed of a name that isn't known here; the name itself where there is none. */
export function composed(key: string, name: string): string {
  return isKey(key) ? t(key) : name;
}

/** The heading of a section of the rules. */
export const heading = (section: string): string => composed(`section_${section}`, section);

/** A label before its value, with the colon of the language: "Dice: 3". */
export function labelled(label: string | undefined, value: string | number = ""): string {
  return t("labelled", { label: label ?? "", value });
}

/** A number with its unit: "3 days". */
export function measured(number: number, unit: "day" | "second"): string {
  return new Intl.NumberFormat(settings.language, { style: "unit", unit, unitDisplay: "long" }).format(number);
}
