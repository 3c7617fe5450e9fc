/** Announcements for screen readers, each added once. */
const KEPT = 20; // lines; older ones have long been read

export interface Line {
  id: number;
  text: string;
}

export class Announcer {
  lines = $state.raw<Line[]>([]);
  #count = 0;

  say(...texts: string[]): void {
    const lines = texts.filter(Boolean).map((text): Line => ({ id: this.#count++, text }));
    if (lines.length) this.lines = [...this.lines, ...lines].slice(-KEPT);
  }
}
