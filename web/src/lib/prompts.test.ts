import { expect, test } from "vitest";
import { offered, seatShown, tableShown, viewAt } from "../testing/messages";
import type { Texts } from "../wire";
import { prompt, waitingFor } from "./prompts";

const texts: Texts = {
  title: "",
  tagline: "",
  rules: { goal: "" },
  clauses: {},
  actions: {},
  values: { colour: { red: "rot" } },
  prompts: {
    lay: "Pick a tile.",
    "lay colour": "Where does {colour} go?",
    "lay stage:laying_anew": "Once more, {who}!",
    pass: "Pass.",
    "lay pass": "Lay or pass, {rounds_left} left.",
  },
  waiting: { laying: "Waiting for {who} to lay" },
};
const names = ["Ada", "Bo"];
const laying = [offered(1), { ...offered(2), x: 1 }];
const decision = { legal: laying, picked: {}, view: viewAt(3), names, who: "Bo" };

test("what is picked makes a prompt more exact, and is told by its name", () => {
  expect(prompt(texts, decision)).toBe("Pick a tile.");
  expect(prompt(texts, { ...decision, picked: { colour: "red" } })).toBe("Where does rot go?");
});

test("what no action has any more counts as not picked", () => {
  expect(prompt(texts, { ...decision, picked: { colour: "grey" } })).toBe("Pick a tile.");
});

test("the prompt that knows most is the one, also of the View", () => {
  expect(prompt(texts, { ...decision, legal: [...laying, { id: 9, do: "pass" }] })).toBe("Lay or pass, 3 left.");
  expect(prompt(texts, { ...decision, legal: [{ id: 9, do: "pass" }] })).toBe("Pass.");
  expect(prompt(texts, { ...decision, view: { ...viewAt(3), stage: "laying_anew" } })).toBe("Once more, Bo!");
});

test("a game without prompts says whose move it is", () => {
  expect(prompt({ ...texts, prompts: {} }, decision)).toBe("Your move");
});

test("bots think, and of people the game says what they are doing", () => {
  const people = tableShown({ waiting: [1], seats: [seatShown({ guest: "me" }), seatShown({ guest: "bo" })] });
  const bots = tableShown({ waiting: [1], seats: [seatShown({ guest: "me" }), seatShown({ level: "3" })] });
  expect(waitingFor(texts, people, viewAt(0), names)).toBe("Waiting for Bo to lay");
  expect(waitingFor({ ...texts, waiting: {} }, people, viewAt(0), names)).toBe("Waiting for Bo");
  expect(waitingFor(texts, bots, viewAt(0), names)).toBe("Bo is thinking");
  expect(waitingFor(texts, { ...bots, status: "over" }, viewAt(0), names)).toBe("The game is over");
});
