/** Intermediate steps between two views, for what the second view no longer shows. */
import type { AnyView } from "../games/board";
import type { Frame, Position, PublicMove } from "../wire";
import { pace } from "./settings.svelte";
import type { WholeUpdate } from "./whole-update";

const LEAST = 1500; // milliseconds: words take time to read, at any speed

/** Draws the view after the first `count` events; null if the next view shows everything. */
export type NextStep<View> = (before: View, events: readonly PublicMove[], after: View) => { count: number; view: View } | null;

/** A frame; intermediate ones stay longer. */
export type Part<Thing> = Thing & { onTheWay?: boolean };

/** Return how many milliseconds an intermediate frame stays. */
export function lingering(): number {
  return Math.max(LEAST, 2 * pace());
}

/** Split a message into frames: intermediate ones keep the old point of view, and nobody has to act there. */
export function inParts(
  message: WholeUpdate,
  before: Pick<WholeUpdate, "table" | "position"> | null,
  nextStep: NextStep<AnyView>,
): Part<WholeUpdate>[] {
  const [from, to] = [before?.position, message.position];
  const way = from && to && sameEyes(from, to) && !message.undone ? nextStep(from.view, message.events, to.view) : null;
  if (!before || !from || !way) return [message];
  const table = { ...before.table, clock: message.table.clock, waiting: [] };
  const position = { ...from, view: way.view, legal: [] };
  const [first, rest] = [message.events.slice(0, way.count), message.events.slice(way.count)];
  const part: Part<WholeUpdate> = { ...message, table, position, events: first, chat: [], onTheWay: true };
  return [part, ...inParts({ ...message, events: rest }, part, nextStep)];
}

/** List the frames of a lesson, including intermediate ones. */
export function withWays(frames: readonly Frame[], nextStep: NextStep<AnyView>): Part<Frame>[] {
  return frames.flatMap((frame, index) => {
    const before = frames[index - 1];
    const way = before && frame.event ? nextStep(before.view, [frame.event], frame.view) : null;
    return way
      ? [
          { ...frame, view: way.view, onTheWay: true },
          { ...frame, event: null },
        ]
      : [frame];
  });
}

/**
 * Return the frames of a replay after an event: intermediate steps, which would otherwise be skipped, and the outcome
 * at the end.
 */
export function stopped(
  before: AnyView | undefined,
  event: PublicMove | undefined,
  after: AnyView,
  last: boolean,
  nextStep: NextStep<AnyView>,
): AnyView {
  return (before && event && !last && nextStep(before, [event], after)?.view) || after;
}

const sameEyes = (one: Position, other: Position): boolean => one.pov === other.pov;
