import type { GameClient } from "../board";
import Board from "./Board.svelte";

const client: GameClient<"caro"> = {
  Board,
  score: ({ scores }, seat) => scores[seat] ?? null,
};

export default client;
