import { beforeEach, expect, test } from "vitest";
import type { Ending } from "../wire";
import { brokenOff, headline, moodOf } from "./ending";
import { settings } from "./settings.svelte";

const NAMES = ["Ada", "Bo", "Cy", "Di", "Eve"];
const ended = (ranks: number[], why = "", seat = -1): Ending => ({ points: [], ranks, clause: "", why, seat });

beforeEach(() => void (settings.language = "en"));

test("who broke a game off is told; an end by the rules is none of that", () => {
  expect(brokenOff(ended([1, 2], "resigned", 1), NAMES)).toBe("Bo resigned");
  expect(brokenOff(ended([2, 1], "time", 0), NAMES)).toBe("Ada ran out of time");
  for (const other of [ended([1, 2]), null]) expect(brokenOff(other, NAMES)).toBe("");
});

test.each<[string, Ending, number[], string, string]>([
  ["a win", ended([1, 2]), [0], "won", "You win"],
  ["a loss", ended([1, 2]), [1], "lost", "Ada wins"],
  ["a draw", ended([1, 1]), [0], "drawn", "Draw"],
  ["a shared win", ended([1, 1, 3]), [1], "won", "Ada and Bo share the win"],
  ["a win of many", ended([1, 1, 1, 1, 5]), [4], "lost", "4 share the win"],
  ["one of two at the device", ended([1, 2]), [0, 1], "seen", "Ada wins"],
  ["somebody else's game", ended([2, 1]), [], "seen", "Bo wins"],
  ["a resignation", ended([1, 2], "resigned", 1), [0], "won", "You win"],
])("%s", (_, outcome, own, mood, words) => {
  expect([moodOf(outcome, own), headline(outcome, own, NAMES)]).toEqual([mood, words]);
});
