import { expect, test } from "vitest";
import type { StudyMove, StudyShown } from "../wire";
import { add, endOf, isVariation, linkOf, movesTo, ordered, promote, remove, rows, seen, sibling, studyOf } from "./study";

const move = (actor: number, id: number, more: Partial<StudyMove> = {}): StudyMove => ({
  actor,
  action: { do: "pass", id },
  ...more,
});

const shown: StudyShown = {
  game: "caro",
  seats: 2,
  options: { honour: false, rounds: 2 },
  names: ["Ada", "Bo & Co"],
  position: "",
  nodes: [
    { parent: -1, note: "Look" },
    { parent: 0, move: move(-1, 2) },
    { parent: 1, move: move(0, 36) },
    { parent: 1, move: move(0, 37), name: "quiet" },
    { parent: 3, move: move(1, 5) },
    { parent: 2, move: move(1, 6) },
  ],
};

test("a study is shown as rows, with variations indented after the move that they replace", () => {
  const study = studyOf(shown);
  expect(rows(study.root).map(({ node, depth }) => [node.move?.action.id, depth])).toEqual([
    [2, 0],
    [36, 0],
    [37, 1],
    [5, 1],
    [6, 0],
  ]);
  expect(movesTo(endOf(study.root))).toEqual([
    [-1, 2],
    [0, 36],
    [1, 6],
  ]);
});

test("a link has all moves, names and notes", () => {
  expect(linkOf(studyOf(shown))).toBe(
    "game=caro&seats=2&option=honour.off&option=rounds.2&name=Ada&name=Bo+%26+Co&moves=*2.010-011.15_16&note=0.Look&label=3.quiet",
  );
});

test("the server's order of positions is the order of the link", () => {
  expect(ordered(studyOf(shown).root).map(({ name }) => name)).toEqual(["", "", "", "quiet", "", ""]);
});

test("a variation becomes the main line, or is deleted with all that follows", () => {
  const study = studyOf(shown);
  const quiet = ordered(study.root)[3];
  if (!quiet) throw new Error("there is no such position");
  expect(isVariation(quiet)).toBe(true);
  promote(quiet);
  expect(isVariation(quiet)).toBe(false);
  expect(linkOf(study)).toContain("moves=*2.011-010.16_15");
  expect(sibling(quiet, 1)?.move?.action.id).toBe(36);
  const before = remove(quiet);
  expect(movesTo(endOf(before))).toEqual([
    [-1, 2],
    [0, 36],
    [1, 6],
  ]);
});

test("a move is added once", () => {
  const study = studyOf(shown);
  const first = add(study.root, move(-1, 2));
  expect(study.root.children).toEqual([first]);
  expect(add(study.root, move(-1, 3))).toBe(study.root.children[1]);
});

test("who didn't see a move doesn't read its details", () => {
  const hidden = move(-1, 2, { unseen: [1, -1], effects: [{ kind: "points", seat: 0, amount: 1 }] });
  expect(seen(hidden, 0)).toEqual({ actor: -1, action: { do: "pass", id: 2 }, veiled: false, effects: hidden.effects });
  expect(seen(hidden, 1)).toEqual({ actor: -1, action: { do: "pass" }, veiled: true });
});
