import type { GameClient } from "../board";
import Board from "./Board.svelte";

const client: GameClient<"nussknacker"> = {
  Board,
  score: (view, seat) => view.chips[seat] ?? null,
  awaited: (view) => view.turn,
};

export default client;
