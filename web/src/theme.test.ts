import { expect, test } from "vitest";
import { LOADERS } from "./games/clients.gen";
import hues from "./games/felts.gen.css?raw";
import css from "./theme.css?raw";

type Rgb = [number, number, number];
const AA = 4.5;
const INKS = ["ink", "faint", "accent", "danger"];
const GROUNDS = ["ground", "paper", "raised"];

/** Return the custom properties of the first rule that starts like this. */
function tokens(selector: string): Record<string, string> {
  const rule = css.slice(css.indexOf(`${selector} {`)).split("}")[0] ?? "";
  return Object.fromEntries([...rule.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]));
}

const shown = (part: number): number => Math.min(1, Math.max(0, part));

/** Convert an oklch() colour to linear light, clipped to what a screen can show. */
function light(oklch: string): Rgb {
  const [lightness = 0, chroma = 0, hue = 0] = (oklch.match(/[\d.]+/g) ?? []).map(Number);
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const [l, m, s]: Rgb = [
    (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  const rgb: Rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return [shown(rgb[0]), shown(rgb[1]), shown(rgb[2])];
}

function contrast(one: string, other: string): number {
  const [bright = 0, dark = 0] = [one, other]
    .map(light)
    .map(([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b)
    .sort((a, b) => b - a);
  return (bright + 0.05) / (dark + 0.05);
}

test.each(["day", "evening"])("texts can be read on every ground and felt: %s", (theme) => {
  const room = tokens(`[data-theme="${theme}"]`);
  const felts = [...hues.matchAll(/\[data-game="(\w+)"\] \{\s*--hue: (\d+);\s*\}/g)].map(([, game = "", hue = ""]): [string, string] => [
    game,
    `${room["felt-light"]} ${hue}`,
  ]);
  const grounds = [...GROUNDS.map((name): [string, string] => [name, room[name] ?? ""]), ...felts];
  expect(felts.map(([game]) => game)).toEqual(expect.arrayContaining(Object.keys(LOADERS)));
  const weak = grounds.flatMap(([name, ground]) =>
    INKS.filter((ink) => contrast(room[ink] ?? "", ground) < AA).map((ink) => `${ink} on ${name}`),
  );
  expect(weak).toEqual([]);
});
