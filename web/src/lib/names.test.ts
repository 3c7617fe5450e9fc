import { expect, test } from "vitest";
import { numbered } from "./names";

test("people with the same name are numbered, all others and free seats are not", () => {
  expect(numbered(["Ada", "Bo", "Ada", "", ""])).toEqual(["Ada 1", "Bo", "Ada 2", "", ""]);
});
