import type { GameClient } from "../board";
import Board from "./Board.svelte";

const client: GameClient<"qarre"> = {
  Board,
  score: (view, seat) => view.scores[seat] ?? null,
};

export default client;
