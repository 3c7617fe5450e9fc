import { beforeEach, expect, test, vi } from "vitest";
import { Refusal } from "./api";
import { keepAsking, PAUSE } from "./fetching";

beforeEach(() => void vi.useFakeTimers());
const soon = () => vi.advanceTimersByTimeAsync(0);

test.each(["offline", "failed", "trouble", "too_fast", "half an answer"] as const)(
  "after a failure (%s) it is asked again",
  async (code) => {
    const error = code === "half an answer" ? new SyntaxError() : new Refusal(code, "");
    const question = vi.fn().mockRejectedValueOnce(error).mockResolvedValue("words");
    const take = vi.fn();
    keepAsking(question, take);
    await soon();
    expect(take).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2 * PAUSE);
    expect([question.mock.calls.length, take.mock.calls]).toEqual([2, [["words"]]]);
  },
);

test("what there isn't is not asked for again", async () => {
  const question = vi.fn().mockRejectedValue(new Refusal("no_text", ""));
  keepAsking(question, vi.fn());
  await vi.advanceTimersByTimeAsync(3 * PAUSE);
  expect(question).toHaveBeenCalledTimes(1);
});

test("an answer that comes too late is nothing, and a failure then is the end", async () => {
  const take = vi.fn();
  keepAsking(() => Promise.resolve("late"), take)();
  const question = vi.fn().mockRejectedValue(new Refusal("offline", ""));
  keepAsking(question, take)();
  const waiting = vi.fn().mockRejectedValue(new Refusal("offline", ""));
  const leave = keepAsking(waiting, take);
  await soon();
  leave();
  await vi.advanceTimersByTimeAsync(3 * PAUSE);
  expect([take.mock.calls.length, question.mock.calls.length, waiting.mock.calls.length]).toEqual([0, 1, 1]);
});
