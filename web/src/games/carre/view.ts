/** Tiles and their positions on a board. */
import { KIND_NAMES, SIDES, type KindName, type PlacedTile } from "./view.gen";

export const LIFT = 0.11; // apparent thickness of a layer, in squares

/** "8y" is an 8 whose long side lies along y. */
export const valueOf = (kind: KindName): number => parseInt(kind);

export function kindOf(value: number, upright: boolean): KindName {
  const [lying, standing = lying] = KIND_NAMES.filter((kind) => valueOf(kind) === value);
  const kind = upright ? standing : lying;
  if (!kind) throw new Error(`no tile is worth ${value}`);
  return kind;
}

export const sides = (value: number): readonly [long: number, short: number] => SIDES[value] ?? [1, 1];

/** Return a tile's extent across and down. */
export function reach(kind: KindName): readonly [number, number] {
  const [long, short] = sides(valueOf(kind));
  return kind.endsWith("y") ? [short, long] : [long, short];
}

export function covers([kind, x, y]: readonly [KindName, number, number, ...unknown[]], squareX: number, squareY: number): boolean {
  const [across, down] = reach(kind);
  return squareX >= x && squareX < x + across && squareY >= y && squareY < y + down;
}

/** Find the topmost tile on a square. */
export function topAt(board: readonly PlacedTile[], x: number, y: number): PlacedTile | null {
  return board.filter((tile) => covers(tile, x, y)).sort((one, other) => other[3] - one[3])[0] ?? null;
}

/** Find where a tile's value can be read: undefined for its centre, null if it is covered. */
export function legible(board: readonly PlacedTile[], tile: PlacedTile): [number, number] | null | undefined {
  const [across, down] = reach(tile[0]);
  const squares = Array.from({ length: across * down }, (_, index): [number, number] => [index % across, Math.floor(index / across)]);
  const free = squares.filter(([x, y]) => topAt(board, tile[1] + x, tile[2] + y) === tile);
  if (free.length === squares.length) return undefined;
  const [first] = free;
  return first ? [first[0] + 0.5, first[1] + 0.5] : null;
}

/** Write sums of dice as actions do. */
export const payment = (dice: readonly number[]): string => [...dice].sort((one, other) => one - other).join("+") || "-";
export const worth = (dice: string): number => (dice === "-" ? 0 : dice.split("+").reduce((sum, die) => sum + Number(die), 0));
