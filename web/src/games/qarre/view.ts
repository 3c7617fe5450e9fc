/** A card: its value and the initial of its suit, "10h". */
import { SUIT_NAMES, type SuitName } from "./view.gen";

export const suitOf = (card: string): SuitName | undefined => SUIT_NAMES.find((suit) => card.slice(-1) === suit[0]);
export const valueOf = (card: string): string => card.slice(0, -1).toUpperCase();

/** The suits around 0, 0, ten units in each direction. */
export const SHAPES: Record<SuitName, string> = {
  hearts:
    "M0 10 C-4 5.5-10 1.5-10-4 C-10-7.6-7.4-9.6-5-9.6 C-2.7-9.6-.9-8.3 0-6.3 C.9-8.3 2.7-9.6 5-9.6 C7.4-9.6 10-7.6 10-4 C10 1.5 4 5.5 0 10Z",
  diamonds: "M0-11 Q3.4-4.8 8.2 0 Q3.4 4.8 0 11 Q-3.4 4.8-8.2 0 Q-3.4-4.8 0-11Z",
  spades:
    "M0-11 C3-6 10-1.5 10 3.2 C10 6.4 7.5 8 5.2 8 C3.2 8 1.7 7 .9 5.6 C1 8 2 10 3.4 11 H-3.4 C-2 10-1 8-.9 5.6 C-1.7 7-3.2 8-5.2 8 C-7.5 8-10 6.4-10 3.2 C-10-1.5-3-6 0-11Z",
  clubs:
    "M-4.8-5.8 a4.8 4.8 0 1 0 9.6 0 a4.8 4.8 0 1 0-9.6 0Z M-10.2 2.2 a4.8 4.8 0 1 0 9.6 0 a4.8 4.8 0 1 0-9.6 0Z M.6 2.2 a4.8 4.8 0 1 0 9.6 0 a4.8 4.8 0 1 0-9.6 0Z M-2-2 H2 L1 2.6 C1 6.5 2 9.7 3.5 11 H-3.5 C-2 9.7-1 6.5-1 2.6Z",
};
