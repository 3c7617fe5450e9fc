/** A study that another page of this client opens on the analysis board. */
import type { GameName } from "../games/board";
import { isGame } from "../games";
import { go } from "./router.svelte";

interface Handed {
  text: string; // a record or a study
  at: number;
  pov: number | null;
}

let handed: Handed | null = null;

/** Go to the analysis board with a study, at a position and from a point of view. */
export function analyse(game: GameName, text: string, at = 0, pov: number | null = null): void {
  handed = { text, at, pov };
  go(`/analysis/${game}`);
}

/** Take the study that was handed over, once. */
export function takeHanded(): Handed | null {
  const taken = handed;
  handed = null;
  return taken;
}

/** Return the game of a study in a file; null if the file isn't one. */
export function gameOfStudy(text: string): GameName | null {
  const game = /^\uFEFF?\s*carreau study \d+\s*\ngame: ([a-z]+)/.exec(text)?.[1] ?? "";
  return isGame(game) ? game : null;
}
