/** Views and actions of no game, for tests of what only passes them on. */
import type { AnyView, Offered } from "../games/board";

export const viewOf = (fields: object): AnyView => fields as AnyView;

export const offered = (id: number, verb: string): Offered => ({ id, do: verb }) as Offered;
