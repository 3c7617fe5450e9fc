/** Coordinates on the sheet. */
import { PLOT_NAMES, type ChipName, type ColourName, type PlotName, type View } from "./view.gen";

export const SIDES = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const; // north, east, south, west: clockwise like rotate()

export const worth = (chip: string): number => Number(chip) || 0;

export interface Plot {
  name: PlotName;
  index: number;
  x: number;
  y: number;
  colour: ColourName | null;
  chip: ChipName | null;
  liberties: number;
  closed: boolean;
  gates: boolean[]; // by side: whether the plot there is empty
}

/** List every plot with what is on it. */
export function plotsOf(view: Pick<View, "board" | "plots" | "liberties" | "vacated">): Plot[] {
  const laid = new Map(view.board.map(([plot, colour, chip]) => [plot, { colour, chip }]));
  const places = PLOT_NAMES.flatMap((name, index) => {
    const place = view.plots[index];
    return place ? [{ name, index, x: place[0], y: place[1] }] : [];
  });
  const free = new Set(places.filter(({ name }) => !laid.has(name)).map(({ x, y }) => `${x},${y}`));
  return places.map((place) => ({
    ...place,
    colour: laid.get(place.name)?.colour ?? null,
    chip: laid.get(place.name)?.chip ?? null,
    liberties: view.liberties[place.index] ?? 0,
    closed: view.vacated.includes(place.name),
    gates: SIDES.map(([dx, dy]) => free.has(`${place.x + dx},${place.y + dy}`)),
  }));
}

/** Find the nearest plot in a direction, for the arrow keys. */
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
