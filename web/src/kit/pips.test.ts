import { expect, test } from "vitest";
import { PIPS } from "./pips";

test.each([1, 2, 3, 4, 5, 6])("the face %i has as many pips, and looks the same upside down", (face) => {
  const pips = (PIPS[face] ?? []).map(([x, y]) => `${x},${y}`);
  const turned = (PIPS[face] ?? []).map(([x, y]) => `${0 - x},${0 - y}`);
  expect(new Set(pips).size).toBe(face);
  expect(turned.sort()).toEqual([...pips].sort());
});
