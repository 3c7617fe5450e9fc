import type { GameClient } from "../board";
import Board from "./Board.svelte";

const client: GameClient<"carre"> = {
  Board,
  turnsPieces: true,
  score: (view, seat) => view.boards[seat]?.length ?? null,
};

export default client;
