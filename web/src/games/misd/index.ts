import type { GameClient } from "../board";
import Board from "./Board.svelte";

const client: GameClient<"misd"> = {
  Board,
  score: (view, seat) => view.chips[seat] ?? null,
};

export default client;
