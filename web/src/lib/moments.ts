/** Recent positions to show again: only views sent to this seat, and only while the page is open. */
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

  /** Forget the events from number `length` on: they were undone. */
  forget(length: number): void {
    this.#kept = this.#kept.filter((moment) => moment.first + moment.events.length <= length);
  }

  clear(): void {
    this.#kept = [];
  }

  /** Find the moment of an event, if this page has seen it. */
  of(event: number): Moment | undefined {
    return this.#kept.findLast((moment) => event >= moment.first && event < moment.first + moment.events.length);
  }
}

/** Find a player's last action, and the dice and cards that followed. */
export function latest(events: readonly PublicMove[]): PublicMove[] {
  const last = events.findLastIndex((told) => told.actor >= 0);
  return last < 0 ? [] : events.slice(last);
}
