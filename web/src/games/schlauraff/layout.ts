/** Where everything lies, in pixels: the column in play on its plate to the right, those to come on the buffet to the left. */
import type { View } from "./view";

const HEAD = 28; // the line above
const USUAL = 5; // rows of a column
const MOST = 7; // rows side by side with one another before a long column goes on beside itself

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
  lane: number; // width of a part of a long column, or of the whole
  bottom: number;
  x: (row: number) => number; // the middle of a chip in play
  y: (row: number) => number;
  start: (row: number) => number; // where the row begins
  at: (x: number, y: number) => number; // the row at a point, or -1
}

export function layout(view: View, width: number, height: number): Layout {
  const length = view.column.length;
  const lanes = Math.max(1, Math.ceil(length / MOST));
  const per = Math.max(USUAL, Math.ceil(length / lanes));
  const die = Math.max(38, Math.min(66, width / 7.6));
  const tray = die + 18;
  const high = Math.max(12, Math.min(124, (height - HEAD - 16 - tray) / per));
  const big = high * 0.84;
  const small = Math.min(56, Math.max(28, high * 0.58), high * 0.9);
  const lane = lanes > 1 ? Math.max(big * 1.25, Math.min(big * 2.8, (width * 0.45) / lanes)) : big * 1.8 + small * 2.9 - 8;
  const plate = lane * lanes + 16;
  const room = width - plate - 16;
  const cell = Math.min(big * 1.1, room / Math.max(1, view.columns.length));
  const waiting = Math.min(view.played + view.columns.length, Math.floor((room + 1) / cell));
  const left = Math.max(2, (room + 4 - cell * waiting) / 2);
  const edge = left + cell * waiting + 12;
  const start = (row: number): number => edge + 8 + Math.floor(row / per) * lane;
  return {
    die, small, tray, big, high, cell, waiting, left, edge, plate, lane, start,
    bottom: HEAD + high * per,
    x: (row) => start(row) + (lanes > 1 ? big * 0.62 : big * 1.22 - 8),
    y: (row) => HEAD + ((row % per) + 0.5) * high,
    at: (x, y) => {
      const [column, row] = [Math.floor((x - edge) / lane), Math.floor((y - HEAD) / high)];
      const found = Math.max(0, column) * per + row;
      return x > edge - 12 && row >= 0 && row < per && found < length ? found : -1;
    },
  };
}
