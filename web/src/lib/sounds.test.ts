import { expect, test } from "vitest";
import { tableShown } from "../testing/messages";
import type { PublicMove, TableShown } from "../wire";
import { soundsOf } from "./sounds";
import type { WholeUpdate } from "./whole-update";

const table = (status: TableShown["status"], waiting: number[], ranks: number[] = []): TableShown =>
  tableShown({ status, waiting, outcome: ranks.length ? { ranks, points: [], clause: "", why: "", seat: -1 } : null });
const told = (actor: number, action: PublicMove["action"], veiled = false): PublicMove => ({ actor, action, veiled });
const happened = (after: TableShown, ...events: PublicMove[]): WholeUpdate => ({
  type: "update",
  number: 1,
  table: after,
  position: null,
  events,
});

test("pieces, dice and cards are told apart by the events, each heard once", () => {
  const others = table("playing", [1]);
  const events = [
    told(0, { do: "lay", x: 1 }),
    told(-1, { do: "roll", dice: "2 3" }),
    told(-1, { do: "draw" }, true),
    told(1, { do: "play", card: 3 }),
  ];
  expect(soundsOf(others, happened(others, ...events), 0)).toEqual(["piece", "dice", "card"]);
});

test("one's turn is heard when it begins, not while it lasts", () => {
  expect(soundsOf(table("playing", [1]), happened(table("playing", [0])), 0)).toEqual(["turn"]);
  expect(soundsOf(table("playing", [0]), happened(table("playing", [0])), 0)).toEqual([]);
});

test("a win is heard by whoever has won, once", () => {
  const over = table("over", [], [2, 1]);
  expect(soundsOf(table("playing", [0]), happened(over), 1)).toEqual(["win"]);
  expect(soundsOf(table("playing", [0]), happened(over), 0)).toEqual([]);
  expect(soundsOf(over, happened(over), 1)).toEqual([]);
});
