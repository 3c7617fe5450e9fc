import type { GameClient } from "../board";
import Board from "./Board.svelte";
import { EXPLORERS } from "./view.gen";

const client: GameClient<"schollenschubser"> = {
  Board,
  score: (view, seat) => `${view.aboard[seat] ?? 0}/${EXPLORERS}`,
};

export default client;
