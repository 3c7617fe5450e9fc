import type { GameClient } from "../board";
import Board from "./Board.svelte";

const client: GameClient = {
  Board,
  score: (view, seat) => view.boards[seat].length,
};

export default client;
