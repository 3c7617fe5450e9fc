/** The user's preferences as this browser has stored them; without Svelte, for the script that runs before the client. */
import { isBoolean, isObject, oneOf, parsed, type Guard } from "./guards";
import { recall } from "./storage";

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
export const SIGNS = ["none", "patterns", "letters"] as const; // what identifies a colour besides the colour
export type Signs = (typeof SIGNS)[number];

export interface Kept {
  language: Language;
  theme: Theme;
  speed: Speed;
  signs: Signs;
  sound: boolean;
  keys: boolean; // letters and digits are shortcuts at a table
  confirm: boolean; // touch screens: a second tap performs an action
}

export const KEY = "carreau";

/** Return the first of the browser's languages that the client has. */
function preferred(): Language {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2));
  return wanted.find(oneOf(LANGUAGES)) ?? "en";
}

/** Read the stored settings that this version knows: other versions may have other values. */
export function kept(): Kept {
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
    keys: valueOf("keys", isBoolean, true),
    confirm: valueOf("confirm", isBoolean, false),
  };
}

/** Set the theme and the language of the page. */
export function applyPreferences({ theme, language }: Kept, dark: boolean): void {
  document.documentElement.dataset.theme = theme === "evening" || (theme === "auto" && dark) ? "evening" : "day";
  document.documentElement.lang = language;
}

export const darkness = (): MediaQueryList => matchMedia("(prefers-color-scheme: dark)");
