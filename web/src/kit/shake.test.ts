import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Shake } from "./shake.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a thing shakes for a moment, and no other with it", () => {
  const shake = new Shake();
  shake.start("0,1");
  expect([shake.of("0,1"), shake.of("1,0"), shake.of()]).toEqual([true, false, false]);
  vi.advanceTimersByTime(400);
  expect(shake.of("0,1")).toBe(false);
});

test("what is refused next shakes as long as the first", () => {
  const shake = new Shake();
  shake.start(1);
  vi.advanceTimersByTime(300);
  shake.start(2);
  vi.advanceTimersByTime(300);
  expect([shake.of(1), shake.of(2)]).toEqual([false, true]);
});
