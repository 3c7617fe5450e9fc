import { afterEach, expect, test } from "vitest";
import { fading, moving } from "./motion.svelte";
import { settings } from "./settings.svelte";

afterEach(() => (settings.speed = "normal"));

test("everything that moves keeps to the speed that was chosen", () => {
  expect([moving(200), fading(200)]).toEqual([200, 200]);
  settings.speed = "fast";
  expect([moving(200), fading(200)]).toEqual([100, 100]);
  settings.speed = "off";
  expect([moving(200), fading(200)]).toEqual([0, 0]);
});
