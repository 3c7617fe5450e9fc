/** Which answers of the server are kept for use without a connection: public ones about games, and nothing else. */

const PUBLIC = /^\/api\/games(\/\w+(\/texts\/\w+|\/pictures)?)?$/;
const LESSON = /^\/api\/games\/\w+\/lesson$/;

export const isLesson = (method: string, path: string): boolean => method === "POST" && LESSON.test(path);

/** Whether an answer says nothing about a person or a table, so it may be kept. */
export const isPublic = (method: string, path: string): boolean => (method === "GET" && PUBLIC.test(path)) || isLesson(method, path);

/** The address under which an answer is kept; that of a lesson includes the learner's progress. */
export const keyOf = (url: string, body: string): string => (body ? `${url}?${encodeURIComponent(body)}` : url);

/** The request whose answer is kept under an address. */
export function requestOf(key: string): Request {
  const url = new URL(key);
  if (!LESSON.test(url.pathname)) return new Request(key);
  const body = decodeURIComponent(url.search.slice(1));
  return new Request(url.origin + url.pathname, { method: "POST", headers: { "content-type": "application/json" }, body });
}

/** Whether an answer in a lesson is on the way through it: what was tried besides isn't kept. */
export const isOnTheWay = (body: string, answer: unknown): boolean =>
  !body.includes('"action"') || (typeof answer === "object" && answer !== null && "solved" in answer && answer.solved === true);
