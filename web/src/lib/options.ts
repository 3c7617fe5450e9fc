/** The options of a game, as somebody chooses them. */
import type { OptionShown } from "../wire";

export type Chosen = Record<string, string | number | boolean>;

export const defaults = (options: OptionShown[]): Chosen => Object.fromEntries(options.map((option) => [option.name, option.default]));
