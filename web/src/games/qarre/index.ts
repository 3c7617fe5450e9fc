import type { GameClient } from "../board";
import Board from "./Board.svelte";

const client: GameClient = {
  Board,
  score: (view, seat) => view.scores[seat],
};

export default client;
