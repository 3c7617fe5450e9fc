import type { GameClient } from "../board";
import Board from "./Board.svelte";

const client: GameClient = {
  Board,
  score: ({ scores }: { scores: number[] }, seat) => scores[seat] ?? null,
};

export default client;
