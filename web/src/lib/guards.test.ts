import { afterEach, beforeEach, expect, test, vi, type MockInstance } from "vitest";
import { snapshot, viewAt } from "../testing/messages";
import { isAnyMessage } from "../wire";
import {
  accepts,
  eitherOf,
  isBoolean,
  isNumber,
  isString,
  listOf,
  nullable,
  objectOf,
  oneOf,
  optional,
  parsed,
  recordOf,
  taggedBy,
  tupleOf,
  type Guard,
} from "./guards";

let report: MockInstance;
beforeEach(() => void (report = vi.spyOn(console, "error").mockReturnValue()));
afterEach(() => void vi.restoreAllMocks());

const isTile = tupleOf(isNumber, oneOf(["red", "grey"]));
const isHand = objectOf({ tiles: listOf(isTile), owner: nullable(isString), note: optional(isString) });
const isMove = taggedBy("do", { lay: { tile: isTile }, pass: {} });

test.each<[string, Guard<unknown>, unknown]>([
  ["a number", isNumber, 1.5],
  ["a text", isString, ""],
  ["a flag", isBoolean, false],
  ["an object without what is optional", isHand, { tiles: [[1, "red"]], owner: null }],
  ["an object with more than is known", isHand, { tiles: [], owner: "ada", note: "x", newer: 1 }],
  ["a table of values", recordOf(eitherOf(isString, isNumber)), { a: 1, b: "2" }],
  ["a variant", isMove, { do: "lay", tile: [1, "grey"] }],
  ["a variant without fields", isMove, { do: "pass" }],
])("%s is accepted", (_, guard, value) => {
  expect(accepts(guard, value, "it")).toBe(true);
  expect(report).not.toHaveBeenCalled();
});

test.each<[Guard<unknown>, unknown, string]>([
  [isNumber, "1", "it"],
  [isHand, null, "it"],
  [isHand, { tiles: [[1, "red"]] }, "it.owner"],
  [isHand, { tiles: [[1, "red"], [1]], owner: null }, "it.tiles.1"],
  [isHand, { tiles: [[1, "blue"]], owner: null }, "it.tiles.0.1"],
  [isHand, { tiles: {}, owner: null }, "it.tiles"],
  [recordOf(isNumber), { a: 1, b: "2" }, "it.b"],
  [isMove, { do: "fly" }, "it"],
  [isMove, { do: "lay", tile: 1 }, "it.tile"],
  [listOf(eitherOf(isHand, isMove)), [{ do: "pass" }, { tiles: [["1", "red"]], owner: null }], "it.1"],
])("where a value doesn't fit is reported", (guard, value, where) => {
  expect(accepts(guard, value, "it")).toBe(false);
  expect(report).toHaveBeenCalledExactlyOnceWith(`${where} is not as expected`, value);
});

test("what isn't JSON is undefined", () => {
  expect([parsed('{"a": 1}'), parsed("{")]).toEqual([{ a: 1 }, undefined]);
});

test("a view that isn't one of its game's is found inside a message", () => {
  expect(accepts(isAnyMessage, snapshot(), "message")).toBe(true);
  const view = { ...viewAt(1), tiles: [[0, 0, "blue"]] };
  const wrong = { ...snapshot(), position: { pov: 0, decision: 1, view, legal: [] } };
  expect(accepts(isAnyMessage, wrong, "message")).toBe(false);
  expect(report).toHaveBeenCalledWith("message.position.view is not as expected", wrong);
});
