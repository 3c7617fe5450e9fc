import { describe, expect, it } from "vitest";
import type { PublicMove } from "../../wire";
import { missed } from "./missed";
import type { View } from "./view.gen";

const told = (actor: number, action: PublicMove["action"]): PublicMove => ({ actor, action, veiled: false });
const [reroll, stop] = [told(0, { do: "reroll" }), told(0, { do: "stop" })];
const roll = (dice: string): PublicMove => told(-1, { do: "roll", dice });
const start: View = {
  seat: -1,
  current: -1,
  bag: [],
  assigned: false,
  points: [0, 0],
  reds: [0, 0],
  captured: [],
  columns: [],
  column: [],
  played: 0,
  row: 0,
  dice: [],
  on: [],
  to_roll: 0,
  round: 1,
  rounds: 1,
  starter: 0,
  turn: 0,
  stage: "starting",
};
const before: View = { ...start, stage: "assigning", turn: 0, round: 1, played: 2, dice: [2, 6], on: [4], row: 3 };
const next: View = { ...start, stage: "assigning", turn: 1, round: 1, played: 3, dice: [1, 1, 2, 3, 4, 6], on: [], row: 0 };

describe("dice that fit nowhere", () => {
  it("are seen in the turn that they end, before the next one is rolled for", () => {
    const way = missed(before, [reroll, roll("5+6"), roll("1+1+2+3+4+6")], next);
    expect(way).toEqual({ count: 2, view: { ...before, dice: [5, 6], to_roll: 0, stage: "rolling" } });
  });
  it("are seen as well where they end the game or come alone", () => {
    expect(missed(before, [reroll, roll("6")], { ...before, stage: "ended", played: 0 })?.count).toBe(2);
    expect(missed({ ...before, stage: "rolling", dice: [] }, [roll("6")], { ...next, stage: "rolling" })?.count).toBe(1);
  });
});

describe("a first roll that fits nowhere", () => {
  const green = Array.from({ length: 5 }, () => "green" as const);
  const blue = green.map(() => "blue" as const);
  const was: View = { ...before, starter: 1, column: [["red"]], columns: [green, blue] };
  const own = { column: green.map((chip) => [chip]), columns: [blue], row: 0, on: [], dice: [4, 6], to_roll: 0, stage: "rolling" as const };
  const lay = (colour: string): PublicMove => told(-1, { do: "lay", colour });
  it("is seen on the next column, whose turn it was", () => {
    const way = missed(was, [stop, roll("4+6"), roll("1+2")], { ...next, played: 4, turn: 0 });
    expect(way).toEqual({ count: 2, view: { ...was, ...own, played: 3, turn: 1 } });
  });
  it("is seen after dice that have ended the turn before", () => {
    const events = [reroll, roll("5+6"), roll("4+6"), roll("1+2")];
    const after = { ...next, played: 4, turn: 0 };
    const first = missed(was, events, after)!;
    expect(missed(first.view, events.slice(first.count), after)).toMatchObject({ count: 1, view: { ...own, played: 3, turn: 1 } });
    expect(missed({ ...was, ...own }, [roll("1+2")], after)).toBeNull();
  });
  it("is seen in the last column, before the game ends", () => {
    expect(missed(was, [stop, roll("4+6")], { ...was, stage: "ended", played: 0 })?.view).toMatchObject({ ...own, turn: 1 });
  });
  it("is seen in the first column of a round, as that was laid out", () => {
    const after = { ...was, round: 2, played: 1, turn: 0, column: [], columns: [] };
    const way = missed(was, [stop, ...[...green, ...blue].map(lay), roll("4+6"), roll("1+2")], after);
    expect(way).toMatchObject({ count: 12, view: { ...own, round: 2, played: 0, turn: 1 } });
  });
});

describe("nothing is added", () => {
  it("where the turn goes on", () => {
    expect(missed(before, [reroll, roll("3+6")], { ...before, dice: [3, 6] })).toBeNull();
  });
  it("where the dice are those of somebody else", () => {
    expect(missed(before, [stop, roll("1+1+2+3+4+6")], next)).toBeNull();
  });
});
