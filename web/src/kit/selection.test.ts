import { expect, test, vi } from "vitest";
import { attempt, doing, fits, fitting, isHinted, isMarked, offers, only, stillOffered, values, type Fields } from "./selection";

type Action = { do: "lay"; colour: "red" | "grey" | "black"; x: number } | { do: "pass" };

const legal: (Action & { id: number })[] = [
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
  expect(offers(legal, { colour: "grey", x: 1 })).toBe(false);
  expect(offers(legal, { x: 1 })).toBe(true);
  expect(values(legal, "colour")).toEqual(["red", "grey"]);
});

test("actions are told apart by their verbs", () => {
  expect(doing(legal, "pass").map((action) => action.id)).toEqual([4]);
  expect(doing(legal, "pass", "lay")).toEqual(legal);
});

test("a hint is known by its fields, with the id of a legal action or without", () => {
  const hinted: Action = { do: "lay", colour: "red", x: 1 };
  expect(legal.map((action) => isHinted(action, hinted))).toEqual([false, true, false, false]);
  expect(legal.map((action) => isHinted(action, legal[1]!))).toEqual([false, true, false, false]);
  expect(isHinted(legal[0]!, null)).toBe(false);
  expect([fits<Action>(hinted, { x: 1 }), fits<Action>(hinted, { x: 0 }), fits<Action>(null, {})]).toEqual([true, false, false]);
});

test("what was picked is kept only while some action has it", () => {
  expect(stillOffered(legal, "colour", "grey")).toBe("grey");
  expect(stillOffered(legal, "colour", "black")).toBeNull();
  expect(stillOffered(legal, "colour", null)).toBeNull();
});

test("an attempt carries out the legal action, with its id", () => {
  const [act, refused] = [vi.fn<(action: Action) => void>(), vi.fn()];
  expect(attempt(legal, { do: "lay", colour: "red", x: 1 }, act, refused)).toBe(true);
  expect(act).toHaveBeenCalledExactlyOnceWith(legal[1]);
  expect(refused).not.toHaveBeenCalled();
});

test("an attempt at something illegal is sent as it was wanted, and shown as refused", () => {
  const [act, refused] = [vi.fn<(action: Action) => void>(), vi.fn()];
  const wanted: Action = { do: "lay", colour: "grey", x: 1 };
  expect(attempt(legal, wanted, act, refused)).toBe(false);
  expect(act).toHaveBeenCalledExactlyOnceWith(wanted);
  expect(refused).toHaveBeenCalledOnce();
});

test("a text marks the places that it speaks of, and no others", () => {
  const said: Fields[] = [{ do: "lay", actor: 1, x: 1, y: 0 }, { chip: "3" }];
  expect(isMarked(said, { x: 1, y: 0 })).toBe(true);
  expect(isMarked(said, { x: 1, y: 1 })).toBe(false);
  expect(isMarked(said, { x: 1, chip: "3" })).toBe(false);
  expect(isMarked(undefined, { x: 1 })).toBe(false);
});
