/** The sounds of events, the same in all games. */
import type { PublicMove, TableShown } from "../wire";
import type { WholeUpdate } from "./whole-update";

export type Sound = "piece" | "dice" | "card" | "turn" | "refusal" | "win";

function soundOf(told: PublicMove): Sound {
  if (told.actor < 0) return "dice" in told.action ? "dice" : "card"; // without dice, something is drawn or turned up
  return told.veiled || "card" in told.action ? "card" : "piece";
}

/** List each sound once, in chronological order, ending with the one for the player's turn or win. */
export function soundsOf(before: TableShown | null, message: WholeUpdate, pov: number): Sound[] {
  const heard = new Set(message.events.map(soundOf));
  const { table } = message;
  if (table.status === "over") {
    if (before?.status === "playing" && table.outcome?.ranks[pov] === 1) heard.add("win");
  } else if (!table.race && table.waiting.includes(pov) && !before?.waiting.includes(pov)) heard.add("turn");
  return [...heard];
}
