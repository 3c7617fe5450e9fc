/** What the board uses of the view of Nussknacker. */
export const ASIDE = -1; // the row of the notebook for the hidden card

export interface Question {
  asker: number;
  asked: number;
  value: number;
  given: number; // cards; 0 is a no
  returned: number;
  given_cards: number[] | null; // null if one didn't see them
  returned_cards: number[] | null;
}

export interface View {
  seat: number;
  highest: number;
  target: number;
  stage: string;
  current: number;
  deal: number;
  starter: number;
  turn: number;
  chips: number[];
  revealed: [number, number, number][]; // who called what, and what it was
  hand: number[];
  held: number[];
  deck: number;
  aside: number | null;
  questions: Question[];
  pending: Omit<Question, "returned_cards"> | null;
}
