import { expect, test } from "vitest";
import { wholeNumber } from "./query";

test.each([
  ["7", 7],
  ["0", 0],
  [null, 0],
  ["", 0],
  ["abc", 0],
  ["-5", 0],
  ["0.5", 0],
  ["1e9", 0],
  ["Infinity", 0],
  ["99999999999999999999", 0],
])("an address that asks for position %s leads to %s", (text, position) => {
  expect(wholeNumber(text, 0, 0)).toBe(position);
});

test.each([
  ["-2", -2],
  ["-7", -1],
  ["1.5", -1],
  [null, -1],
])("an address that asks for the eyes %s leads to %s", (text, pov) => {
  expect(wholeNumber(text, -2, -1)).toBe(pov);
});
