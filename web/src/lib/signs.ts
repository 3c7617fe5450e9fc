/** Letters for colours, for people who can't tell them apart. */
import { composed } from "./i18n.svelte";
import { settings } from "./settings.svelte";

export const patterned = (): boolean => settings.signs === "patterns";
/** Whether letters are wanted: what else stands on a piece makes room for them. */
export const lettered = (): boolean => settings.signs === "letters";

const short = (colour: string): string => composed(`letter_${colour}`, colour);

/** The initial of a colour, with one letter more where another colour of the game begins alike. */
export function letterOf(colour: string, colours: readonly string[]): string {
  if (!colours.includes(colour)) return "";
  const initial = short(colour).charAt(0);
  const alone = colours.every((each) => each === colour || !short(each).startsWith(initial));
  return alone ? initial : short(colour);
}
