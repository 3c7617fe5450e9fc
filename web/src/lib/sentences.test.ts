import { afterEach, expect, test } from "vitest";
import { t } from "./i18n.svelte";
import { filled } from "./sentences";
import { settings, type Language } from "./settings.svelte";

afterEach(() => (settings.language = "en"));

test("gaps are filled, and what stays empty leaves no double space", () => {
  expect(filled("{who} asks {whom} for {value}", { who: "Ada", value: 3 })).toBe("Ada asks for 3");
  expect(filled(undefined, {})).toBe("");
  expect(filled("Quoi\u00a0? {who}", { who: "Ada" })).toBe("Quoi\u00a0? Ada");
});

test("a name that is written from right to left leaves the text around it as it is", () => {
  expect(filled("{who}: {count} to go", { who: "שרה", count: 3 })).toBe("\u2068שרה\u2069: 3 to go");
  expect(filled("{who} wins", { who: "Ада" })).toBe("Ада wins");
});

test.each<[Language, string[]]>([
  ["en", ["0 cards", "1 card", "2 cards"]],
  ["fr", ["0 card", "1 card", "2 cards"]], // French uses the singular after 0 as well
])("a word has the form that goes with its number (%s)", (language, said) => {
  settings.language = language;
  expect([0, 1, 2].map((count) => filled("{count} {count:card|cards}", { count }))).toEqual(said);
});

test("the client's own words have it too", () => {
  expect([1, 2].map((count) => t("here_too", { count }))).toEqual(["1 person on this device", "2 people on this device"]);
});
