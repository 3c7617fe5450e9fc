import { render } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, expect, test } from "vitest";
import { settings } from "../lib/settings.svelte";
import Block from "./caro/Block.svelte";
import Shape from "./misd/Shape.svelte";
import { COLOUR_NAMES } from "./misd/view.gen";

const PLAIN = 2; // white and black

afterEach(() => {
  settings.signs = "patterns";
});

test("a piece changes at once from its pattern to a letter, and to nothing at all", () => {
  settings.language = "en";
  const { container } = render(Block, { colour: "grey" });
  const seen = () => [container.querySelectorAll(".ring").length, container.textContent.trim()];
  expect(seen()).toEqual([1, ""]);
  flushSync(() => (settings.signs = "letters"));
  expect(seen()).toEqual([0, "G"]);
  flushSync(() => (settings.signs = "none"));
  expect(seen()).toEqual([0, ""]);
});

test("every colour of Misd that isn't plain has a weave of its own, and every shape its own copy", () => {
  const woven = (colour: string) => render(Shape, { shape: "star", colour }).container.querySelector("pattern");
  const weaves = COLOUR_NAMES.map(woven).filter((weave) => weave !== null);
  expect(new Set(weaves.map((weave) => weave.querySelector("path")?.getAttribute("d"))).size).toBe(COLOUR_NAMES.length - PLAIN);
  expect(woven("red")?.id).not.toBe(woven("red")?.id);
});
