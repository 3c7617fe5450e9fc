import { expect, test } from "vitest";
import { isNumber, taggedBy } from "../lib/guards";
import type { PublicMove } from "../wire";
import { lastMove } from "./moves";

const isAction = taggedBy("do", { lay: { x: isNumber }, draw: { card: isNumber }, pass: {} });
const lay = (actor: number, x: number): PublicMove => ({ actor, action: { do: "lay", x }, veiled: false });

test("the last move with a verb is found, whatever came after it", () => {
  const moves = [lay(0, 1), lay(1, 2), { actor: 0, action: { do: "pass" }, veiled: false }];
  expect(lastMove(moves, isAction, "lay")).toEqual({ actor: 1, action: { do: "lay", x: 2 } });
  expect(lastMove(moves, isAction, "lay", "pass")?.actor).toBe(0);
  expect(lastMove(moves, isAction, "draw")).toBeNull();
});

test("of a veiled move nothing is known that could be shown", () => {
  expect(lastMove([{ actor: 0, action: { do: "draw" }, veiled: true }], isAction, "draw")).toBeNull();
});
