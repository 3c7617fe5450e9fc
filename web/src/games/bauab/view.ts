/** Where things lie on the sheet. */
import type { View } from "./view.gen";

export const PARK = "park";
export const COLOURS = ["blue", "red"] as const;
export const SIDES = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const; // north, east, south, west: clockwise like rotate()

export const letter = (index: number): string => String.fromCharCode(97 + index);
export const worth = (chip: string): number => Number(chip) || 0;

export interface Plot {
  name: string;
  index: number;
  x: number;
  y: number;
  colour: string | null;
  chip: string | null;
  liberties: number;
  closed: boolean;
  gates: boolean[]; // by side: whether a free plot lies there
}

/** Every plot with what lies on it. */
export function plotsOf(view: Pick<View, "board" | "plots" | "liberties" | "vacated">): Plot[] {
  const laid = new Map(view.board.map(([plot, colour, chip]) => [plot, { colour, chip }]));
  const free = new Set(view.plots.filter((_, index) => !laid.has(letter(index))).map(String));
  return view.plots.map(([x, y], index) => ({
    name: letter(index),
    index,
    x,
    y,
    colour: laid.get(letter(index))?.colour ?? null,
    chip: laid.get(letter(index))?.chip ?? null,
    liberties: view.liberties[index] ?? 0,
    closed: view.vacated.includes(letter(index)),
    gates: SIDES.map(([dx, dy]) => free.has(String([x + dx, y + dy]))),
  }));
}

/** The nearest plot from another in a direction, for the arrow keys. */
export function towards(plots: Plot[], from: Plot, dx: number, dy: number): Plot {
  const ahead = plots
    .map((plot) => ({
      plot,
      on: (plot.x - from.x) * dx + (plot.y - from.y) * dy,
      off: Math.abs((plot.x - from.x) * dy) + Math.abs((plot.y - from.y) * dx),
    }))
    .filter(({ on }) => on > 0)
    .sort((a, b) => a.on + 3 * a.off - b.on - 3 * b.off);
  return ahead[0]?.plot ?? from;
}
