import { afterEach, expect, test } from "vitest";
import en from "../words/en.json";
import { labelled, measured } from "./i18n.svelte";
import { LANGUAGES, settings } from "./settings.svelte";

afterEach(() => (settings.language = "en"));

const files = import.meta.glob<Record<string, string>>("../words/*.json", { eager: true, import: "default" });
const holes = (text: string) => [...new Set([...text.matchAll(/\{(\w+)(?::[^|{}]*\|[^|{}]*)?\}/g)].map((found) => found[1]))].sort();

test.each(LANGUAGES)("%s has every word and no other, with the same names to fill in", (language) => {
  const words = files[`../words/${language}.json`] ?? {};
  expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort());
  for (const [key, text] of Object.entries(en)) expect(holes(words[key] ?? ""), key).toEqual(holes(text));
  for (const [key, text] of Object.entries(words)) expect(text.replace(/\{\w+(?::[^|{}]*\|[^|{}]*)?\}/g, ""), key).not.toMatch(/[{}]/);
});

test("every word is used somewhere", () => {
  const sources = Object.values(import.meta.glob<string>("../**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true })).join(
    "\n",
  );
  const made = [...sources.matchAll(/(?:t|composed)\(`(\w+)_\$\{/g)].map((found) => `${found[1]}_`); // t(`theme_${theme}`)
  const unused = Object.keys(en).filter((key) => !sources.includes(`"${key}"`) && !made.some((start) => key.startsWith(start)));
  expect(unused).toEqual([]);
});

test.each([
  ["en", "Dice: 3", "2 days"],
  ["fr", "Dice\u00a0: 3", "2 jours"],
] as const)("labels and numbers look as they do in %s", (language, label, days) => {
  settings.language = language;
  expect([labelled("Dice", 3), measured(2, "day").replace("\u00a0", " ")]).toEqual([label, days]);
});

test("nobody puts a colon after a label without the language", () => {
  const sources = import.meta.glob<string>(["../**/*.{svelte,ts}", "!../**/*.test.ts"], { query: "?raw", import: "default", eager: true });
  const found = Object.entries(sources).flatMap(([file, source]) =>
    (source.match(/\$\{[^{}]*\}: \$\{|label="[^"]*\}: |join\(": "\)/g) ?? []).map((each) => `${file} ${each}`),
  );
  expect(found).toEqual([]);
});
