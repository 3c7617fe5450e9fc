import type { GameClient } from "../board";
import Board from "./Board.svelte";

const client: GameClient<"plan"> = {
  Board,
  score: () => null,
};

export default client;
