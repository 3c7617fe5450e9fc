import { fireEvent, render } from "@testing-library/svelte";
import { beforeEach, expect, test, vi } from "vitest";
import { settings } from "../../lib/settings.svelte";
import { bubble, hover, tap } from "../../testing/pointing";
import type { Texts } from "../../wire";
import type { Offered } from "../board";
import Board from "./Board.svelte";
import type { Action, View } from "./view.gen";

const texts: Texts = {
  title: "Schlauraff",
  tagline: "",
  rules: { goal: "" },
  clauses: {},
  actions: {},
  words: { on_chip: "{dice} on chip {row}", would_reroll: "{count} dice again", die: "Die", chip: "Chip", used: "Used" },
  buttons: { reroll: "Reroll" },
};
const view: View = {
  seat: 0,
  bag: [0, 0, 0, 0],
  captured: [
    [0, 0, 0, 0],
    [0, 1, 0, 0],
  ],
  points: [0, 0],
  reds: [0, 0],
  to_roll: 0,
  row: 2,
  assigned: true,
  stage: "assigning",
  turn: 0,
  starter: 0,
  rounds: 2,
  round: 1,
  played: 0,
  columns: [],
  column: [["green"], ["blue"], ["red"]],
  dice: [2, 3],
  on: [3],
  current: 0,
};
const legal: Offered<Action>[] = [
  { id: 1, do: "assign", row: 2, face: 2 },
  { id: 2, do: "reroll" },
];
const act = vi.fn();
settings.speed = "off";
beforeEach(() => act.mockReset());

function board(): (name: string) => Element {
  const previews = { 1: [{ kind: "points", seat: 0, amount: 1, fields: {} }] };
  const { container } = render(Board, {
    view,
    pov: 0,
    names: ["Ada", "Bo"],
    options: {},
    legal,
    previews,
    texts,
    fresh: [],
    hinted: null,
    act,
  });
  return (selector) => container.querySelector(selector)!;
}

test("a die shows where it would lie and what it would capture", async () => {
  const thing = board();
  await hover(thing(".die.open"));
  expect(bubble()).toEqual(["+1 · 3 + 2 on chip 2"]);
  expect(thing(".ghost")).not.toBeNull();
});

test("what chance decides is not told", async () => {
  const thing = board();
  await hover(thing(".buttons button"));
  expect(bubble()).toEqual(["2 dice again"]);
  await fireEvent.click(thing(".buttons button"));
  expect(act).toHaveBeenCalledExactlyOnceWith(legal[1]);
});

test("a first tap on a die shows, the second one puts it there", async () => {
  const thing = board();
  await tap(thing(".die.open"));
  expect(act).not.toHaveBeenCalled();
  await tap(thing(".die.open"));
  expect(act).toHaveBeenCalledExactlyOnceWith(legal[0]);
});
