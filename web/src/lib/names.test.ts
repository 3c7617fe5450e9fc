import { expect, test } from "vitest";
import { numbered } from "./names";

test("people with the same name are numbered, all others and free seats are not", () => {
  expect(numbered(["Ada", "Bo", "Ada", "", ""])).toEqual(["1 · Ada", "Bo", "2 · Ada", "", ""]);
});
