/** The shake by which a board shows what was refused. */
const SHAKING = 400; // milliseconds: a little longer than the animation in theme.css

export class Shake {
  #thing = $state<string | number | null>(null);
  #timer = 0;

  /** Shake a thing of the board, or the board if it has only one thing to shake. */
  start(thing: string | number = ""): void {
    clearTimeout(this.#timer);
    this.#thing = thing;
    this.#timer = window.setTimeout(() => (this.#thing = null), SHAKING);
  }

  /** Tell whether a thing shakes now, for its class `shake`. */
  of(thing: string | number = ""): boolean {
    return this.#thing === thing;
  }
}
