/** One folder per game: its board, loaded on demand, and its picture for the front page. */
import type { Component } from "svelte";
import { keepAsking } from "../lib/fetching";
import type { GameClient, GameName } from "./board";
import { LOADERS } from "./clients.gen";

const pictures = import.meta.glob<{ default: Component }>("./*/Picture.svelte", { eager: true });

const folder = (path: string): string => path.split("/")[1] ?? "";

/** Tell whether there is a board for a game. */
export function isGame(name: string): name is GameName {
  return Object.hasOwn(LOADERS, name);
}

/** Load a game's board, retrying until it arrives. For use in an effect, like keepAsking(). */
export function bring<Game extends GameName>(game: Game, take: (client: GameClient<Game>) => void): (() => void) | undefined {
  if (!isGame(game)) return; // the server is newer than this page
  return keepAsking(LOADERS[game], (found) => take(found.default));
}

export const PICTURES: Record<string, Component> = Object.fromEntries(
  Object.entries(pictures).map(([path, found]) => [folder(path), found.default]),
);
