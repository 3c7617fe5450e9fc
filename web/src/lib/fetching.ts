/** Requests for the page currently shown. */
import { Refusal, type Code } from "./api";
import { line, whenBack } from "./line.svelte";

export const PAUSE = 3000; // milliseconds before a retry
const PASSING: Code[] = ["offline", "failed", "trouble", "too_fast"]; // failures worth a retry

/** Import a part of this client on demand, with retries. */
export function comes<T>(load: () => Promise<T>): Promise<T> {
  return new Promise((there) => void keepAsking(load, there));
}

/**
 * Retry until there is an answer, and at once when the network is back. For use in an effect: the function returned
 * discards late answers. Leave `shown` false for requests that the page can do without.
 */
export function keepAsking<T>(question: () => Promise<T>, take: (answer: T) => void, shown = true): () => void {
  let wanted = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let missing = false;
  const miss = (now: boolean): void => {
    if (shown && now !== missing) line.missing += now ? 1 : -1;
    missing = now;
  };
  const failed = (error: unknown): void => {
    if (!wanted) return;
    const final = error instanceof Refusal && !PASSING.includes(error.code);
    miss(!final && (!(error instanceof Refusal) || error.code === "offline"));
    if (final) forget();
    else timer = setTimeout(once, PAUSE);
  };
  const answered = (answer: T): void => {
    if (!wanted) return;
    miss(false);
    forget();
    take(answer);
  };
  const once = (): void => {
    clearTimeout(timer);
    timer = undefined;
    void question().then(answered, failed);
  };
  const forget = whenBack(() => timer && once());
  once();
  return () => {
    wanted = false;
    clearTimeout(timer);
    forget();
    miss(false);
  };
}
