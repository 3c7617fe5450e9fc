/** A bottom sheet for small screens: pulled up and pushed down by its handle, with a finger or by keyboard. */
const PART = 0.5; // share of the screen, when opened without pulling
const MOST = 0.85;
const STILL = 6; // pixels that a finger may slip during a tap
const LEAST = 120; // pixels; pulling it lower closes it

export class Sheet {
  height = $state(0); // pixels shown below the handle, 0 while it is closed
  #from: { y: number; height: number } | null = null;
  #pulled = false;

  get open(): boolean {
    return this.height > 0;
  }

  show(): void {
    if (!this.open) this.height = Math.round(innerHeight * PART);
  }

  hide(): void {
    this.height = 0;
  }

  toggle(): void {
    if (this.#pulled)
      this.#pulled = false; // the click that ends a pull
    else if (this.open) this.hide();
    else this.show();
  }

  grab(y: number): void {
    this.#from = { y, height: this.height };
    this.#pulled = false;
  }

  pull(y: number): void {
    if (!this.#from) return;
    const up = this.#from.y - y;
    if (!this.#pulled && Math.abs(up) < STILL) return;
    this.#pulled = true;
    this.height = Math.min(Math.max(0, this.#from.height + up), Math.round(innerHeight * MOST));
  }

  release(): void {
    const from = this.#from;
    this.#from = null;
    if (from && this.#pulled && this.height < LEAST) this.hide();
  }

  key(event: KeyboardEvent): void {
    if (event.key === "ArrowUp") this.show();
    else if (event.key === "ArrowDown" || event.key === "Escape") this.hide();
    else return;
    event.preventDefault();
  }
}
