/**
 * Dice that fit nowhere end the turn at once, so the next view shows another column. This reconstructs how they lay
 * there.
 */
import { doing } from "../../kit/selection";
import type { NextStep } from "../../lib/steps";
import type { PublicMove } from "../../wire";
import { isAction, ROWS, type ColourName, type View } from "./view.gen";

/** Whether a view shows dice that fit nowhere: otherwise, none lie there before a roll. */
export const isMissed = (view: View): boolean => view.stage === "rolling" && view.dice.length > 0;

export const missed: NextStep<View> = (before, events, after) => {
  const at = events.findIndex(rolled);
  const turn = at < 0 ? null : turnThatEnded(before, events, at, after);
  if (!turn) return null;
  const dice = String(events[at]?.action.dice).split("+").map(Number);
  return { count: at + 1, view: { ...turn, dice, to_roll: 0, stage: "rolling" } };
};

/** Return the turn ended by a roll, as it was then; null if it goes on. */
function turnThatEnded(was: View, events: readonly PublicMove[], at: number, is: View): View | null {
  const [earlier, later] = [events.slice(0, at), events.slice(at + 1)];
  if (inTurn(was) && earlier.every((told) => told.action.do === "reroll")) return sameTurn(was, is) ? null : was;
  if (is.stage !== "ended" && !later.some(rolled)) return null;
  const laid = doing(earlier.map((told) => told.action).filter(isAction), "lay").map((action) => action.colour);
  return laid.length
    ? begun({ ...is, columns: inColumns(laid) }, 0, is.starter)
    : begun(was, was.played + 1, (was.turn + 1) % was.points.length);
}

const rolled = (told: PublicMove): boolean => told.action.do === "roll";
const inTurn = (view: View): boolean => view.stage === "assigning" || (view.stage === "rolling" && !isMissed(view));
const sameTurn = (one: View, other: View): boolean => other.stage !== "ended" && one.round === other.round && one.played === other.played;

const inColumns = (chips: ColourName[]): ColourName[][] =>
  chips.flatMap((_, index) => (index % ROWS ? [] : [chips.slice(index, index + ROWS)]));

/** Return the turn of the next column's player before any die is placed. The next view puts the leftovers under it. */
function begun(view: View, played: number, turn: number): View {
  const [next = [], ...columns] = view.columns;
  return { ...view, column: next.map((chip) => [chip]), columns, played, turn, row: 0, on: [] };
}
