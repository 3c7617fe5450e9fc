import { tick } from "svelte";
import { expect, test } from "vitest";
import type { PublicMove, Texts } from "../wire";
import { passages } from "./log";
import { mentioned, pointing } from "./pointing";

const texts: Texts = {
  title: "",
  tagline: "",
  rules: { goal: "" },
  clauses: {},
  actions: { start: "{player} goes first", deal: "A {card} is dealt", lay: "{who} lays {card}" },
  luck: { deal: "Cards dealt" },
};
const dealt = (card: number): PublicMove => ({ actor: -1, action: { do: "deal", card }, veiled: false });
const start: PublicMove = { actor: -1, action: { do: "start", player: 1 }, veiled: false };
const laid: PublicMove = { actor: 0, action: { do: "lay", card: 3 }, veiled: false };
const deal = [1, 2, 3, 4].map(dealt);
const titles = (events: PublicMove[]): string[] => passages(texts, events, ["Ada", "Bo"]).map((each) => each.title);

test("a set-up is one line, which tells what happened once", () => {
  expect(titles([start, ...deal, laid])).toEqual(["Set-up: Bo goes first", ""]);
});

test("several things that happened once are sentences of their own", () => {
  const coin: PublicMove = { actor: -1, action: { do: "coin", side: "heads" }, veiled: false };
  expect(titles([start, coin, ...deal, laid])[0]).toMatch(/^Set-up: Bo goes first\. [^,]+$/);
});

test("a later deal is one line too, and what is short is told one by one", () => {
  expect(titles([start, laid, ...deal, laid, dealt(5)])).toEqual(["", "", "Cards dealt", "", ""]);
  expect(passages(texts, [laid, ...deal, laid], []).map((each) => each.first)).toEqual([0, 1, 5]);
});

test("a move speaks of its fields and those of its effects, and a veiled one of nothing", () => {
  const effects = [
    { kind: "points", seat: 0, amount: 3 },
    { kind: "capture", seat: 0, fields: { plot: "k" } },
  ];
  expect(mentioned({ ...laid, effects })).toEqual([{ do: "lay", card: 3, actor: 0 }, { plot: "k" }]);
  expect(mentioned({ ...laid, veiled: true })).toEqual([]);
});

test("while a text is pointed at, its places are marked", async () => {
  const element = document.createElement("p");
  let marked: object[] = [];
  const leave = pointing(
    () => [{ x: 1 }],
    (fields) => (marked = fields),
  )(element);
  await tick(); // Svelte adds its pointer listeners a moment later
  element.dispatchEvent(new Event("pointerenter"));
  expect(marked).toEqual([{ x: 1 }]);
  element.dispatchEvent(new Event("pointerleave"));
  expect(marked).toEqual([]);
  element.dispatchEvent(new Event("focusin"));
  leave();
  expect(marked).toEqual([]);
});
