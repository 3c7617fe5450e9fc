/** This browser's memory of each game: the last settings against bots, and what the player already knows. */
import { untrack } from "svelte";
import { isBoolean, isNumber, isObject, isString, objectOf, optional, parsed, type Guard } from "./guards";
import { recall, remember } from "./storage";

export interface Experience {
  level?: string | undefined; // of the last bots played against
  seats?: number | undefined;
  aware?: boolean | undefined; // the goal line was closed
  begun?: boolean | undefined; // played once, or completed the lesson
}

const KEY = "carreau-games";
const isExperience: Guard<Experience> = objectOf({
  level: optional(isString),
  seats: optional(isNumber),
  aware: optional(isBoolean),
  begun: optional(isBoolean),
});

function kept(): Record<string, Experience> {
  const found = parsed(recall(KEY) ?? "");
  const games = isObject(found) ? Object.entries(found) : [];
  return Object.fromEntries(games.flatMap(([game, each]) => (isExperience(each) ? [[game, each]] : [])));
}

const games = $state(kept());

/** Return what is remembered about a game; empty for newcomers. */
export function experience(game: string): Experience {
  return games[game] ?? {};
}

/** Remember more about a game. */
export function learned(game: string, more: Experience): void {
  untrack(() => {
    games[game] = { ...games[game], ...more };
    remember(KEY, JSON.stringify(games));
  });
}
