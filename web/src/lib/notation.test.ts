import { expect, test } from "vitest";
import type { Offered } from "../games/board";
import { NOTATIONS } from "../games/clients.gen";
import type { Texts } from "../wire";
import { examples, read, suggestions, type Reading } from "./notation";

const texts: Texts = {
  title: "Caro",
  tagline: "",
  rules: { goal: "" },
  clauses: {},
  actions: { lay: "{who} legt {colour} auf {x},{y}", pass: "{who} passt" },
  values: { colour: { red: "rot", grey: "grau" } },
};
const legal: Offered[] = [
  { do: "lay", y: 0, x: 1, colour: "red", id: 4 },
  { do: "lay", y: 0, x: 10, colour: "red", id: 5 },
  { do: "lay", y: 0, x: -1, colour: "grey", id: 6 },
  { do: "pass", id: 7 },
];
const reading: Reading = { notation: NOTATIONS.caro, texts, names: ["Ada", "Bo"], legal, pov: 0 };

test.each([
  ["red 1,0", 4],
  ["  ROT  1 , 0 ", 4],
  ["rot 10,0", 5],
  ["grey -1,0", 6],
  ["gr", 6],
  ["pass", 7],
])("%j is a legal action, in either language", (typed, id) => {
  expect(read(reading, typed)).toMatchObject({ id });
});

test.each([
  ["r1,0", 4],
  ["ro 10 0", 5],
  ["g-10", 6],
  ["p", 7],
])("%j is short for a legal action", (typed, id) => {
  expect(read(reading, typed)).toMatchObject({ id });
});

test("an abbreviation keeps each word's first letter and all numbers, and stands for one action only", () => {
  const offered: Offered[] = [
    { do: "build", tile: "8x", x: 0, y: 0, dice: "3+4", id: 1 },
    { do: "build", tile: "8x", x: 0, y: 0, dice: "3", id: 2 },
    { do: "buy", count: 1, what: "stopper", dice: "3", id: 3 },
    { do: "buy", count: 1, what: "chip", dice: "3", id: 4 },
  ];
  const found = (typed: string) => read({ ...reading, notation: NOTATIONS.carre, legal: offered }, typed);
  expect(found("b8x00w34")).toMatchObject({ id: 1 });
  expect(found("b8x00w3")).toMatchObject({ id: 2 });
  expect(found("b1s w3")).toMatchObject({ id: 3 });
  expect(found("b1cw3")).toMatchObject({ id: 4 });
  expect(found("8x00w3")).toBeNull();
  expect(found("b1w3")).toBeNull();
});

test("what is written correctly but not legal goes to the server, which names the rule", () => {
  expect(read(reading, "grau 1,0")).toEqual({ do: "lay", colour: "grey", x: 1, y: 0 });
});

test.each(["", "ro", "red here"])("%j isn't a move", (typed) => {
  expect(read(reading, typed)).toBeNull();
});

test("suggestions begin with what was typed, or mention it", () => {
  const typed = (text: string): string[] => suggestions(reading, text).map((each) => each.typed);
  expect(typed("rot 1")).toEqual(["rot 1,0", "rot 10,0"]);
  expect(typed("legt grau")).toEqual(["grau -1,0"]);
  expect(typed("passt")).toEqual(["pass"]);
});

test("there is an example of each kind of move", () => {
  expect(examples(reading)).toEqual(["pass", "rot 1,0"]);
});
