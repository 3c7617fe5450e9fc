import type { GameClient } from "../board";
import Board from "./Board.svelte";
import type { View } from "./view";

const client: GameClient = {
  Board,
  score: (view: View, seat) => view.scores[seat] ?? null,
};

export default client;
