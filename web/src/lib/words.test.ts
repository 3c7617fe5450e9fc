import { expect, test } from "vitest";
import en from "../words/en.json";
import { LANGUAGES } from "./settings.svelte";

const files = import.meta.glob<Record<string, string>>("../words/*.json", { eager: true, import: "default" });
const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();

test.each(Object.keys(LANGUAGES))("%s has every word and no other, with the same names to fill in", (language) => {
  const words = files[`../words/${language}.json`] ?? {};
  expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort());
  for (const [key, text] of Object.entries(en)) expect(holes(words[key] ?? ""), key).toEqual(holes(text));
});

test("every word is used somewhere", () => {
  const sources = Object.values(import.meta.glob<string>("../**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true })).join("\n");
  const made = [...sources.matchAll(/t\(`(\w+)_\$\{/g)].map((found) => `${found[1]}_`); // t(`theme_${theme}`)
  const unused = Object.keys(en).filter((key) => !sources.includes(`"${key}"`) && !made.some((start) => key.startsWith(start)));
  expect(unused).toEqual([]);
});
