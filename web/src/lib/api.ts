/** The HTTP part of the wire. Refused requests throw a Refusal with the server's message. */
import {
  isAnalysis,
  isCode,
  isGameShown,
  isLuck,
  isMade,
  isMe,
  isPictureShown,
  isProblem,
  isReplay,
  isScene,
  isTableShown,
  isTables,
  isTexts,
  type GivenRecord,
  type Learner,
  type NewTable,
  type ProblemCode,
  type Uploaded,
} from "../wire";
import { accepts, listOf, type Guard } from "./guards";
import { USUAL_LEVEL } from "./levels";
import { setPendingSeats, type PendingSeats } from "./pending-seats";

/** Why something failed: the server says it, or there was no connection, or this page doesn't understand the server. */
export type Code = ProblemCode | "offline" | "unreadable";

export class Refusal extends Error {
  constructor(
    readonly code: Code,
    text: string,
    readonly clause = "",
    readonly line = 0, // of a record
  ) {
    super(text);
  }
}

async function call<T>(expected: Guard<T>, method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Refusal("offline", "offline");
  }
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw refusalOf(answer, response.statusText);
  if (!accepts(expected, answer, `${method} ${path}`)) throw new Refusal("unreadable", `can't read the answer to ${method} ${path}`);
  return answer;
}

function refusalOf(problem: unknown, status: string): Refusal {
  return isProblem(problem) ? new Refusal(problem.code, problem.text, problem.clause, problem.line) : new Refusal("failed", status);
}

/** A table to be put up. Nobody sits down with that: the server would have their shares before it chooses its secret. */
export type Wanted = Omit<NewTable, "sit" | "start">;

export const api = {
  me: () => call(isMe, "GET", "/api/me"),
  rename: (name: string) => call(isMe, "PUT", "/api/me", { name }),
  code: () => call(isCode, "POST", "/api/me/code"),
  move: (code: string) => call(isMe, "POST", "/api/me/move", { code }),
  games: (language: string) => call(listOf(isGameShown), "GET", `/api/games?language=${language}`),
  game: (game: string, language: string) => call(isGameShown, "GET", `/api/games/${game}?language=${language}`),
  texts: (game: string, language: string) => call(isTexts, "GET", `/api/games/${game}/texts/${language}`),
  lesson: (game: string, learner: Learner) => call(isScene, "POST", `/api/games/${game}/lesson`, learner),
  pictures: (game: string) => call(listOf(isPictureShown), "GET", `/api/games/${game}/pictures`),
  tables: () => call(isTables, "GET", "/api/tables"),
  create: (table: Wanted) => call(isMade, "POST", "/api/tables", table),
  table: (id: string) => call(isTableShown, "GET", `/api/tables/${id}`),
  luck: (id: string) => call(listOf(isLuck), "GET", `/api/tables/${id}/luck`),
  replay: (id: string, pov: number, first: number, count: number) =>
    call(isReplay, "GET", `/api/tables/${id}/replay?pov=${pov}&first=${first}&count=${count}`),
  analysis: (id: string) => call(isAnalysis, "POST", `/api/tables/${id}/analysis`),
  upload: (record: Uploaded) => call(isReplay, "POST", "/api/records", record),
  analyseUpload: (record: GivenRecord) => call(isAnalysis, "POST", "/api/records/analysis", record),
};

/** Create a table, whose seats are taken once it shows its commitment (TableModel); return its id. */
export async function putUp(table: Wanted, pending: PendingSeats): Promise<string> {
  const made = await api.create(table);
  setPendingSeats(made.id, pending);
  return made.id;
}

/** Play against bots, without anything else to be asked; the id of the table. */
export async function playBots(game: string, seats: number, level: string = USUAL_LEVEL): Promise<string> {
  const bots = Object.fromEntries(Array.from({ length: seats - 1 }, (_, index) => [String(index + 1), level]));
  return putUp({ game, seats, bots }, { seats: [0], begin: true });
}

/** A seat's part in the dice: 128 random bits that only this browser has chosen. */
export function share(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
