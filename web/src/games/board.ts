/** What a board gets and what it tells. A board draws a view and knows no rules. */
import type { Component } from "svelte";
import type { Action } from "../kit/selection";
import type { Texts } from "../lib/api";
import type { NextStep } from "../lib/steps";
import type { PublicMove } from "../wire";

/** What `current` is in a view when the game is over. */
export const OVER = -4;

export interface BoardProps {
  /** The view as the game's View.to_json() gives it. */
  view: any; // eslint-disable-line
  /** The seat through whose eyes it is seen, -1 for a spectator. */
  pov: number;
  names: string[];
  /** The options that the game is played with. */
  options: Record<string, string | number | boolean>;
  /** What may be done now; each has an `id`. Empty unless it is one's turn. */
  legal: Action[];
  texts: Texts;
  /**
   * The events that led from the last view to this one, to be shown; after a reload those that were the last. A board
   * marks the piece that they are about with `data-last`: points fly to their seat from there.
   */
  fresh: PublicMove[];
  /** An action that a hint recommends, to be marked on the board. */
  hinted: Action | null;
  /** Whether time stands still, as in a picture, a lesson or a replay: no clock runs there. */
  still?: boolean;
  /** Carry out a legal action, or any other by its fields to be told the rule against it. */
  act: (action: Action) => void;
}

export interface GameClient {
  Board: Component<BoardProps>;
  /** Points of a seat as the view shows them, for the seat's card; null where a game has none. */
  score: (view: any, seat: number) => number | string | null; // eslint-disable-line
  /** The seat that the others wait for where all may act, as in a race; left out where it is nobody in particular. */
  awaited?: (view: any) => number; // eslint-disable-line
  /** What is to be seen on the way from a view to the next, where the next one no longer shows it. */
  nextStep?: NextStep;
}

export type Load = () => Promise<GameClient>;
