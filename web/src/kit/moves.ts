/** Recent moves, typed by game. */
import type { Guard } from "../lib/guards";
import type { PublicMove } from "../wire";

/** Find the last move with one of these verbs. A hidden move has no fields, so it never matches. */
export function lastMove<Action extends { do: string }, Verb extends Action["do"]>(
  moves: readonly PublicMove[],
  isAction: Guard<Action>,
  ...verbs: Verb[]
): { actor: number; action: Extract<Action, { do: Verb }> } | null {
  const isWanted = (action: Action): action is Extract<Action, { do: Verb }> => verbs.some((verb) => verb === action.do);
  const found = moves.flatMap(({ actor, action }) => (isAction(action) && isWanted(action) ? [{ actor, action }] : []));
  return found.at(-1) ?? null;
}
