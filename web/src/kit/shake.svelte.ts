/** The shake with which a board shows a refusal. */
const SHAKING = 400; // milliseconds: a little longer than the animation in theme.css

export class Shake {
  #thing = $state<string | number | null>(null);
  #timer = 0;

  /** Shake a thing on the board, or the board itself. */
  start(thing: string | number = ""): void {
    clearTimeout(this.#timer);
    this.#thing = thing;
    this.#timer = window.setTimeout(() => (this.#thing = null), SHAKING);
  }

  /** Tell whether a thing is shaking, for its class `shake`. */
  of(thing: string | number = ""): boolean {
    return this.#thing === thing;
  }
}
