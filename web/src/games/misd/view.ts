import { filled, named } from "../../lib/sentences";
import type { Texts } from "../../wire";

/** An answer as written in the view: "red star", "card 3", "missing", or "time out". */
export type Said = { colour: string; shape: string } | { place: number } | "missing" | "time out";

export function read(text: string): Said {
  if (text === "missing" || text === "time out") return text;
  const [first = "", second = ""] = text.split(" ");
  return first === "card" ? { place: Number(second) } : { colour: first, shape: second };
}

/** A card in words: "red star", "blue heart". */
export function shapesOf(texts: Texts, face: Readonly<Record<string, string>>): string[] {
  return Object.entries(face).map(([shape, colour]) =>
    filled(texts.words?.coloured, { colour: named(texts, "colour", colour), shape: named(texts, "shape", shape) }),
  );
}
