/** The interface of a board. A board draws a view and knows no rules. */
import type { Component } from "svelte";
import type { Effects } from "../kit/preview.svelte";
import type { Fields, SomeOf } from "../kit/selection";
import { isNumber, type Guard } from "../lib/guards";
import type { NextStep } from "../lib/steps";
import type { PublicMove, Texts } from "../wire";
import { isAnyAction, type Actions, type GameName, type Views } from "./clients.gen";

export { OVER, RACE } from "./clients.gen";
export type { GameName };

/** A game known by its name alone: any of the views. */
export type AnyView = Views[GameName];

export type AnyAction = Actions[GameName];

/** A legal action, with the id by which it is carried out. */
export type Offered<Action extends Fields = AnyAction> = Action & { id: number };

/** Tell whether an action is one of the legal ones, which have an id. */
export const isLegal = (action: AnyAction): action is Offered => "id" in action && isNumber(action.id);

export const isOffered: Guard<Offered> = (value): value is Offered => isAnyAction(value) && isLegal(value);

export interface BoardProps<View, Action extends Fields> {
  /** The view as the game's View.to_json() gives it. */
  view: View;
  /** The seat through whose eyes it is seen, -1 for a spectator. */
  pov: number;
  names: string[];
  /** The options that the game is played with. */
  options: Record<string, string | number | boolean>;
  /** The legal actions. Empty unless it is this player's turn. */
  legal: Offered<Action>[];
  /** The effects of the legal actions, once the server has sent them. */
  previews?: Effects;
  texts: Texts;
  /**
   * The events that led from the last view to this one, to be shown; after a reload those that were the last. A board
   * marks the piece that they are about with `data-last`: points fly to their seat from there.
   */
  fresh: PublicMove[];
  /** An action that a hint recommends, to be marked on the board. */
  hinted: Action | null;
  /**
   * The places that a text under the pointer mentions: fields of moves, with the seat as `actor`, and of their effects. A board
   * puts `data-marked` on the places that `isMarked` finds among them.
   */
  marked?: readonly Fields[];
  /** Whether time stands still, as in a picture, a lesson or a replay: no clock runs there. */
  still?: boolean;
  /** Left, top, width and height of the part to be drawn, without anything beside the board; for pictures. */
  crop?: [number, number, number, number] | null;
  /** Carry out a legal action, or any other by its fields to be told the rule against it. */
  act: (action: Action) => void;
  /** Tell what is picked so far, whenever that changes: the sentence above the board depends on it. */
  picked?: (fields: SomeOf<Action>) => void;
}

/** The client's part of a game. Without a name it is any game, which is given the views of the same one only. */
export interface GameClient<Game extends GameName = GameName> {
  Board: Component<BoardProps<Views[Game], Actions[Game]>>;
  /** Points of a seat as the view shows them, for the seat's card; null where a game has none. */
  score: (view: Views[Game], seat: number) => number | string | null;
  /** The seat that the others wait for where all may act, as in a race; left out where it is nobody in particular. */
  awaited?: (view: Views[Game]) => number;
  /** Intermediate steps between two views, if the second no longer shows them. */
  nextStep?: NextStep<Views[Game]>;
}
