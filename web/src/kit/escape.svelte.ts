/** Escape clears the selection, wherever the focus is. */
import { on } from "svelte/events";
import { forBoard } from "./keys";

/**
 * Call during component initialisation: until the component is destroyed, Escape clears, unless a field or dialog needs
 * the key.
 */
export function onEscape(forget: () => void): void {
  const key = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && forBoard(event)) forget();
  };
  $effect(() => on(window, "keydown", key));
}
