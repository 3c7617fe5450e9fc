/** How long things take that move: one place for the speed that was chosen and for devices that ask for calm. */
import { prefersReducedMotion } from "svelte/motion";
import { settings, type Speed } from "./settings.svelte";

const TEMPOS: Record<Speed, number> = { slow: 1.7, normal: 1, fast: 0.5, off: 0 };

/** Milliseconds of a movement that takes `ms` at normal speed; none where calm is asked for. */
export function moving(ms: number): number {
  return prefersReducedMotion.current ? 0 : fading(ms);
}

/** Milliseconds of a fade, which is shown to those who asked for calm, too. */
export function fading(ms: number): number {
  return ms * TEMPOS[settings.speed];
}

/** Let style sheets know: `--tempo` is the factor of every duration there; to be called once, where the client begins. */
export function keepTempo(): void {
  $effect(() => document.documentElement.style.setProperty("--tempo", String(moving(1))));
}
