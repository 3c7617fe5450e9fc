/** Whether somebody is at this page: it is visible, and they moved, pressed or typed something not long ago. */
const SIGNS = ["pointermove", "pointerdown", "keydown", "wheel", "focus"];
const STAYS = 30_000; // milliseconds without a sign

export class Attention {
  #last = Date.now(); // who opens a page is there
  readonly #gone = new AbortController();

  /** Watch for signs, and report each. */
  constructor(readonly seen: () => void) {
    const options = { capture: true, passive: true, signal: this.#gone.signal };
    for (const sign of SIGNS) addEventListener(sign, this.#note, options);
    document.addEventListener("visibilitychange", this.#note, options);
  }

  get here(): boolean {
    return !document.hidden && Date.now() - this.#last < STAYS;
  }

  readonly #note = (): void => {
    if (document.hidden) return;
    this.#last = Date.now();
    this.seen();
  };

  stop(): void {
    this.#gone.abort();
  }
}
