import type { GameClient } from "../board";
import Board from "./Board.svelte";
import { EXPLORERS, type View } from "./view";

const client: GameClient = {
  Board,
  score: (view: View, seat) => `${view.aboard[seat] ?? 0}/${EXPLORERS}`,
};

export default client;
