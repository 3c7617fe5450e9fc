import { expect, test } from "vitest";
import { seatShown, tableShown } from "../testing/messages";
import type { TableShown } from "../wire";
import { askedFor, dueHere } from "./handover";

const BOTH = [0, 1];
const table = (waiting: number[], standIns: number[] = [], status: TableShown["status"] = "playing"): TableShown =>
  tableShown({ status, waiting, seats: [0, 1, 2].map((seat) => seatShown({ stand_in: standIns.includes(seat) ? "3" : "" })) });

test("who is due is asked to take the device, and only a press tells that they have", () => {
  expect(askedFor(table([1]), BOTH, 0, 0)).toEqual([1]);
  expect(askedFor(table([1]), BOTH, 1, 0)).toEqual([1]); // as shown by the server after a reconnect
  expect(askedFor(table([1]), BOTH, 1, null)).toEqual([1]); // after a reload
  expect(askedFor(table([1]), BOTH, 0, 1)).toEqual([1]); // pressed, but not shown yet
  expect(askedFor(table([1]), BOTH, 1, 1)).toEqual([]);
});

test("while others think it stays where it is; after a reload nobody has it", () => {
  expect(askedFor(table([2]), BOTH, 1, 1)).toEqual([]);
  expect(askedFor(table([2]), BOTH, 0, 1)).toEqual([1]);
  expect(askedFor(table([2]), BOTH, 0, null)).toEqual([0, 1]);
});

test("where several are due, whoever has it keeps it", () => {
  expect(askedFor(table([0, 1]), BOTH, 1, 1)).toEqual([]);
  expect(askedFor(table([0, 1]), BOTH, 0, 1)).toEqual([1]);
});

test("where several are due and nobody has it, any of them may take it; first is named whom the game waits for", () => {
  expect(askedFor(table([0, 1]), BOTH, 1, null)).toEqual([0, 1]);
  expect(askedFor(table([0, 1, 2]), BOTH, 0, null, 1)).toEqual([1, 0]);
  expect(askedFor(table([0, 1, 2]), BOTH, 0, null, 2)).toEqual([0, 1]);
  expect(askedFor(table([0, 1], [0]), BOTH, 0, null)).toEqual([1]);
});

test("those who may act here are known while one of them has the device", () => {
  expect(dueHere(table([2, 1, 0]), BOTH, 1)).toEqual([1, 0]);
  expect(dueHere(table([1, 2]), BOTH)).toEqual([1]);
  expect(dueHere(table([2]), BOTH)).toEqual([]);
  expect(dueHere(table([0, 1], [1]), BOTH)).toEqual([0]);
});

test("a seat for which a bot plays doesn't ask for it", () => {
  expect(askedFor(table([1], [1]), BOTH, 0, 0)).toEqual([]);
  expect(askedFor(table([0], [0]), BOTH, 0, null)).toEqual([1]);
});

test("where bots play for all of them, a hand is still shown to nobody but its player", () => {
  expect(askedFor(table([1], BOTH), BOTH, 1, null)).toEqual([1]);
  expect(askedFor(table([1], BOTH), BOTH, 1, 1)).toEqual([]);
});

test("it is not handed over before the game, after it, or where everybody has their own", () => {
  expect(askedFor(table([], [], "open"), BOTH, 0, null)).toEqual([]);
  expect(askedFor(table([], [], "over"), BOTH, 0, null)).toEqual([]);
  expect(askedFor(table([0]), [0], 0, null)).toEqual([]);
});
