import { expect, test } from "vitest";
import type { AnyView } from "../games/board";
import type { Update, PublicMove } from "../wire";
import { inParts, stopped, withWays, type NextStep } from "./steps";
import { viewOf } from "../testing/views";

const told = (actor: number, verb: string): PublicMove => ({ actor, action: { do: verb }, veiled: false });
const happened = (at: number, ...events: PublicMove[]): Update =>
  ({
    type: "update",
    number: at,
    table: { waiting: [at], clock: at },
    position: { pov: 0, decision: at, view: { at }, legal: [{ id: 1 }] },
    events,
    chat: ["hello"],
  }) as unknown as Update;
const [again, roll, next] = [told(0, "reroll"), told(-1, "roll"), told(-1, "next")];
const afterTheRoll: NextStep<AnyView> = (before, events) => {
  const at = events.indexOf(roll);
  return at < 0 ? null : { count: at + 1, view: { ...before, rolled: true } };
};

test("what is seen on the way is seen where one was, and nothing may be done there", () => {
  const [way, rest, ...others] = inParts(happened(2, again, roll, next), happened(1), afterTheRoll);
  expect(others).toEqual([]);
  expect(way).toMatchObject({
    onTheWay: true,
    events: [again, roll],
    table: { waiting: [], clock: 2 },
    position: { decision: 1, view: { at: 1, rolled: true }, legal: [] },
    chat: [],
  });
  expect(rest).toMatchObject({
    events: [next],
    table: { waiting: [2] },
    position: { view: { at: 2 }, legal: [{ id: 1 }] },
    chat: ["hello"],
  });
  expect(rest?.onTheWay).toBeUndefined();
});

test("several things on the way are seen one after the other, each from where the one before has led", () => {
  const parts = inParts(happened(2, again, roll, roll, next), happened(1), afterTheRoll);
  expect(parts.map((part) => [part.events, part.position?.view, part.table.waiting])).toEqual([
    [[again, roll], { at: 1, rolled: true }, []],
    [[roll], { at: 1, rolled: true }, []],
    [[next], { at: 2 }, [2]],
  ]);
});

test("a message is left whole where nothing is seen on the way, or the way isn't known", () => {
  const message = happened(2, again, roll);
  expect(inParts(happened(2, again), happened(1), afterTheRoll)).toHaveLength(1);
  expect(inParts(message, null, afterTheRoll)).toEqual([message]);
  expect(inParts({ ...message, undone: 1 }, happened(1), afterTheRoll)).toHaveLength(1);
  const others = { ...happened(1), position: { pov: 1, decision: 1, view: viewOf({}), legal: [] } };
  expect(inParts(message, others, afterTheRoll)).toHaveLength(1);
});

test("a lesson shows it between its frames", () => {
  const frames = [
    { event: again, view: viewOf({ at: 1 }) },
    { event: roll, view: viewOf({ at: 2 }) },
  ];
  expect(withWays(frames, afterTheRoll)).toEqual([
    frames[0],
    { event: roll, view: { at: 1, rolled: true }, onTheWay: true },
    { event: null, view: { at: 2 } },
  ]);
});

test("a replay stops at it, but its last position is the end", () => {
  const [before, after] = [viewOf({ at: 1 }), viewOf({ at: 2 })];
  expect(stopped(before, roll, after, false, afterTheRoll)).toEqual({ at: 1, rolled: true });
  expect(stopped(before, roll, after, true, afterTheRoll)).toBe(after);
  expect(stopped(before, again, after, false, afterTheRoll)).toBe(after);
  expect(stopped(undefined, roll, after, false, afterTheRoll)).toBe(after);
});
