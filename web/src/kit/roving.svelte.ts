/** Roving focus: of the many things of a board Tab stops at one, and arrows lead on from there. */
type Key = string | number;

export class Roving {
  #at: Key;

  constructor(first: Key) {
    this.#at = $state(first);
  }

  /** Let Tab stop at a thing from now on. */
  stopAt(key: Key): Key {
    this.#at = key;
    return key;
  }

  tabindex(key: Key): 0 | -1 {
    return key === this.#at ? 0 : -1;
  }
}
