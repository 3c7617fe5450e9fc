/** The ten shapes, each about one unit in size, and their arrangement on a card. */
function polygon(corners: number, radius: number, inner = 0): string {
  const count = inner ? 2 * corners : corners;
  const points = Array.from({ length: count }, (_, index) => {
    const far = inner && index % 2 ? inner : radius;
    const angle = (2 * Math.PI * index) / count - Math.PI / 2;
    return `${(far * Math.cos(angle)).toFixed(3)} ${(far * Math.sin(angle)).toFixed(3)}`;
  });
  return `M${points.join("L")}Z`;
}

export const PATHS: Record<string, string> = {
  triangle: "M0 -1.08L1.08 0.82L-1.08 0.82Z",
  square: "M-0.84 -0.84H0.84V0.84H-0.84Z",
  diamond: "M0 -1.2L0.7 0L0 1.2L-0.7 0Z",
  pentagon: polygon(5, 1.04),
  hexagon: polygon(6, 1.02),
  circle: "M-0.95 0A0.95 0.95 0 1 1 0.95 0A0.95 0.95 0 1 1 -0.95 0Z",
  star: polygon(5, 1.22, 0.52),
  arrow: "M-1.1 -0.4H0.05V-0.95L1.15 0L0.05 0.95V0.4H-1.1Z",
  heart:
    "M0 1.05C-0.5 0.6 -1.12 0.2 -1.12 -0.38C-1.12 -0.8 -0.84 -1 -0.56 -1C-0.28 -1 -0.1 -0.82 0 -0.58C0.1 -0.82 0.28 -1 0.56 -1C0.84 -1 1.12 -0.8 1.12 -0.38C1.12 0.2 0.5 0.6 0 1.05Z",
  cross: "M-0.36 -1.06H0.36V-0.36H1.06V0.36H0.36V1.06H-0.36V0.36H-1.06V-0.36H-0.36Z",
};

/** Limit a square's tilt: on its corner it would look like a diamond. */
const LEAN: Record<string, number> = { square: 16, diamond: 38 };

export interface Placed {
  shape: string;
  x: number;
  y: number;
  turn: number;
  size: number;
}

/** Generate the same numbers for the same seed, so everybody sees the same card. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function shuffled<T>(items: T[], next: () => number): T[] {
  const mixed = [...items];
  for (let index = mixed.length - 1; index > 0; index--) {
    const other = Math.floor(next() * (index + 1));
    mixed.splice(index, 1, ...mixed.splice(other, 1, ...mixed.slice(index, index + 1))); // they swap places
  }
  return mixed;
}

export const WIDE = 12;
export const HIGH = 9;

/** Put shapes with many corners on top: the corners identify them. */
const ABOVE = ["star", "arrow", "heart", "cross", "triangle"];
const EDGE = 0.25;

const within = (at: number, reach: number, most: number): number => Math.min(most - reach, Math.max(reach, at));

/** Arrange nine shapes on a card of 12 by 9: roughly three rows of three, overlapping, none of them hidden. */
export function strewn(card: number, side: string, shapes: string[]): Placed[] {
  const next = numbers(card * 977 + (side === "back" ? 31 : 7));
  const placed = shuffled(shapes, next).map((shape, index) => {
    const [column, row] = [index % 3, Math.floor(index / 3)];
    const size = 1.4 + next() * 0.32;
    const reach = (shape === "triangle" ? 1.3 : 1.12) * size + EDGE;
    return {
      shape,
      size,
      x: within(2.3 + column * 3.6 + (row % 2 ? 0.4 : -0.2) + (next() - 0.5) * 1.2, reach, WIDE),
      y: within(1.85 + row * 2.65 + (next() - 0.5) * 0.8, reach, HIGH),
      turn: (next() * 2 - 1) * (LEAN[shape] ?? 180),
      height: next() + (ABOVE.includes(shape) ? 0.5 : 0),
    };
  });
  return placed.sort((one, other) => one.height - other.height);
}
