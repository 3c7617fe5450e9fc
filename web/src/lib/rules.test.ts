import { expect, test } from "vitest";
import { blocks, isRuling, sections, spans } from "./rules";

test("sections come in order of play, and those that a game lacks are left out", () => {
  const rules = { tips: "Wait.", turn: "Draw.", goal: "Win." };
  expect(sections({ title: "", tagline: "", rules, clauses: {}, actions: {} }).map(([section]) => section)).toEqual([
    "goal",
    "turn",
    "tips",
  ]);
});

test("a text consists of paragraphs and lists, whose lines may be broken anywhere", () => {
  expect(blocks("\nOne\ntwo.\n\n- First\n  item\n- Second – or - third\n\nEnd.\n")).toEqual([
    { list: false, lines: ["One two."] },
    { list: true, lines: ["First item", "Second – or - third"] },
    { list: false, lines: ["End."] },
  ]);
});

test("a calculation stays on one line", () => {
  expect(blocks("That is 5 × 4\n= 20 points.")[0]?.lines).toEqual(["That is 5\u00a0×\u00a04\u00a0=\u00a020 points."]);
});

test("every second part of a line is bold", () => {
  expect(spans("A **big** one")).toEqual(["A ", "big", " one"]);
  expect(spans("none")).toEqual(["none"]);
});

test("rulings have an r in their number", () => {
  expect(["caro.7", "caro.r7", "raufer.2", "raufer.r10"].map(isRuling)).toEqual([false, true, false, true]);
});
