/** Positions in pixels: the column in play on its plate to the right, the ones to come on the buffet to the left. */
import { ALL_DICE, ROWS, type View } from "./view.gen";

const HEAD = 28; // the top line
const MOST = 7; // rows in one lane before a long column wraps
export const BADGE = { wide: 30, high: 22 }; // a number on a chip, readable at any size

export interface Layout {
  die: number; // size of a free die
  small: number; // and of one on a chip
  tray: number; // height of the tray
  big: number; // size of a chip in play
  high: number; // of a row
  cell: number; // width of a waiting column
  waiting: number; // places for waiting columns
  left: number;
  edge: number; // left edge of the plate
  plate: number; // its width
  lane: number; // width of one part of a long column, or of the whole column
  bottom: number;
  x: (row: number) => number; // centre of a chip in play
  y: (row: number) => number;
  start: (row: number) => number; // start of the row
  at: (x: number, y: number) => number; // row at a point, or -1
  count: (row: number) => Point; // position of a stack's number of chips: beside its upper chip
  sum: (row: number) => Point; // position of the dice total: above the dice, to the right
}

interface Point {
  x: number;
  y: number;
}

export function layout(view: Pick<View, "column" | "columns" | "played">, width: number, height: number): Layout {
  const length = view.column.length;
  const lanes = Math.max(1, Math.ceil(length / MOST));
  const per = Math.max(ROWS, Math.ceil(length / lanes));
  const die = Math.min(Math.max(38, Math.min(66, width / 7.6, height / 6.5)), Math.max(10, (width - 8) / ALL_DICE - 10)); // all next to each other
  const tray = die + 18;
  const high = Math.max(12, Math.min(124, (height - HEAD - 16 - tray) / per));
  const big = high * 0.84;
  const small = Math.min(56, Math.max(28, high * 0.58), high * 0.9, Math.max(28, width / 10));
  const beside = big * 0.35 + BADGE.wide / 2; // distance between the centres of a chip and its badge
  const middle = lanes > 1 ? big * 0.62 : Math.max(big * 1.22 - 8, beside + BADGE.wide / 2 + 2); // centre of a chip in its lane
  const lane = lanes > 1 ? Math.max(big * 1.25, Math.min(big * 2.8, (width * 0.45) / lanes)) : middle + big * 0.58 + small * 2.9;
  const plate = lane * lanes + 16;
  const room = width - plate - 16;
  const cell = Math.min(big * 1.1, room / Math.max(1, view.columns.length));
  const waiting = Math.min(view.played + view.columns.length, Math.floor((room + 1) / cell));
  const left = Math.max(2, (room + 4 - cell * waiting) / 2);
  const edge = left + cell * waiting + 12;
  const inside = edge + 8; // where the first lane begins
  const start = (row: number): number => inside + Math.floor(row / per) * lane;
  const x = (row: number): number => start(row) + middle;
  const y = (row: number): number => HEAD + ((row % per) + 0.5) * high;
  return {
    die,
    small,
    tray,
    big,
    high,
    cell,
    waiting,
    left,
    edge,
    plate,
    lane,
    start,
    x,
    y,
    bottom: HEAD + high * per,
    count: (row) => ({ x: x(row) - beside, y: y(row) + Math.max(0, Math.min(big * 0.3, (high - BADGE.high) / 2)) }),
    sum: (row) => ({ x: Math.min(width - 18, start(row) + lane - 10), y: y(row) - high / 2 + 2 }),
    at: (right, down) => {
      const [column, row] = [Math.floor((right - inside) / lane), Math.floor((down - HEAD) / high)];
      const found = Math.max(0, column) * per + row;
      return right > edge - 12 && row >= 0 && row < per && found < length ? found : -1;
    },
  };
}
