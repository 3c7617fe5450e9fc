import { expect, test } from "vitest";
import { moved, viewAt } from "../testing/messages";
import { latest, Moments } from "./moments";

const [lay, roll, stop] = [moved(0, "lay"), moved(-1, "roll"), moved(1, "stop")];

test("an event is found in the moment that it belongs to", () => {
  const moments = new Moments();
  moments.keep({ first: 3, events: [lay, roll], before: viewAt(3), after: viewAt(5) });
  moments.keep({ first: 5, events: [stop], before: viewAt(5), after: viewAt(6) });
  expect(moments.of(4)?.before).toEqual(viewAt(3));
  expect(moments.of(5)?.after).toEqual(viewAt(6));
  expect(moments.of(2)).toBeUndefined();
  expect(moments.of(6)).toBeUndefined();
});

test("what was taken back can't be shown again", () => {
  const moments = new Moments();
  moments.keep({ first: 0, events: [lay], before: viewAt(0), after: viewAt(0) });
  moments.keep({ first: 1, events: [stop], before: viewAt(0), after: viewAt(0) });
  moments.forget(1);
  expect(moments.of(0)).toBeDefined();
  expect(moments.of(1)).toBeUndefined();
});

test("the latest is the last action of a player and what followed from it", () => {
  expect(latest([stop, lay, roll])).toEqual([lay, roll]);
  expect(latest([roll])).toEqual([]);
});
