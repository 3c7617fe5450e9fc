/** Dragging on a drawn board: things follow the pointer and drop where it is released; Escape puts them back. */
import type { Attachment } from "svelte/attachments";
import { on } from "svelte/events";

const FAR = 8; // pixels of movement that make a drag; less is a tap

/** A position in the board's coordinates. */
export interface Point {
  x: number;
  y: number;
}

export interface Dragging {
  can: () => boolean;
  lift?: () => void;
  /** Receive the drop position, and the `data-key` of what lies there. */
  drop: (at: Point, key: string | undefined) => void;
}

interface Held<Thing> extends Point {
  thing: Thing;
}

export class Drag<Thing> {
  #held = $state.raw<Held<Thing> | null>(null);
  #finger: PointerEvent | null = null; // state at pointerdown on a thing

  /** The dragged thing and its position, or null if nothing is being dragged. */
  get held(): Held<Thing> | null {
    return this.#held;
  }

  /** Attach to a draggable thing. A tap remains a click, and the page doesn't scroll under a dragging finger. */
  handle(thing: Thing, dragging: Dragging): Attachment<SVGGraphicsElement> {
    return (node) => {
      const gone = new AbortController();
      const grab = (event: PointerEvent): void => {
        if (!this.#finger && dragging.can()) this.#grab(event, node, thing, dragging);
      };
      const hold = (event: TouchEvent): void => {
        if (this.#finger) event.preventDefault();
      };
      node.addEventListener("pointerdown", grab, gone);
      node.addEventListener("touchmove", hold, { signal: gone.signal, passive: false });
      return () => gone.abort();
    };
  }

  #grab(finger: PointerEvent, node: SVGGraphicsElement, thing: Thing, dragging: Dragging): void {
    const over = new AbortController();
    this.#finger = finger;
    const release = (): void => {
      over.abort();
      this.#held = this.#finger = null;
    };
    const drop = (event: PointerEvent): void => {
      if (event.pointerId !== finger.pointerId) return;
      if (this.#held && node.isConnected) dropAt(node, event, dragging);
      release();
    };
    const cancel = (event: KeyboardEvent): void => {
      if (event.key === "Escape") release();
    };
    addEventListener("pointermove", (event) => this.#follow(event, node, thing, dragging), over);
    addEventListener("pointerup", drop, over);
    addEventListener("pointercancel", release, over);
    addEventListener("keydown", cancel, over);
  }

  #follow(event: PointerEvent, node: SVGGraphicsElement, thing: Thing, { lift }: Dragging): void {
    if (event.pointerId !== this.#finger?.pointerId || !(this.#held || isFar(this.#finger, event))) return;
    if (!this.#held) lift?.();
    this.#held = { thing, ...onBoard(node, event) };
  }
}

function isFar(start: PointerEvent, now: PointerEvent): boolean {
  return Math.hypot(now.clientX - start.clientX, now.clientY - start.clientY) > FAR;
}

function onBoard(node: SVGGraphicsElement, event: PointerEvent): Point {
  const board = node.ownerSVGElement?.getScreenCTM()?.inverse();
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(board);
  return { x, y };
}

function dropAt(node: SVGGraphicsElement, event: PointerEvent, { drop }: Dragging): void {
  const off = on(window, "click", (click) => click.stopPropagation(), { capture: true }); // the click that ends a drag isn't a tap
  setTimeout(off);
  const there = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement | SVGElement>("[data-key]");
  drop(onBoard(node, event), there?.dataset.key);
}
