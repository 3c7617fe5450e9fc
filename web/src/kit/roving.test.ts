import { expect, test } from "vitest";
import { Roving } from "./roving.svelte";

test("Tab stops at one thing only, the last that was gone to", () => {
  const roving = new Roving("bank");
  expect([roving.tabindex("bank"), roving.tabindex("a1")]).toEqual([0, -1]);
  expect(roving.stopAt("a1")).toBe("a1");
  expect([roving.tabindex("bank"), roving.tabindex("a1")]).toEqual([-1, 0]);
});
