import { beforeEach, expect, test } from "vitest";
import { COLOURS as bauab } from "../games/bauab/view.gen";
import { COLOUR_NAMES as carat } from "../games/carat/view.gen";
import { COLOUR_NAMES as caro } from "../games/caro/view.gen";
import { COLOUR_NAMES as misd } from "../games/misd/view.gen";
import { COLOUR_NAMES as schlauraff } from "../games/schlauraff/view.gen";
import { COATS as schollenschubser } from "../games/schollenschubser/view";
import { LANGUAGES, settings } from "./settings.svelte";
import { letterOf } from "./signs";

const GAMES = { bauab, carat, caro, misd, schlauraff, schollenschubser };

beforeEach(() => {
  settings.language = "en";
});

test("a colour is called by its initial, or by a letter more where another one begins alike", () => {
  expect(caro.map((colour) => letterOf(colour, caro))).toEqual(["R", "B", "G", "W"]);
  expect(letterOf("black", misd)).toBe("Bk");
  settings.language = "de";
  expect(carat.map((colour) => letterOf(colour, carat))).toEqual(["R", "B", "Gn", "Ge"]);
});

test("what is none of a game's colours has no letter", () => {
  expect(letterOf("nobody", carat)).toBe("");
});

test.each(LANGUAGES)("no two colours of a game have the same letter: %s", (language) => {
  settings.language = language;
  for (const [game, colours] of Object.entries(GAMES)) {
    const letters = colours.map((colour) => letterOf(colour, colours));
    expect(new Set(letters).size, `${game}: ${letters.join(" ")}`).toBe(colours.length);
    for (const letter of letters) expect(letter, game).toMatch(/^\p{Lu}\p{Ll}?$/u);
  }
});
