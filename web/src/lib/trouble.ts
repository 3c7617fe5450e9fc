/** What went wrong, for people. */
import { Refusal } from "./api";
import { t } from "./words.svelte";

export function why(error: unknown): string {
  if (!(error instanceof Refusal)) return String(error);
  return error.code === "offline" ? t("offline") : error.message;
}
