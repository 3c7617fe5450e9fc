/** An answer as the view writes it: "red star", "card 3", "missing", or "time out". */
export type Said = { colour: string; shape: string } | { place: number } | "missing" | "time out";

export function read(text: string): Said {
  if (text === "missing" || text === "time out") return text;
  const [first = "", second = ""] = text.split(" ");
  return first === "card" ? { place: Number(second) } : { colour: first, shape: second };
}
