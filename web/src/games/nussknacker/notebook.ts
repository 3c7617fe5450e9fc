/** Certain notes, derived from what this seat has seen. */
import { COPIES, type Question, type View } from "./view.gen";

export const ASIDE = -1; // the row for the hidden card

export type Mark = "has" | "not";
export type Page = Map<string, Mark>; // by `${row} ${value}`

export const cell = (row: number, value: number): string => `${row} ${value}`;

interface Known {
  has: number[]; // cards certainly in the hand
  not: Set<number>; // values certainly not in it
}

/** Return the cards that were passed and seen; a single one is the value itself. */
function seen(cards: number[] | null, number: number, value: number): number[] | null {
  return cards ?? (number === 1 ? [value] : null);
}

function give(from: Known, cards: number[] | null, most: number): void {
  if (cards === null) from.has = from.has.filter((card) => card > most);
  for (const card of cards ?? []) {
    const at = from.has.indexOf(card);
    if (at >= 0) from.has.splice(at, 1);
  }
}

function take(to: Known, cards: number[] | null, most: number): void {
  for (const card of cards ?? []) {
    to.has.push(card);
    to.not.delete(card);
  }
  if (cards === null) for (const value of [...to.not]) if (value <= most) to.not.delete(value);
}

function follow(known: Known[], question: Question): void {
  const { asker, asked, value, given, returned } = question;
  const [one, other] = [known[asked], known[asker]];
  if (!one || !other) return;
  if (given === 0) {
    one.not.add(value);
    return;
  }
  const there = seen(question.given_cards, given, value);
  const back = seen(question.returned_cards, returned, value);
  const mostThere = value - given + 1; // of several cards, none can be higher
  const mostBack = value - returned + 1;
  give(one, there, mostThere);
  give(other, back, mostBack);
  take(other, there, mostThere);
  take(one, back, mostBack);
}

export function certain(view: View): Page {
  const page: Page = new Map();
  if (view.deck > 0 || view.held.every((number) => number === 0)) return page;
  const known: Known[] = view.held.map(() => ({ has: [], not: new Set() }));
  for (const question of view.questions) follow(known, question);
  if (view.seat >= 0) known[view.seat] = { has: [...view.hand], not: new Set() };
  const values = Array.from({ length: view.highest }, (_, index) => index + 1);
  for (const value of values) {
    const found = known.reduce((sum, each) => sum + each.has.filter((card) => card === value).length, 0);
    known.forEach((each, seat) => {
      if (each.has.includes(value)) page.set(cell(seat, value), "has");
      else if (found >= COPIES || each.not.has(value) || each.has.length === view.held[seat]) page.set(cell(seat, value), "not");
    });
    if (found >= COPIES) page.set(cell(ASIDE, value), "not");
  }
  hidden(view, values, page);
  return page;
}

/** Find the hidden card if it lies face up, or if only one value is left for it. */
function hidden(view: View, values: number[], page: Page): void {
  const open = values.filter((value) => (view.aside === null ? !page.has(cell(ASIDE, value)) : value === view.aside));
  if (open.length !== 1) return;
  for (const value of values) page.set(cell(ASIDE, value), value === open[0] ? "has" : "not");
}
