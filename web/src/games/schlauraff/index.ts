import type { GameClient } from "../board";
import Board from "./Board.svelte";
import { missed } from "./missed";
import { eaten, type View } from "./view";

const client: GameClient = {
  Board,
  score: (view: View, seat) => (view.points[seat] ?? 0) + eaten(view, seat),
  nextStep: missed,
};

export default client;
