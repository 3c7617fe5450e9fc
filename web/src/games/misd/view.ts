/** What the board uses of the view of Misd. */
export const RACE = -3; // in `current`: everybody may answer

export type Face = Record<string, string>; // the colour of each shape that is shown

export interface View {
  mode: "simple" | "hard";
  number: number; // of the card or search
  current: number;
  chips: number[];
  supply: number;
  layout: [number, string][]; // card and side
  faces: Face[];
  places: number;
  shape: string | null; // the finders
  colour: string | null;
  wrong: number[];
  last: [number, string, boolean, string | null] | null; // who, what, right?, what would have been right
}

export const SHAPES = ["triangle", "square", "diamond", "pentagon", "hexagon", "circle", "star", "arrow", "heart", "cross"];
export const COLOURS = ["white", "black", "yellow", "green", "blue", "violet", "red", "orange", "brown", "grey"];

/** An answer as the view writes it: "red star", "card 3", "missing", or "time out". */
export type Said = { colour: string; shape: string } | { place: number } | "missing" | "time out";

export function read(text: string): Said {
  if (text === "missing" || text === "time out") return text;
  const [first = "", second = ""] = text.split(" ");
  return first === "card" ? { place: Number(second) } : { colour: first, shape: second };
}
