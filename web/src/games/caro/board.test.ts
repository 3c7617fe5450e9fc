import { fireEvent, render } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settings } from "../../lib/settings.svelte";
import { bubble, description, focus, hover, leave, tap } from "../../testing/pointing";
import { viewAt } from "../../testing/messages";
import type { Texts } from "../../wire";
import type { BoardProps, Offered } from "../board";
import Board from "./Board.svelte";
import type { Action, View } from "./view.gen";

const texts: Texts = { title: "Caro", tagline: "", rules: { goal: "" }, clauses: {}, actions: {} };
const lay = (id: number, colour: "red" | "black", x: number, y: number): Offered<Action> => ({ id, do: "lay", colour, x, y });
const legal = [lay(1, "red", 0, 1), lay(2, "black", 0, 1), lay(3, "red", 1, 0)];
const points = (amount: number) => [{ kind: "points", seat: 0, amount, fields: {} }];
const view: View = { ...viewAt(1), tiles: [[0, 0, "grey"]], hands: [[3, 2, 0, 1], [1, 1, 1, 1]] }; // prettier-ignore

const act = vi.fn();
settings.speed = "off";
beforeEach(() => act.mockReset());
afterEach(() => (settings.confirm = false));

function board(more: Partial<BoardProps<View, Action>> = {}): (name: string) => SVGElement | HTMLElement {
  const previews = { 1: points(8), 2: points(4) };
  const { getByLabelText } = render(Board, {
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
    ...more,
  });
  return (name) => getByLabelText((label) => label === name || label.startsWith(`${name}: `));
}

test("a mouse over a place sees what each tile would score there, and the tile once it is chosen", async () => {
  const thing = board();
  await hover(thing("0, 1"));
  expect(bubble()).toEqual(["red", "+8", "black", "+4"]);
  expect(document.querySelector(".ghost")).toBeNull();
  await leave(thing("0, 1"));
  expect(bubble()).toEqual([]);
  await fireEvent.click(thing("black: 2"));
  await hover(thing("0, 1"));
  expect(bubble()).toEqual(["black", "+4"]);
  expect(document.querySelector(".ghost .black")).not.toBeNull();
});

test("a place without points says so", async () => {
  const thing = board();
  await hover(thing("1, 0"));
  expect(bubble()).toEqual(["red", "no points"]);
});

test("the keyboard's focus shows the same, and screen readers say it in words", async () => {
  const thing = board();
  await focus(thing("0, 1"));
  expect(bubble()).toEqual(["red", "+8", "black", "+4"]);
  expect(description(thing("0, 1"))).toBe("red, 8 points for you; black, 4 points for you");
});

test("a first tap shows what the second one does", async () => {
  const thing = board();
  await tap(thing("1, 0"));
  expect(act).not.toHaveBeenCalled();
  expect(bubble()).toEqual(["red", "no points", "Tap again to do it"]);
  await tap(thing("1, 0"));
  expect(act).toHaveBeenCalledExactlyOnceWith(legal[2]);
});

test("where each move is confirmed anyway, one tap is enough", async () => {
  settings.confirm = true;
  const thing = board();
  await tap(thing("1, 0"));
  expect(act).toHaveBeenCalledExactlyOnceWith(legal[2]);
});

test("a place can be chosen first: then a tile that fits there", async () => {
  const thing = board();
  await fireEvent.click(thing("0, 1"));
  await hover(thing("black: 2"));
  expect(bubble()).toEqual(["black", "+4"]);
  await fireEvent.click(thing("black: 2"));
  expect(act).toHaveBeenCalledExactlyOnceWith(legal[1]);
});

test("what can't be chosen says why when it is pressed", async () => {
  const thing = board();
  await tap(thing("grey: 0"));
  expect(bubble()).toEqual(["None left"]);
  await tap(thing("white: 1"));
  expect(bubble()).toEqual(["Fits nowhere right now"]);
  await tap(thing("-1, 0"));
  expect(bubble()).toEqual(["Nothing of yours fits here"]);
  expect(act).not.toHaveBeenCalled();
});

test("somebody else's turn is named", async () => {
  const thing = board({ legal: [], previews: {}, view: { ...view, current: 1 } });
  await tap(thing("0, 1"));
  expect(bubble()).toEqual(["Bo is thinking"]);
});

test("pair values and everybody's tiles are there to see", () => {
  const thing = board();
  expect(thing("red–black: 10")).not.toBeNull();
  expect(thing("Bo: red 1, black 1, grey 1, white 1")).not.toBeNull();
});
