/** What went wrong, for people. */
import { Refusal } from "./api";
import { t } from "./words.svelte";

const FAULTS = ["foreign", "cut", "spelling", "unknown", "version", "illegal", "changed"] as const; // of a record

export function why(error: unknown): string {
  if (!(error instanceof Refusal)) return String(error);
  const fault = FAULTS.find((each) => error.code === `record_${each}`);
  if (fault) return t(`record_${fault}`, { line: error.line });
  return error.code === "offline" ? t("offline") : error.message;
}

/** What the server says of it, in English, where why() is in other words. */
export function precisely(error: unknown): string {
  return error instanceof Refusal && error.line ? error.message : "";
}
