/** The rules of a game from its texts: section by section in order of play, then clause by clause. */
import type { RulesText, Texts } from "../wire";

export type Section = keyof RulesText;

/** In reading order; a game without points has no scoring. */
const SECTIONS: Section[] = ["goal", "components", "setup", "turn", "scoring", "example", "end", "tips"];

/** List the sections of a game, with their texts. */
export function sections(texts: Texts): [Section, string][] {
  return SECTIONS.flatMap((section) => (texts.rules[section] ? [[section, texts.rules[section]]] : []));
}

/** Tell a ruling ("caro.r7") from a clause of the rulebook ("caro.7"). */
export const isRuling = (clause: string): boolean => /\.r\d+$/.test(clause);

/** A paragraph with one line, or a list with a line for each item. */
export interface Block {
  list: boolean;
  lines: string[];
}

/** Keep a calculation on one line. */
const unbroken = (line: string): string => line.replace(/ ([×+−=]) /g, "\u00a0$1\u00a0");

/** Read the Markdown of a section: paragraphs and lists, with an empty line between them. */
export function blocks(text: string): Block[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((block) => {
      const list = block.startsWith("- ");
      const lines = list ? block.slice(2).split(/\n- /) : [block];
      return { list, lines: lines.map((line) => unbroken(line.replace(/\n */g, " "))) };
    });
}

/** Split a line at its **bold** parts; every second part is bold. */
export const spans = (line: string): string[] => line.split("**");
