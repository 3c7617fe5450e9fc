import { expect, test } from "vitest";
import type { Update, TableShown, PublicMove } from "../wire";
import { soundsOf } from "./sounds";

const table = (status: string, waiting: number[], ranks: number[] = []): TableShown =>
  ({ status, waiting, race: false, outcome: ranks.length ? { ranks } : null }) as unknown as TableShown;
const told = (actor: number, action: PublicMove["action"], veiled = false): PublicMove => ({ actor, action, veiled });
const happened = (after: TableShown, ...events: PublicMove[]): Update => ({
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
