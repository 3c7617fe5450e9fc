/** A game's declaration: what the plain table needs to know about the parts of a view. */
import { named } from "../lib/sentences";
import type { Texts } from "../wire";

export interface DeclaredPart {
  name: string;
  /** The axes of its values; `seat` has one entry per player. */
  by: string[];
  /** The members of each axis; empty for seats. */
  labels: string[][];
  /** The kind of its values: number, name, flag, seat, set, seats; `other` if only the game knows. */
  form: string;
  /** The axis that names its values. */
  of: string;
}

/** A value with its position along the remaining axes. */
export interface Cell {
  label: string;
  words: string[];
}

const SEAT = "seat";

export const isBySeat = (part: DeclaredPart): boolean => part.by[0] === SEAT;

/** Return the values of one seat. */
export const ofSeat = (value: unknown, seat: number): unknown => (Array.isArray(value) ? value[seat] : undefined);

/** Return the label of a part: the word of the same name in the game's texts. */
export const heading = (texts: Texts, part: DeclaredPart): string => texts.words?.[part.name] ?? part.name.replaceAll("_", " ");

/** List the values of a part along its axes, starting from one of them. */
export function cells(texts: Texts, part: DeclaredPart, value: unknown, names: string[], axis = 0, label = ""): Cell[] {
  const by = part.by[axis];
  if (by === undefined) return [{ label, words: words(texts, part, value, names) }];
  const labels = by === SEAT ? names : (part.labels[axis] ?? []).map((each) => named(texts, by, each));
  return list(value).flatMap((each, index) =>
    cells(texts, part, each, names, axis + 1, [label, labels[index] ?? ""].filter(Boolean).join(" ")),
  );
}

function words(texts: Texts, part: DeclaredPart, value: unknown, names: string[]): string[] {
  if (part.form === "seats") return list(value).map((seat) => names[Number(seat)] ?? "");
  if (part.form === "set") return list(value).map((each) => named(texts, part.of, String(each)));
  if (part.form === "flag") return value ? ["✓"] : [];
  if (part.form === "seat") return Number(value) >= 0 ? [names[Number(value)] ?? ""] : [];
  return typeof value === "string" ? [named(texts, part.of, value)] : [JSON.stringify(value)];
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
