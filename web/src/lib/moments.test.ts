import { expect, test } from "vitest";
import type { PublicMove } from "../wire";
import { latest, Moments } from "./moments";
import { viewOf } from "../testing/views";

const told = (actor: number, verb: string): PublicMove => ({ actor, action: { do: verb }, veiled: false });
const [lay, roll, stop] = [told(0, "lay"), told(-1, "roll"), told(1, "stop")];

test("an event is found in the moment that it belongs to", () => {
  const moments = new Moments();
  moments.keep({ first: 3, events: [lay, roll], before: viewOf({ at: 3 }), after: viewOf({ at: 5 }) });
  moments.keep({ first: 5, events: [stop], before: viewOf({ at: 5 }), after: viewOf({ at: 6 }) });
  expect(moments.of(4)?.before).toEqual({ at: 3 });
  expect(moments.of(5)?.after).toEqual({ at: 6 });
  expect(moments.of(2)).toBeUndefined();
  expect(moments.of(6)).toBeUndefined();
});

test("what was taken back can't be shown again", () => {
  const moments = new Moments();
  moments.keep({ first: 0, events: [lay], before: viewOf({}), after: viewOf({}) });
  moments.keep({ first: 1, events: [stop], before: viewOf({}), after: viewOf({}) });
  moments.forget(1);
  expect(moments.of(0)).toBeDefined();
  expect(moments.of(1)).toBeUndefined();
});

test("the latest is the last action of a player and what followed from it", () => {
  expect(latest([stop, lay, roll])).toEqual([lay, roll]);
  expect(latest([roll])).toEqual([]);
});
