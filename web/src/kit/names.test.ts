import { expect, test } from "vitest";
import { isOneOf } from "./names";

test("only a text that is listed is a name", () => {
  expect(isOneOf(["red", "blue"], "blue")).toBe(true);
  expect(isOneOf(["red", "blue"], "blues")).toBe(false);
});
