import { describe, expect, it } from "vitest";
import type { Told } from "../../wire";
import { missed } from "./missed";

const told = (actor: number, action: Told["action"]): Told => ({ actor, action, veiled: false });
const [reroll, stop] = [told(0, { do: "reroll" }), told(0, { do: "stop" })];
const roll = (dice: string): Told => told(-1, { do: "roll", dice });
const before = { stage: "assigning", turn: 0, round: 1, played: 2, dice: [2, 6], on: [4], row: 3 };
const next = { stage: "assigning", turn: 1, round: 1, played: 3, dice: [1, 1, 2, 3, 4, 6], on: [], row: 0 };

describe("dice that fit nowhere", () => {
  it("are seen in the turn that they end, before the next one is rolled for", () => {
    const way = missed(before, [reroll, roll("5+6"), roll("1+1+2+3+4+6")], next);
    expect(way).toEqual({ count: 2, view: { ...before, dice: [5, 6], to_roll: 0, stage: "missed" } });
  });
  it("are seen as well where they end the game or come alone", () => {
    expect(missed(before, [reroll, roll("6")], { ...before, stage: "ended", played: 0 })?.count).toBe(2);
    expect(missed({ ...before, stage: "rolling" }, [roll("6")], { ...next, stage: "rolling" })?.count).toBe(1);
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
