/** How a game ended: for whom it was a win, and why it was over. */
import type { Ending } from "../wire";
import { listed, t } from "./i18n.svelte";

/** The outcome for the players at this device; "seen" for spectators, or if some won and others lost. */
export type Mood = "won" | "lost" | "drawn" | "seen";

const MANY = 3; // winners listed by name; more are only counted

export function winnersOf(outcome: Ending): number[] {
  return outcome.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
}

export function moodOf(outcome: Ending, own: readonly number[]): Mood {
  const winners = winnersOf(outcome);
  if (winners.length === outcome.ranks.length) return "drawn";
  const won = own.filter((seat) => winners.includes(seat)).length;
  if (!own.length || (won && won < own.length)) return "seen";
  return won ? "won" : "lost";
}

/** Name the winner: "You win", "Opal wins", "Draw". */
export function headline(outcome: Ending, own: readonly number[], names: readonly string[]): string {
  const winners = winnersOf(outcome);
  if (winners.length === outcome.ranks.length) return t("draw");
  if (winners.length > MANY) return t("shared_by", { count: winners.length });
  if (winners.length > 1) return t("shared", { names: listed(winners.map((seat) => names[seat] ?? "")) });
  const [winner = 0] = winners;
  return own.length === 1 && own[0] === winner ? t("you_won") : t("won", { name: names[winner] ?? "" });
}

/** Say who resigned or lost on time; "" if the game continues or was played to its end. */
export function brokenOff(outcome: Ending | null | undefined, names: readonly string[]): string {
  const name = names[outcome?.seat ?? -1] ?? "";
  if (outcome?.why === "resigned") return t("resigned", { name });
  return outcome?.why === "time" ? t("lost_on_time", { name }) : "";
}
