/** The user's preferences on this device, stored in the browser. */
import { isBoolean, isObject, oneOf, parsed, type Guard } from "./guards";
import { recall, remember } from "./storage";

export const LANGUAGES = ["en", "de", "nl", "fr", "it"] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: "English",
  de: "Deutsch",
  nl: "Nederlands",
  fr: "Français",
  it: "Italiano",
};
export const THEMES = ["auto", "day", "evening"] as const;
export type Theme = (typeof THEMES)[number];
export const SPEEDS = ["slow", "normal", "fast", "off"] as const;
export type Speed = (typeof SPEEDS)[number];
const PACES: Record<Speed, number> = { slow: 1400, normal: 800, fast: 350, off: 0 }; // milliseconds for each action shown
export const SIGNS = ["none", "patterns", "letters"] as const; // what tells a colour besides the colour
export type Signs = (typeof SIGNS)[number];

interface Kept {
  language: Language;
  theme: Theme;
  speed: Speed;
  signs: Signs;
  sound: boolean;
  confirm: boolean; // touch: a second tap carries an action out
}

const KEY = "carreau";

/** The first language that the browser asks for and the client has. */
function preferred(): Language {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2));
  return wanted.find(oneOf(LANGUAGES)) ?? "en";
}

/** Read the stored settings that this version knows: another version may have other values. */
function kept(): Kept {
  const found = parsed(recall(KEY) ?? "");
  const valueOf = <Value>(name: keyof Kept, guard: Guard<Value>, usual: Value): Value => {
    const value = isObject(found) ? found[name] : undefined;
    return guard(value) ? value : usual;
  };
  return {
    language: valueOf("language", oneOf(LANGUAGES), preferred()),
    theme: valueOf("theme", oneOf(THEMES), "auto"),
    speed: valueOf("speed", oneOf(SPEEDS), "normal"),
    signs: valueOf("signs", oneOf(SIGNS), "patterns"),
    sound: valueOf("sound", isBoolean, false),
    confirm: valueOf("confirm", isBoolean, false),
  };
}

export const settings = $state(kept());

/** Keep what changes, and show the theme; to be called once, where the client begins. */
export function keepSettings(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    const evening = settings.theme === "evening" || (settings.theme === "auto" && dark.matches);
    document.documentElement.dataset.theme = evening ? "evening" : "day";
    document.documentElement.lang = settings.language;
  };
  dark.addEventListener("change", show);
  $effect(() => {
    remember(KEY, JSON.stringify(settings));
    show();
  });
}

/** Milliseconds between two actions that are shown one after the other. */
export function pace(): number {
  return PACES[settings.speed];
}
