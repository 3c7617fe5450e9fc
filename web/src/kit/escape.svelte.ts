/** Escape puts back what was picked, wherever the focus is. */
import { on } from "svelte/events";
import { forBoard } from "./keys";

/** Call it while a component is set up: until it is gone, Escape forgets, unless a field or a dialog needs the key. */
export function onEscape(forget: () => void): void {
  const key = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && forBoard(event)) forget();
  };
  $effect(() => on(window, "keydown", key));
}
