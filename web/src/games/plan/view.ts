/** What the board uses of the view. */
export interface Instruction {
  card: number;
  name: Record<string, string>; // by language; "" is for all
  text: Record<string, string>;
  effect: string[]; // "swap_places left", …
}

export type Happening = [what: string, giver: number, receiver: number, cards: number[]];

export interface View {
  hand: number[];
  held: number[];
  stage: string;
  current: number;
  place: string; // whose turn it is: A, B, C, D
  turn: number;
  places: number[]; // the seat on each place
  direction: number;
  plays: number;
  play_limit: number;
  pile: number[];
  top: number;
  in_play: number;
  winner: number;
  target: number;
  waiting: number[];
  chosen: number;
  sure: number[][];
  events: Happening[];
  open_discards: boolean;
  deck: Instruction[];
}

export const LETTERS = ["A", "B", "C", "D"];

/** A card's name or text in the player's language. */
export function spoken(words: Record<string, string> | undefined): string {
  return words?.[document.documentElement.lang] ?? words?.en ?? Object.values(words ?? {})[0] ?? "";
}

/** Where things are on the table, in pixels. */
export function around(place: number, places: number, width: number, height: number) {
  const turn = Math.PI / 2 + (place * 2 * Math.PI) / places; // A below, the others clockwise
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const size = Math.max(38, Math.min(80, height * 0.16, width * 0.15));
  const ry = Math.max(30, height / 2 - size * 0.88);
  const rx = Math.max(50, Math.min(width / 2 - size * 1.35, ry * (height < 300 ? 1.6 : 1.35)));
  return {
    cos,
    sin,
    size,
    rx,
    ry,
    x: width / 2 + (rx + size * 0.3) * cos,
    y: height / 2 + (ry + size * 0.3) * sin,
    degrees: (turn * 180) / Math.PI,
  };
}
