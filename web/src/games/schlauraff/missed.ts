/** Dice that fit nowhere end the turn at once, so the next view shows another column: how they lay there before. */
import type { Between } from "../../lib/between";
import type { View } from "./view";

export const MISSED = "missed"; // a stage that only this client knows

export const missed: Between = (before, events, after) => {
  const at = events.findIndex((told) => told.action.do === "roll");
  const own = at >= 0 && events.slice(0, at).every((told) => told.action.do === "reroll");
  const [was, is] = [before, after] as unknown as [View, View];
  if (!own || !inTurn(was) || sameTurn(was, is)) return null;
  const dice = String(events[at]?.action.dice).split("+").map(Number);
  return { count: at + 1, view: { ...before, dice, to_roll: 0, stage: MISSED } };
};

const inTurn = (view: View): boolean => view.stage === "rolling" || view.stage === "assigning";
const sameTurn = (one: View, other: View): boolean => other.stage !== "ended" && one.round === other.round && one.played === other.played;
