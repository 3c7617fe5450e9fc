/** The user's preferences on this device, stored in the browser. */
import { applyPreferences, darkness, kept, KEY, type Speed } from "./preferences";
import { remember } from "./storage";

export { LANGUAGE_NAMES, LANGUAGES, SIGNS, SPEEDS, THEMES } from "./preferences";
export type { Language, Signs, Speed, Theme } from "./preferences";

const PACES: Record<Speed, number> = { slow: 1400, normal: 800, fast: 350, off: 0 }; // milliseconds per action shown

export const settings = $state(kept());

/** Store changes, and apply the theme; call once at startup. */
export function keepSettings(): void {
  const dark = darkness();
  const show = (): void => applyPreferences(settings, dark.matches);
  dark.addEventListener("change", show);
  $effect(() => {
    remember(KEY, JSON.stringify(settings));
    show();
  });
}

/** Return the milliseconds between two actions shown one after the other. */
export function pace(): number {
  return PACES[settings.speed];
}
