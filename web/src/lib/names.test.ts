import { expect, test } from "vitest";
import { numbered, shortened } from "./names";

test("people with the same name are numbered, all others and free seats are not", () => {
  expect(numbered(["Ada", "Bo", "Ada", "", ""])).toEqual(["1 · Ada", "Bo", "2 · Ada", "", ""]);
});

test("only long names are shortened", () => {
  expect(["Ada", "Wilhelmine", "Wilhelmine-Antoinette"].map(shortened)).toEqual(["Ada", "Wilhelmine", "Wilhelmine…"]);
});
