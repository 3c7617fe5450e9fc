/** The levels of bots, as the server knows them. */
export const LEVELS = ["1", "2", "3", "4", "5"] as const;
export const USUAL_LEVEL = "3";
