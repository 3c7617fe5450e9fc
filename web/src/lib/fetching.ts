/** Questions to the server that belong to what is shown just now. */
import { Refusal, type Code } from "./api";

export const PAUSE = 3000; // milliseconds before it is asked again
const PASSING: Code[] = ["offline", "failed", "trouble", "too_fast"]; // what may go better the next time

/** A part of this client that is loaded when it is needed. It may take some tries. */
export function comes<T>(load: () => Promise<T>): Promise<T> {
  return new Promise((there) => void keepAsking(load, there));
}

/** Ask until there is an answer. For an effect: with what is returned, an answer that comes too late is nothing. */
export function keepAsking<T>(question: () => Promise<T>, take: (answer: T) => void): () => void {
  let wanted = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const failed = (error: unknown): void => {
    const final = error instanceof Refusal && !PASSING.includes(error.code);
    if (wanted && !final) timer = setTimeout(once, PAUSE);
  };
  const once = (): void => void question().then((answer) => wanted && take(answer), failed);
  once();
  return () => {
    wanted = false;
    clearTimeout(timer);
  };
}
