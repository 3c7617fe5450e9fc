/** What the board uses of the view. */
export interface View {
  stage: string;
  current: number;
  turn: number;
  floors: number;
  phase: number;
  hand: number[];
  held: number[]; // hand sizes
  drawn: number[]; // by seat: 1 with a card face down in front of it
  pile: number;
  open_discards: boolean;
  top: number; // 0 before the first card
  order: "up" | "down" | "none";
  commander: number;
  failed: number[];
  out: number[];
  winner: number;
  laid: [number, number[]][];
}
