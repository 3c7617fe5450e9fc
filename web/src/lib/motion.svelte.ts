/** Durations of animations, in one place: the chosen speed, and reduced motion. */
import { prefersReducedMotion } from "svelte/motion";
import { settings, type Speed } from "./settings.svelte";

const TEMPOS: Record<Speed, number> = { slow: 1.7, normal: 1, fast: 0.5, off: 0 };

/** Return the milliseconds of a movement that takes `ms` at normal speed; 0 with reduced motion. */
export function moving(ms: number): number {
  return prefersReducedMotion.current ? 0 : fading(ms);
}

/** Return the milliseconds of a fade, which is shown with reduced motion, too. */
export function fading(ms: number): number {
  return ms * TEMPOS[settings.speed];
}

/** Set `--tempo`, the factor of every duration in style sheets; call once at startup. */
export function keepTempo(): void {
  $effect(() => document.documentElement.style.setProperty("--tempo", String(moving(1))));
}
