import { expect, test } from "vitest";
import type { PublicMove, Texts } from "../wire";
import { announced } from "./announced";

const texts: Texts = {
  title: "",
  tagline: "",
  rules: { goal: "" },
  clauses: {},
  actions: { lay: "{who} places {colour}", deal: "a card is dealt" },
  effects: { capture: "captures a {chip}" },
};
const names = ["Ada", "Bo"];
const move = (effects: PublicMove["effects"]): PublicMove => ({ actor: 1, action: { do: "lay", colour: "red" }, veiled: false, effects });

test("a move is one sentence, with its effects in words", () => {
  const effects = [
    { kind: "capture", seat: -1, fields: { chip: 3 } },
    { kind: "points", seat: 1, amount: 8 },
    { kind: "points", seat: 0, amount: -1 },
  ];
  expect(announced(texts, [move(effects), move([])], names)).toEqual([
    "Bo places red: captures a 3, 8 points for Bo, Ada loses 1 point",
    "Bo places red",
  ]);
});

test("a long deal is one line", () => {
  const deal: PublicMove = { actor: -1, action: { do: "deal" }, veiled: false };
  expect(announced(texts, [deal, deal, deal, deal, deal, move([])], names)).toEqual(["Set-up", "Bo places red"]);
});
