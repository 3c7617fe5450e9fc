/** Roving tabindex: Tab stops at one thing on the board, and arrows move on from there. */
type Key = string | number;

export class Roving {
  #at: Key;

  constructor(first: Key) {
    this.#at = $state(first);
  }

  /** Make Tab stop at a thing from now on. */
  stopAt(key: Key): Key {
    this.#at = key;
    return key;
  }

  tabindex(key: Key): 0 | -1 {
    return key === this.#at ? 0 : -1;
  }
}
