/** The best moves of a position, searched by the server's bots with more and more simulations. */
import type { CandidateShown, CandidatesWanted } from "../wire";
import { api } from "./api";
import { why } from "./errors";

export const STEPS = [200, 800, 3200, 12_800] as const; // simulations
const SETTLED = 300; // milliseconds a position has to stay before it is searched

export type Asked = Omit<CandidatesWanted, "simulations">;

export class Engine {
  found = $state.raw<CandidateShown[]>([]);
  simulations = $state(0); // of what was found
  searching = $state(false);
  trouble = $state("");
  #running: AbortController | null = null;

  /** Search another position; null for none. */
  search(asked: Asked | null): void {
    this.stop();
    this.found = [];
    this.simulations = 0;
    this.trouble = "";
    if (!asked) return;
    const running = (this.#running = new AbortController());
    this.searching = true;
    setTimeout(() => void this.#improve(asked, running), SETTLED);
  }

  stop(): void {
    this.#running?.abort();
    this.#running = null;
    this.searching = false;
  }

  async #improve(asked: Asked, { signal }: AbortController): Promise<void> {
    const left = (): boolean => signal.aborted;
    try {
      for (const simulations of STEPS) {
        if (left()) return;
        const { candidates } = await api.candidates({ ...asked, simulations }, signal);
        if (left()) return;
        this.found = candidates;
        this.simulations = simulations;
        if (candidates.every((each) => each.proved)) break;
      }
    } catch (error) {
      if (left()) return;
      this.trouble = why(error);
    }
    this.searching = false;
  }
}
