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

/** Any game, when only its name is known: any of the views. */
export type AnyView = Views[GameName];

export type AnyAction = Actions[GameName];

/** A legal action, with its id. */
export type Offered<Action extends Fields = AnyAction> = Action & { id: number };

/** Tell whether an action is one of the legal ones, which have an id. */
export const isLegal = (action: AnyAction): action is Offered => "id" in action && isNumber(action.id);

export const isOffered: Guard<Offered> = (value): value is Offered => isAnyAction(value) && isLegal(value);

export interface BoardProps<View, Action extends Fields> {
  /** The view as the game's View.to_json() gives it. */
  view: View;
  /** The point of view: a seat, or -1 for a spectator. */
  pov: number;
  names: string[];
  /** The options of this game. */
  options: Record<string, string | number | boolean>;
  /** The legal actions. Empty unless it is this player's turn. */
  legal: Offered<Action>[];
  /** The effects of the legal actions, once the server has sent them. */
  previews?: Effects;
  texts: Texts;
  /**
   * The events that led from the last view to this one; after a reload, the most recent ones. A board marks the
   * affected piece with `data-last`: points fly from there to their seat.
   */
  fresh: PublicMove[];
  /** An action recommended by a hint, to be marked on the board. */
  hinted: Action | null;
  /**
   * The places mentioned by the text under the pointer: fields of moves, with the seat as `actor`, and of their
   * effects. A board puts `data-marked` on the places that `isMarked` finds among them.
   */
  marked?: readonly Fields[];
  /** Whether the position is static, as in a picture, a lesson or a replay: no clock runs there. */
  still?: boolean;
  /** Left, top, width and height of the part to draw, without anything beside the board; for pictures. */
  crop?: [number, number, number, number] | null;
  /** Perform a legal action, or try any other by its fields to learn which rule forbids it. */
  act: (action: Action) => void;
  /** Report what has been picked so far, whenever it changes: the prompt depends on it. */
  picked?: (fields: SomeOf<Action>) => void;
}

/** The client's part of a game. Without a name it stands for any game, and always gets views of the same one. */
export interface GameClient<Game extends GameName = GameName> {
  Board: Component<BoardProps<Views[Game], Actions[Game]>>;
  /** A seat's score according to the view, for the seat's card; null if the game has no points. */
  score: (view: Views[Game], seat: number) => number | string | null;
  /** The seat the others are waiting for when all may act, as in a race; omitted if there is no such seat. */
  awaited?: (view: Views[Game]) => number;
  /** Whether pieces can be turned before they are laid, with the key R. */
  turnsPieces?: boolean;
  /** Intermediate steps between two views, when the second no longer shows them. */
  nextStep?: NextStep<Views[Game]>;
}
