import { expect, test } from "vitest";
import { seatShown, tableShown } from "../testing/messages";
import type { PublicMove } from "../wire";
import { mayHint, mayUndo } from "./fair-play";

const me = seatShown({ guest: "me", name: "Ada" });
const friend = seatShown({ guest: "bo", name: "Bo" });
const bot = seatShown({ level: "3", name: "Opal" });
const move = (actor: number): PublicMove => ({ actor, action: { do: "pass" }, veiled: false });

test("hints are for games against bots, and for others where the host allows them and nothing is a race", () => {
  expect(mayHint(tableShown({ seats: [me, bot] }))).toBe(true);
  expect(mayHint(tableShown({ seats: [me, me] }))).toBe(true);
  expect(mayHint(tableShown({ seats: [me, bot], race: true }))).toBe(true);
  expect(mayHint(tableShown({ seats: [me, friend] }))).toBe(false);
  expect(mayHint(tableShown({ seats: [me, friend], hints: true }))).toBe(true);
  expect(mayHint(tableShown({ seats: [me, friend], hints: true, race: true }))).toBe(false);
});

test("something can be taken back once something was done, and while everybody can be asked", () => {
  const against = tableShown({ seats: [me, bot] });
  expect([mayUndo(against, [], 0), mayUndo(against, [move(1)], 0), mayUndo(against, [move(0), move(1)], 0)]).toEqual([false, false, true]);
  const away = tableShown({ seats: [me, { ...friend, stand_in: "3" }] });
  expect([mayUndo(away, [move(0), move(1)], 0), mayUndo(away, [move(1), move(0)], 0)]).toEqual([false, true]);
  expect(mayUndo(tableShown({ seats: [me, friend], asking: 0 }), [move(0)], 0)).toBe(false);
  expect(mayUndo(tableShown({ seats: [{ ...me, stand_in: "3" }, friend] }), [move(0)], 0)).toBe(false);
});
