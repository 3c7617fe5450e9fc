/** A card moves from where it was to where it is: every card is there once, so its name is enough to find it again. */
import { cubicOut } from "svelte/easing";
import { crossfade, scale } from "svelte/transition";
import { moving } from "../../lib/motion.svelte";

/** For cards that close up where one has left. */
export const closing = (): { duration: number } => ({ duration: moving(240) });

export const [send, receive] = crossfade({
  duration: () => moving(300),
  easing: cubicOut,
  fallback: (node) => scale(node, { start: 0.7, duration: moving(220), easing: cubicOut }),
});
