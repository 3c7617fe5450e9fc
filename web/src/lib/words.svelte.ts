/** The client's own words. English is complete by definition; a test compares the other languages with it. */
import en from "../words/en.json";
import { settings } from "./settings.svelte";

export type Key = keyof typeof en;
type Words = Record<Key, string>;

const files = import.meta.glob<Words>("../words/*.json", { eager: true, import: "default" });

/** A text in the language that was chosen, with names filled in: t("turn_of", { name }). */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const words = files[`../words/${settings.language}.json`] ?? en;
  return words[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}
