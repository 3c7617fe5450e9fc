/** Every game is a folder here: its board, loaded when it is needed, and its picture for the front page. */
import type { Component } from "svelte";
import { keepAsking } from "../lib/fetching";
import type { GameClient, Load } from "./board";

const boards = import.meta.glob<{ default: GameClient }>("./*/index.ts");
const pictures = import.meta.glob<{ default: Component }>("./*/Picture.svelte", { eager: true });

const folder = (path: string): string => path.split("/")[1] ?? "";

export const CLIENTS: Record<string, Load> = Object.fromEntries(
  Object.entries(boards).map(([path, load]) => [folder(path), () => load().then((found) => found.default)]),
);

/** Load a game's board, until it is there. For an effect, as keepAsking(). */
export function bring(game: string, take: (client: GameClient) => void): (() => void) | undefined {
  const load = CLIENTS[game];
  return load && keepAsking(load, take);
}

export const PICTURES: Record<string, Component> = Object.fromEntries(
  Object.entries(pictures).map(([path, found]) => [folder(path), found.default]),
);
