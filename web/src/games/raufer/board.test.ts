import { fireEvent, render } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { Texts } from "../../wire";
import { settings } from "../../lib/settings.svelte";
import { bubble, hover } from "../../testing/pointing";
import Board from "./Board.svelte";
import type { Offered } from "../board";
import type { Action, View } from "./view.gen";

const UP: Offered<Action> = { id: 1, do: "lay", card: 5, order: "up" };
const view: View = {
  seat: 0,
  stage: "playing",
  starter: 0,
  batches: [],
  current: 0,
  turn: 0,
  floors: 20,
  phase: 1,
  hand: [5],
  held: [1, 1, 1],
  drawn: [0, 0, 0],
  pile: 9,
  open_discards: false,
  top: 0,
  order: "none",
  commander: -1,
  failed: [],
  out: [],
  winner: -1,
  laid: [],
};
const texts: Texts = { title: "", tagline: "", rules: { goal: "" }, clauses: {}, actions: {} };

settings.speed = "off";
afterEach(() => (document.body.innerHTML = ""));

/** Select a card, then press an arrow key somewhere on the page. */
async function laid(somewhere: string, done = false): Promise<boolean> {
  const act = vi.fn();
  const { container } = render(Board, {
    view,
    pov: 0,
    names: ["A", "B", "C"],
    options: {},
    legal: [UP],
    texts,
    fresh: [],
    hinted: null,
    act,
  });
  await fireEvent.click(container.querySelector(".hand button")!);
  document.body.insertAdjacentHTML("beforeend", `<div id="elsewhere">${somewhere}</div>`);
  const target = document.querySelector("#elsewhere > *")!;
  if (done) target.addEventListener("keydown", (event) => event.preventDefault());
  await fireEvent.keyDown(target, { key: "ArrowUp" });
  return act.mock.calls.length > 0;
}

test("an arrow gives the order for the card in hand", async () => {
  expect(await laid("<p></p>")).toBe(true);
});

test.each(["<input>", "<select></select>", "<textarea></textarea>", '<div role="tabpanel"></div>'])(
  "an arrow in %s is not for the board",
  async (field) => {
    expect(await laid(field)).toBe(false);
  },
);

test("an arrow that something else has used is not for the board", async () => {
  expect(await laid("<button></button>", true)).toBe(false);
});

test("a card shows what its orders would ask of the others and do to them", async () => {
  const words = { next_up: "above {top}", floor: "Floor" };
  const previews = { 1: [{ kind: "out", seat: 2, amount: 0, fields: {} }] };
  const { container } = render(Board, {
    view,
    pov: 0,
    names: ["A", "B", "C"],
    options: {},
    legal: [UP],
    previews,
    texts: { ...texts, words, effects: { out: "{who} is out" } },
    fresh: [],
    hinted: null,
    act: vi.fn(),
  });
  await hover(container.querySelector(".hand button")!);
  expect(bubble()).toEqual(["C is out · above 5"]);
  expect(container.querySelector(".ghost")).not.toBeNull();
});

test("a hint marks the button it recommends", () => {
  const unable: Offered<Action> = { id: 2, do: "fail" };
  const props = { view, pov: 0, names: ["A", "B", "C"], options: {}, legal: [unable], texts, fresh: [], act: vi.fn() };
  const marked = (hinted: Action | null): number => render(Board, { ...props, hinted }).container.querySelectorAll("button.hinted").length;
  expect([null, unable].map(marked)).toEqual([0, 1]);
});
