/** What the board uses of a view. */
export const COLOURS = ["red", "black", "grey", "white"];
