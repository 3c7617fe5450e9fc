import { expect, test } from "vitest";
import { gains } from "./gains";

test("only seats whose score has changed gain or lose", () => {
  expect(gains([10, 4, 7], [22, 4, 4])).toEqual([
    { seat: 0, text: "+12" },
    { seat: 2, text: "−3" },
  ]);
});

test("a score of a number of all counts by the number, and games without scores have no gains", () => {
  expect(gains(["1/5", null], ["2/5", null])).toEqual([{ seat: 0, text: "+1" }]);
});
