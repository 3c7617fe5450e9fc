/** A queue of events, shown one by one so that everybody can follow. */
export class Queue<Thing> {
  #waiting = $state.raw<Thing[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `show` shows a thing and tells for how many milliseconds nothing else shall be shown. */
  constructor(readonly show: (thing: Thing) => number) {}

  /** Whether more has happened than is shown. */
  get behind(): boolean {
    return this.#waiting.length > 0;
  }

  push(thing: Thing): void {
    this.#waiting = [...this.#waiting, thing];
    if (this.#timer === undefined) this.#next();
  }

  /** Show all that is waiting without further delay, and whatever comes next at once: somebody has to act now. */
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
