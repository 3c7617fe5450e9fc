import type { GameClient } from "../board";
import Board from "./Board.svelte";

const client: GameClient<"raufer"> = {
  Board,
  score: () => null,
};

export default client;
