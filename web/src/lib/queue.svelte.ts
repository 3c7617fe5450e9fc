/** A queue of events, shown one by one so everybody can follow. */
export class Queue<Thing> {
  #waiting = $state.raw<Thing[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `show` displays an event and returns how many milliseconds it should stay. */
  constructor(readonly show: (thing: Thing) => number) {}

  /** Whether events are still waiting to be shown. */
  get behind(): boolean {
    return this.#waiting.length > 0;
  }

  push(thing: Thing): void {
    this.#waiting = [...this.#waiting, thing];
    if (this.#timer === undefined) this.#next();
  }

  /** Show everything waiting without delay, and whatever comes next at once: the player has to act now. */
  hurry(): void {
    while (this.#waiting.length) this.#next();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
  }

  #next(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const [thing, ...others] = this.#waiting;
    if (thing === undefined) return;
    this.#waiting = others;
    this.#timer = setTimeout(() => this.#next(), this.show(thing));
  }
}
