import { expect, test } from "vitest";
import { seatShown, tableShown } from "../testing/messages";
import type { Update } from "../wire";
import { wholeUpdate } from "./whole-update";

const progress = {
  status: "playing",
  waiting: [1],
  race: false,
  clock: { left: [], running: [] },
  asking: -1,
  agreed: [],
  outcome: null,
} as const;
const update = (table: Partial<Update["table"]> = {}): Update => ({
  type: "update",
  number: 3,
  table: { ...progress, waiting: [1], clock: { left: [], running: [] }, agreed: [], ...table },
  position: null,
  events: [],
});

test("what an update leaves out is as it was before", () => {
  const before = tableShown({ waiting: [0], host: "ada", rematch: "next" });
  const { table } = wholeUpdate(update(), before);
  expect(table).toEqual({ ...before, ...progress });
});

test("what an update tells is new", () => {
  const seats = [seatShown({ name: "Cleo" })];
  expect(wholeUpdate(update({ seats, secret: "5ec3" }), tableShown()).table).toMatchObject({ seats, secret: "5ec3" });
});
