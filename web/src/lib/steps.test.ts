import { expect, test } from "vitest";
import type { AnyView } from "../games/board";
import { moved, offered, tableShown, viewAt } from "../testing/messages";
import type { ClockShown, PublicMove } from "../wire";
import { inParts, stopped, withWays, type NextStep } from "./steps";
import type { WholeUpdate } from "./whole-update";

const clock = (at: number): ClockShown => ({ left: [at], running: [] });
const line = { at: 1, guest: "bo", name: "Bo", text: "hello" };
const happened = (at: number, ...events: PublicMove[]): WholeUpdate => ({
  type: "update",
  number: at,
  table: tableShown({ waiting: [at], clock: clock(at) }),
  position: { pov: 0, decision: at, view: viewAt(at), legal: [offered(1)] },
  events,
  chat: [line],
});
const [again, roll, next] = [moved(0, "reroll"), moved(-1, "roll"), moved(-1, "next")];
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
    table: { waiting: [], clock: clock(2) },
    position: { decision: 1, view: { ...viewAt(1), rolled: true }, legal: [] },
    chat: [],
  });
  expect(rest).toMatchObject({
    events: [next],
    table: { waiting: [2] },
    position: { view: viewAt(2), legal: [{ id: 1 }] },
    chat: [line],
  });
  expect(rest?.onTheWay).toBeUndefined();
});

test("several things on the way are seen one after the other, each from where the one before has led", () => {
  const parts = inParts(happened(2, again, roll, roll, next), happened(1), afterTheRoll);
  expect(parts.map((part) => [part.events, part.position?.view, part.table.waiting])).toEqual([
    [[again, roll], { ...viewAt(1), rolled: true }, []],
    [[roll], { ...viewAt(1), rolled: true }, []],
    [[next], viewAt(2), [2]],
  ]);
});

test("a message is left whole where nothing is seen on the way, or the way isn't known", () => {
  const message = happened(2, again, roll);
  expect(inParts(happened(2, again), happened(1), afterTheRoll)).toHaveLength(1);
  expect(inParts(message, null, afterTheRoll)).toEqual([message]);
  expect(inParts({ ...message, undone: 1 }, happened(1), afterTheRoll)).toHaveLength(1);
  const others = { ...happened(1), position: { pov: 1, decision: 1, view: viewAt(0), legal: [] } };
  expect(inParts(message, others, afterTheRoll)).toHaveLength(1);
});

test("a lesson shows it between its frames", () => {
  const frames = [
    { event: again, view: viewAt(1) },
    { event: roll, view: viewAt(2) },
  ];
  expect(withWays(frames, afterTheRoll)).toEqual([
    frames[0],
    { event: roll, view: { ...viewAt(1), rolled: true }, onTheWay: true },
    { event: null, view: viewAt(2) },
  ]);
});

test("a replay stops at it, but its last position is the end", () => {
  const [before, after] = [viewAt(1), viewAt(2)];
  expect(stopped(before, roll, after, false, afterTheRoll)).toEqual({ ...viewAt(1), rolled: true });
  expect(stopped(before, roll, after, true, afterTheRoll)).toBe(after);
  expect(stopped(before, again, after, false, afterTheRoll)).toBe(after);
  expect(stopped(undefined, roll, after, false, afterTheRoll)).toBe(after);
});
