/** Animate a card from its old place to its new one: each card exists once, so its name identifies it. */
import { cubicOut } from "svelte/easing";
import { crossfade, scale } from "svelte/transition";
import { moving } from "../../lib/motion.svelte";

/** For cards closing a gap. */
export const closing = (): { duration: number } => ({ duration: moving(240) });

export const [send, receive] = crossfade({
  duration: () => moving(300),
  easing: cubicOut,
  fallback: (node) => scale(node, { start: 0.7, duration: moving(220), easing: cubicOut }),
});
