/** Errors in words for people. */
import { Refusal } from "./api";
import { t } from "./i18n.svelte";

const FAULTS = ["foreign", "cut", "spelling", "unknown", "version", "illegal", "changed"] as const; // of a record
// What can be said without knowing more than the code. Codes that are not here say in English what would be right.
const REASONS = [
  "stale",
  "not_yours",
  "not_your_turn",
  "not_host",
  "taken",
  "no_seat",
  "seats",
  "started",
  "not_started",
  "over",
  "playing",
  "stand_in",
  "time_up",
  "undo",
  "rematch",
  "chat",
  "too_many",
  "too_fast",
  "trouble",
  "who",
] as const;

export function why(error: unknown): string {
  if (!(error instanceof Refusal)) return String(error);
  const fault = FAULTS.find((each) => error.code === `record_${each}`);
  return fault ? t(`record_${fault}`, { line: error.line }) : inWords(error.code, error.message);
}

/** A refusal by its code, in one's own language; the server's own text where a code says too little. */
export function inWords(code: string, text: string): string {
  if (code === "offline") return t("offline");
  if (code === "no_table") return t("gone_table");
  if (code === "failed") return t("refused_trouble");
  const reason = REASONS.find((each) => code === each);
  return reason ? t(`refused_${reason}`, { button: t("play_myself") }) : text;
}

/** What the server says of it, in English, where why() is in other words. */
export function precisely(error: unknown): string {
  return error instanceof Refusal && error.line ? error.message : "";
}
