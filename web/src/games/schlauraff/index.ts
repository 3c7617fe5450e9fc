import type { GameClient } from "../board";
import Board from "./Board.svelte";
import { missed } from "./missed";
import { eaten } from "./view";

const client: GameClient<"schlauraff"> = {
  Board,
  score: (view, seat) => (view.points[seat] ?? 0) + eaten(view, seat),
  nextStep: missed,
};

export default client;
