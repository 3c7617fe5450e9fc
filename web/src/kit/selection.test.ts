import { expect, test } from "vitest";
import { fitting, offers, only, values, type Action } from "./selection";

const legal: Action[] = [
  { id: 1, do: "lay", colour: "red", x: 0 },
  { id: 2, do: "lay", colour: "red", x: 1 },
  { id: 3, do: "lay", colour: "grey", x: 0 },
  { id: 4, do: "pass" },
];

test("pointing at things leaves fewer actions, until one is left", () => {
  expect(fitting(legal, { colour: "red" }).map((action) => action.id)).toEqual([1, 2]);
  expect(only(legal, { colour: "red" })).toBeNull();
  expect(only(legal, { colour: "red", x: 1 })?.id).toBe(2);
  expect(only(legal, { colour: "black" })).toBeNull();
});

test("only what an action has can be pointed at", () => {
  expect(offers(legal, { colour: "grey" }, "x", 1)).toBe(false);
  expect(offers(legal, {}, "x", 1)).toBe(true);
  expect(values(legal, "colour")).toEqual(["red", "grey"]);
});
