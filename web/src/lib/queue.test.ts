import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Queue } from "./queue.svelte";

const shown: string[] = [];
const queue = new Queue<string>((thing) => {
  shown.push(thing);
  return 800;
});

beforeEach(() => {
  vi.useFakeTimers();
  queue.clear();
  shown.length = 0;
});
afterEach(() => vi.useRealTimers());

test("the first is shown at once, each other when the one before was seen", () => {
  queue.push("a");
  queue.push("b");
  queue.push("c");
  expect(shown).toEqual(["a"]);
  expect(queue.behind).toBe(true);
  vi.advanceTimersByTime(800);
  expect(shown).toEqual(["a", "b"]);
  vi.advanceTimersByTime(800);
  expect(shown).toEqual(["a", "b", "c"]);
  expect(queue.behind).toBe(false);
});

test("what comes a moment later waits as well, and what comes long after does not", () => {
  queue.push("a");
  vi.advanceTimersByTime(300);
  queue.push("b");
  expect(shown).toEqual(["a"]);
  vi.advanceTimersByTime(500);
  expect(shown).toEqual(["a", "b"]);
  vi.advanceTimersByTime(5000);
  queue.push("c");
  expect(shown).toEqual(["a", "b", "c"]);
});

test("in a hurry everything is shown in its order, and the next thing is not held up", () => {
  for (const thing of ["a", "b", "c"]) queue.push(thing);
  queue.hurry();
  expect(shown).toEqual(["a", "b", "c"]);
  expect(queue.behind).toBe(false);
});
