/** Recent positions, to be shown again: only views sent to this seat, and only while the page is open. */
import type { AnyView } from "../games/board";
import type { PublicMove } from "../wire";

export interface Moment {
  first: number; // the number of its first event
  events: PublicMove[];
  before: AnyView;
  after: AnyView;
}

const MOST = 400;

export class Moments {
  #kept: Moment[] = [];

  keep(moment: Moment): void {
    this.#kept = [...this.#kept.slice(1 - MOST), moment];
  }

  /** Events from number `length` on were taken back. */
  forget(length: number): void {
    this.#kept = this.#kept.filter((moment) => moment.first + moment.events.length <= length);
  }

  clear(): void {
    this.#kept = [];
  }

  /** The moment in which an event happened, if it was seen. */
  of(event: number): Moment | undefined {
    return this.#kept.findLast((moment) => event >= moment.first && event < moment.first + moment.events.length);
  }
}

/** The last action of a player, and the dice and cards that followed. */
export function latest(events: readonly PublicMove[]): PublicMove[] {
  const last = events.findLastIndex((told) => told.actor >= 0);
  return last < 0 ? [] : events.slice(last);
}
