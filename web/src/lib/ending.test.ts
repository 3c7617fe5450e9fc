import { expect, test } from "vitest";
import type { Ending } from "../wire";
import { brokenOff } from "./ending";
import { settings } from "./settings.svelte";

const ended = (why: string, seat: number): Ending => ({ points: [], ranks: [], clause: "", why, seat });

test("who broke a game off is told; an end by the rules is none of that", () => {
  settings.language = "en";
  const names = ["Ada", "Bo"];
  expect(brokenOff(ended("resigned", 1), names)).toBe("Bo resigned");
  expect(brokenOff(ended("time", 0), names)).toBe("Ada ran out of time");
  for (const other of [ended("", -1), null]) expect(brokenOff(other, names)).toBe("");
});
