import { render } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settings } from "../../lib/settings.svelte";
import { bubble, description, hover } from "../../testing/pointing";
import type { Texts } from "../../wire";
import { RACE } from "../board";
import Board from "./Board.svelte";
import type { View } from "./view.gen";

const texts: Texts = { title: "Misd", tagline: "", rules: { goal: "" }, clauses: {}, actions: {} };
const view: View = {
  seat: 0,
  shape: null,
  colour: null,
  wrong: [],
  chips: [0, 0],
  supply: 20,
  stack: [],
  shapes_left: [],
  colours_left: [],
  places: 1,
  limit: 20,
  number: 1,
  layout: [[7, "front"]],
  last: null,
  mode: "simple",
  faces: [{ star: "red", heart: "blue" }],
  current: RACE,
};
const props = { view, pov: 0, names: ["Ada", "Bo"], options: { timeout: 60 }, legal: [], texts, fresh: [], hinted: null, act: vi.fn() };

settings.speed = "off";
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the solved card stays in sight for a moment, beside the next one", async () => {
  const { container, rerender } = render(Board, props);
  expect(container.querySelector(".solved")).toBeNull();
  const next: View = { ...view, number: 2, layout: [[8, "back"]], chips: [0, 1], last: [1, "white cross", true, "white cross"] };
  await rerender({ ...props, view: next });
  expect(container.querySelectorAll(".solved svg").length).toBe(1);
  await vi.advanceTimersByTimeAsync(3500);
  expect(container.querySelector(".solved")).toBeNull();
});

test("nothing helps in a race", async () => {
  const { getByLabelText } = render(Board, { ...props, legal: [{ id: 1, do: "name", colour: "red", shape: "star" }] });
  await hover(getByLabelText("star"));
  expect([bubble(), description(getByLabelText("star"))]).toEqual([[], null]);
});
