/** Coordinates of the spaces. The centre of a1 is at 0.5, 0.5. */
import { oneOf } from "../../lib/guards";
import { ANY_COLUMN, BANK, COLUMNS, FIELD_NAMES, MELT, ROWS, SHIP, type Action } from "./view.gen";

export const COATS = ["orange", "violet", "green", "blue"]; // by seat

export const isField = oneOf(FIELD_NAMES);
export const columnOf = (field: string): number => Number(field.slice(1));
export const rowOf = (field: string): number => field.charCodeAt(0) - 97;
export const fieldAt = (column: number, row: number): string => String.fromCharCode(97 + row) + String(column);
export const southOf = (field: string): string => fieldAt(columnOf(field), rowOf(field) + 1);

/** Return the centre of a space, of the bank or of the ship. */
export function middle(spot: string): [x: number, y: number] {
  if (spot === BANK) return [-0.52, ROWS / 2];
  if (spot === SHIP) return [COLUMNS + 0.55, ROWS / 2];
  return [columnOf(spot) - 0.5, rowOf(spot) + 0.5];
}

/** List where the arrow keys lead from a spot. */
export function towards(spot: string, dx: number, dy: number): string {
  if (spot === BANK) return dx > 0 ? fieldAt(1, 2) : BANK;
  if (spot === SHIP) return dx < 0 ? fieldAt(COLUMNS, 2) : SHIP;
  const [column, row] = [columnOf(spot) + dx, Math.min(ROWS - 1, Math.max(0, rowOf(spot) + dy))];
  if (column < 1) return BANK;
  return column > COLUMNS ? SHIP : fieldAt(column, row);
}

/** Whether an action uses this die. */
export function belongs(die: number, action: Action): boolean {
  if (action.do === "drift" || action.do === "floe") return die === ANY_COLUMN || die === columnOf(action.field);
  return die === MELT;
}

/** Width of a floe by size, the largest being 1. */
export const GROWTH: Record<number, number> = { 1: 0.6, 2: 0.8, 3: 0.93, 4: 1 };

/** Standing places on a floe by size, relative to its centre. */
export const SLOTS: Record<number, [x: number, y: number][]> = {
  1: [[0, 0]],
  2: [
    [-0.16, -0.02],
    [0.16, 0.03],
  ],
  3: [
    [-0.18, 0.14],
    [0.18, 0.15],
    [0.01, -0.2],
  ],
  4: [
    [-0.18, -0.2],
    [0.18, -0.19],
    [-0.19, 0.17],
    [0.19, 0.18],
  ],
};

/** Standing places of a seat's explorers on the bank or the ship. */
export function berth(place: string, seat: number, seats: number): [x: number, y: number] {
  const [from, to] = place === BANK ? [0.1, 4.9] : [0.85, 4.85];
  return [middle(place)[0], from + ((to - from) * (seat + 0.5)) / seats];
}
