import { expect, test } from "vitest";
import { canMake, combination, without } from "./sums";

test("a hand is left without the cards that were picked, each copy once", () => {
  expect(without([1, 2, 2, 5], [2, 5])).toEqual([1, 2]);
  expect(without([1, 2, 2, 5], [5, 5])).toBeNull();
});

test("cards make a number by one or several of them, each used once", () => {
  expect([3, 6, 7].map((number) => canMake([1, 2, 2, 5], number))).toEqual([true, true, true]);
  expect([4, 11].map((number) => canMake([1, 2, 5], number))).toEqual([false, false]);
  expect(canMake([], 0)).toBe(true);
});

test("a number is made of as many cards as wanted", () => {
  expect([1, 2, 3].map((count) => combination([1, 2, 2, 5], 5, count))).toEqual([[5], null, [1, 2, 2]]);
});
