import { describe, expect, it } from "vitest";
import { BADGE, layout } from "./layout";
import type { ColourName, View } from "./view.gen";

const column = Array.from({ length: 5 }, (): ColourName[] => ["red", "blue"]);
const view: Pick<View, "column" | "columns" | "played"> = { column, columns: [["red"], ["red"]], played: 1 };
const SIZES = [
  [300, 285],
  [340, 300],
  [366, 450],
  [860, 430],
] as const; // pictures, and a lesson on a phone; a game on a phone and on a desktop

describe("the numbers at the chips", () => {
  it.each(SIZES)("leave the chips and one another readable on %i × %i", (width, height) => {
    const lay = layout(view, width, height);
    const [first, second] = [lay.count(0), lay.count(1)];
    expect(second.y - first.y).toBeGreaterThanOrEqual(BADGE.high);
    expect(first.x + BADGE.wide / 2).toBeLessThanOrEqual(lay.x(0) - lay.big * 0.3);
    expect(first.x - BADGE.wide / 2).toBeGreaterThanOrEqual(lay.start(0));
  });
  it.each(SIZES)("leave two dice readable on %i × %i", (width, height) => {
    const lay = layout(view, width, height);
    const dice = lay.x(0) + lay.big * 0.56 + 2 * lay.small + 4; // their right edges
    const sum = lay.sum(0);
    expect(sum.x - BADGE.wide / 2 >= dice - 4 || sum.y + BADGE.high / 2 <= lay.y(0) - lay.small / 2).toBe(true);
    expect(sum.x + BADGE.wide / 2).toBeLessThanOrEqual(width);
  });
});

it.each([[276, 250], ...SIZES] as const)("six dice lie side by side on %i × %i", (width, height) => {
  expect(6 * (layout(view, width, height).die + 10) + 8).toBeLessThanOrEqual(width);
});

it("a board that is hidden has dice as well, and none with a negative size", () => {
  expect(layout(view, 0, 0).die).toBeGreaterThan(0);
});

it.each(SIZES)("a die that is dropped anywhere on a row is found there on %i × %i", (width, height) => {
  const lay = layout(view, width, height);
  for (const right of [lay.start(0) + 1, lay.x(0), lay.start(0) + lay.lane - 1]) expect(lay.at(right, lay.y(2))).toBe(2);
});

it("a die that is dropped on a chip is found there", () => {
  const lay = layout(view, 366, 450);
  expect([0, 4].map((row) => lay.at(lay.x(row), lay.y(row)))).toEqual([0, 4]);
  expect(lay.at(5, lay.y(0))).toBe(-1);
});
