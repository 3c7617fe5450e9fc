/** Cut stones: an outline and a table in the middle, with a facet between each pair of edges. */
type Point = [number, number];

const ring = (count: number, radius: number, from = 0): Point[] =>
  Array.from({ length: count }, (_, index) => {
    const angle = from + (2 * Math.PI * index) / count;
    return [radius * Math.sin(angle), -radius * Math.cos(angle)];
  });

// With the tip up, inside a circle of radius 1. Each colour has its own cut.
const CUTS: Record<string, Point[]> = {
  red: ring(12, 0.94, Math.PI / 12),
  blue: [
    [0, -1.18],
    [0.36, -0.56],
    [0.66, 0],
    [0.74, 0.34],
    [0.6, 0.72],
    [0.26, 0.95],
    [-0.26, 0.95],
    [-0.6, 0.72],
    [-0.74, 0.34],
    [-0.66, 0],
    [-0.36, -0.56],
  ],
  green: [
    [-0.42, -0.96],
    [0.42, -0.96],
    [0.76, -0.62],
    [0.76, 0.62],
    [0.42, 0.96],
    [-0.42, 0.96],
    [-0.76, 0.62],
    [-0.76, -0.62],
  ],
  yellow: [
    [0, -1.16],
    [0.34, -0.68],
    [0.56, -0.22],
    [0.56, 0.22],
    [0.34, 0.68],
    [0, 1.16],
    [-0.34, 0.68],
    [-0.56, 0.22],
    [-0.56, -0.22],
    [-0.34, -0.68],
  ],
};
const TABLE: Record<string, number> = { red: 0.55, blue: 0.5, green: 0.55, yellow: 0.48 };

// From dark to light.
export const TONES: Record<string, string[]> = {
  red: ["oklch(0.38 0.15 22)", "oklch(0.47 0.18 23)", "oklch(0.55 0.2 24)", "oklch(0.65 0.19 24)", "oklch(0.77 0.13 22)"],
  blue: ["oklch(0.34 0.13 262)", "oklch(0.43 0.16 260)", "oklch(0.52 0.17 257)", "oklch(0.63 0.15 253)", "oklch(0.78 0.1 248)"],
  green: ["oklch(0.36 0.09 160)", "oklch(0.45 0.11 159)", "oklch(0.54 0.13 157)", "oklch(0.65 0.14 155)", "oklch(0.8 0.11 152)"],
  yellow: ["oklch(0.58 0.13 66)", "oklch(0.68 0.15 72)", "oklch(0.77 0.16 79)", "oklch(0.85 0.15 86)", "oklch(0.93 0.1 93)"],
};

export interface Facet {
  points: string;
  tone: number;
}

const written = (points: Point[]): string => points.map(([x, y]) => `${x.toFixed(3)},${y.toFixed(3)}`).join(" ");

/** The facets of a stone turned by an angle in degrees, lit from the upper left. */
export function facets(colour: string, turn: number): Facet[] {
  const outline = CUTS[colour] ?? [];
  const scale = TABLE[colour] ?? 0.5;
  const inner = outline.map(([x, y]): Point => [x * scale, y * scale]);
  const cut = outline.map((from, index) => {
    const next = (index + 1) % outline.length;
    const to = outline[next] ?? from;
    const normal = Math.atan2(-(to[0] - from[0]), to[1] - from[1]) + (turn * Math.PI) / 180;
    const light = Math.cos(normal + (3 * Math.PI) / 4);
    const glint = index % 2 ? 0.3 : -0.3; // neighbouring facets never have the same shade
    const tone = Math.max(0, Math.min(4, Math.round(1.9 + 1.9 * light + glint)));
    return { points: written([from, to, inner[next] ?? from, inner[index] ?? from]), tone };
  });
  return [...cut, { points: written(inner), tone: 3 }];
}

export const outline = (colour: string): string => written(CUTS[colour] ?? []);
