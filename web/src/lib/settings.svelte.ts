/** What somebody prefers on this device. Kept in the browser. */
import { recall, remember } from "./storage";

export const LANGUAGES = { en: "English", de: "Deutsch", nl: "Nederlands", fr: "Français", it: "Italiano" } as const;
export type Language = keyof typeof LANGUAGES;
export const THEMES = ["auto", "day", "evening"] as const;
export type Theme = (typeof THEMES)[number];
export const SPEEDS = { slow: 1400, normal: 800, fast: 350, off: 0 } as const; // milliseconds for each action shown
export type Speed = keyof typeof SPEEDS;
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
const KNOWN: Record<keyof Kept, readonly unknown[]> = {
  language: Object.keys(LANGUAGES),
  theme: THEMES,
  speed: Object.keys(SPEEDS),
  signs: SIGNS,
  sound: [false, true],
  confirm: [false, true],
};

function usual(): Kept {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in LANGUAGES);
  return {
    language: (wanted as Language | undefined) ?? "en",
    theme: "auto",
    speed: "normal",
    signs: "patterns",
    sound: false,
    confirm: false,
  };
}

/** What was kept, as far as it is known here: another version may know other values. */
function kept(): Kept {
  try {
    const found = JSON.parse(recall(KEY) ?? "{}") as Partial<Kept>;
    const names = (Object.keys(KNOWN) as (keyof Kept)[]).filter((name) => KNOWN[name].includes(found[name]));
    return { ...usual(), ...Object.fromEntries(names.map((name) => [name, found[name]])) };
  } catch {
    return usual();
  }
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
  return SPEEDS[settings.speed];
}
