/** A card moves from where it was to where it is: every card is there once, so its name is enough to find it again. */
import { cubicOut } from "svelte/easing";
import { crossfade, scale } from "svelte/transition";

const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** For cards that close up where one has left. */
export const CLOSING = { duration: calm ? 1 : 240 };

export const [send, receive] = crossfade({
  duration: calm ? 1 : 300,
  easing: cubicOut,
  fallback: (node) => scale(node, { start: 0.7, duration: calm ? 1 : 220, easing: cubicOut }),
});
