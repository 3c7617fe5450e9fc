/** What a mouse is over. A finger is over nothing: it presses. */
import type { Attachment } from "svelte/attachments";
import { on } from "svelte/events";

/** Attach it to a thing: it tells when a mouse comes over the thing, and when it is gone. */
export function hover(tell: (isOver: boolean) => void): Attachment {
  const enter = (event: Event): void => {
    if (event instanceof PointerEvent && event.pointerType === "mouse") tell(true);
  };
  return (thing) => {
    const offs = [on(thing, "pointerenter", enter), on(thing, "pointerleave", () => tell(false))];
    return () => offs.forEach((off) => off());
  };
}
