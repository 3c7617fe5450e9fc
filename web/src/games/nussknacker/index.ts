import type { GameClient } from "../board";
import Board from "./Board.svelte";

const client: GameClient = {
  Board,
  score: (view, seat) => view.chips[seat],
  awaited: (view) => view.turn,
};

export default client;
