import { fireEvent, render } from "@testing-library/svelte";
import { beforeEach, expect, test, vi } from "vitest";
import { settings } from "../../lib/settings.svelte";
import { bubble, description, hover, tap } from "../../testing/pointing";
import type { Texts } from "../../wire";
import type { Offered } from "../board";
import Board from "./Board.svelte";
import { PLOT_NAMES, type Action, type View } from "./view.gen";

const texts: Texts = {
  title: "Bauab",
  tagline: "",
  rules: { goal: "" },
  clauses: {},
  actions: {},
  effects: { capture: "captures {chip} on {plot}" },
  values: { plot: Object.fromEntries(PLOT_NAMES.map((plot) => [plot, plot.toUpperCase()])) },
  words: { free: "free", blue: "blue", red: "red", liberties: "liberties", threatened: "one liberty left" },
};
const view: View = {
  seat: 0,
  board: [["a", "red", "5"]],
  vacated: [],
  liberties: PLOT_NAMES.map(() => 1),
  plots: PLOT_NAMES.map((_, index) => [index % 4, Math.floor(index / 4)]),
  hands: [
    [1, 2, 0, 2, 1, 3],
    [1, 2, 2, 2, 0, 3],
  ],
  captured: [
    [0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0],
  ],
  scores: [0, 5],
  buildings: [0, 5],
  parks_left: 0,
  current: 0,
};
const legal: Offered<Action>[] = [
  { id: 1, do: "lay", chip: "1", plot: "b" },
  { id: 2, do: "lay", chip: "4", plot: "b" },
];
const capture = { kind: "capture", seat: 1, amount: 0, fields: { chip: "5", plot: "a" } };
const previews = {
  1: [capture, { kind: "points", seat: 0, amount: 6, fields: {} }, { kind: "points", seat: 1, amount: -5, fields: {} }],
  2: [capture, { kind: "points", seat: 0, amount: 9, fields: {} }, { kind: "points", seat: 1, amount: -5, fields: {} }],
};
const act = vi.fn();
settings.speed = "off";
beforeEach(() => act.mockReset());

function board(): (name: string) => Element {
  const { getAllByLabelText } = render(Board, {
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
  return (name) => getAllByLabelText((label) => label === name || label.startsWith(`${name}, `)).at(-1)!; // the player's own chips come last
}

test("a plot shows what each chip would capture and score there, and for whom", async () => {
  const thing = board();
  await hover(thing("B: free"));
  expect(bubble()).toEqual(["1", "captures 5 on A, +6, Bo −5", "4", "captures 5 on A, +9, Bo −5"]);
  expect(description(thing("B: free"))).toContain("1, captures 5 on A, 6 points for you, Bo loses 5 points");
  expect(document.querySelector(".captured .cross")).not.toBeNull();
});

test("a chip in hand is seen where it would lie, and a finger's first tap leaves it there", async () => {
  const thing = board();
  await fireEvent.click(thing("4: 2"));
  await tap(thing("B: free"));
  expect([act.mock.calls.length, document.querySelectorAll(".ghost").length]).toEqual([0, 1]);
  await tap(thing("B: free"));
  expect(act).toHaveBeenCalledExactlyOnceWith(legal[1]);
});

test("what can't be used says why", async () => {
  const thing = board();
  await tap(thing("3: 0"));
  expect(bubble()).toEqual(["None left"]);
  await tap(thing("C: free"));
  expect(bubble()).toEqual(["Nothing of yours fits here"]);
  await tap(thing("A: 5 (red), one liberty left"));
  expect(bubble()).toEqual(["A: 5 (red), one liberty left"]);
});
