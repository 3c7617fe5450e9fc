/** Letters for colours, for people who can't distinguish them. */
import { composed } from "./i18n.svelte";
import { settings } from "./settings.svelte";

export const patterned = (): boolean => settings.signs === "patterns";
/** Whether letters are turned on: other marks on a piece make room for them. */
export const lettered = (): boolean => settings.signs === "letters";

const short = (colour: string): string => composed(`letter_${colour}`, colour);

/** Return the initial of a colour, with one more letter if another colour of the game starts the same. */
export function letterOf(colour: string, colours: readonly string[]): string {
  if (!colours.includes(colour)) return "";
  const initial = short(colour).charAt(0);
  const alone = colours.every((each) => each === colour || !short(each).startsWith(initial));
  return alone ? initial : short(colour);
}
