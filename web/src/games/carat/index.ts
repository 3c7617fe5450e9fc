import type { GameClient } from "../board";
import Board from "./Board.svelte";

const client: GameClient<"carat"> = {
  Board,
  turnsPieces: true,
  score: (view, seat) => view.scores[seat] ?? null,
};

export default client;
