/** Games that were broken off. */
import type { Ending } from "../wire";
import { t } from "./i18n.svelte";

/** Who gave up or lost on time, as a sentence; "" where a game goes on, or was played to its end. */
export function brokenOff(outcome: Ending | null | undefined, names: readonly string[]): string {
  const name = names[outcome?.seat ?? -1] ?? "";
  if (outcome?.why === "resigned") return t("resigned", { name });
  return outcome?.why === "time" ? t("lost_on_time", { name }) : "";
}
