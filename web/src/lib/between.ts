/** What is to be seen on the way from one view to the next, where the next one no longer shows it. */
import type { Frame, Happened, Position, Told } from "../wire";
import type { View } from "./moments";
import { pace } from "./settings.svelte";

const LEAST = 1500; // milliseconds: words have to be read, at any speed

/** Tells how it looks after so many of the events; null where the next view shows all that happened. */
export type Between = (before: View, events: readonly Told[], after: View) => { count: number; view: View } | null;

/** Something that is shown; on the way it stays longer. */
export type Part<Thing> = Thing & { onTheWay?: boolean };

/** Milliseconds that something stays which is gone afterwards. */
export function lingering(): number {
  return Math.max(LEAST, 2 * pace());
}

/** A message in the parts in which it is shown: what is seen on the way is seen where one was, and nobody has to act there. */
export function inParts(message: Happened, before: Pick<Happened, "table" | "position"> | null, between: Between): Part<Happened>[] {
  const [from, to] = [before?.position, message.position];
  const way = from && to && sameEyes(from, to) && !message.undone ? between(from.view, message.events, to.view) : null;
  if (!before || !from || !way) return [message];
  const table = { ...before.table, clock: message.table.clock, waiting: [] };
  const position = { ...from, view: way.view, legal: [] };
  const [first, rest] = [message.events.slice(0, way.count), message.events.slice(way.count)];
  const part: Part<Happened> = { ...message, table, position, events: first, chat: [], onTheWay: true };
  return [part, ...inParts({ ...message, events: rest }, part, between)];
}

/** The frames of a lesson, and among them what is seen on the way. */
export function withWays(frames: readonly Frame[], between: Between): Part<Frame>[] {
  return frames.flatMap((frame, index) => {
    const before = frames[index - 1];
    const way = before && frame.event ? between(before.view, [frame.event], frame.view) : null;
    return way
      ? [
          { ...frame, view: way.view, onTheWay: true },
          { ...frame, event: null },
        ]
      : [frame];
  });
}

/** What a replay shows after an event: what is seen on the way, which would be skipped otherwise; at the end, the end. */
export function stopped(before: View | undefined, event: Told | undefined, after: View, last: boolean, between: Between): View {
  return (before && event && !last && between(before, [event], after)?.view) || after;
}

const sameEyes = (one: Position, other: Position): boolean => one.look === other.look;
