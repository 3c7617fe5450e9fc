import type { GameClient } from "../board";
import Board from "./Board.svelte";

const client: GameClient = {
  Board,
  score: () => null,
};

export default client;
