/** The HTTP API. Refused requests throw a Refusal with the server's message. */
import {
  isAddressFound,
  isAnalysis,
  isAuditEntry,
  isBan,
  isBotReplyShown,
  isCandidatesFound,
  isCode,
  isDone,
  isGameShown,
  isLuck,
  isMade,
  isMe,
  isPersonFound,
  isPlayedShown,
  isPictureShown,
  isProblem,
  isReplay,
  isReport,
  isScene,
  isSetup,
  isSiteShown,
  isStudyFile,
  isStudyPosition,
  isStudyShown,
  isTableFound,
  isTableShown,
  isTables,
  isTexts,
  type Announce,
  type BanSomebody,
  type CandidatesWanted,
  type CloseTable,
  type DeleteTable,
  type GivenRecord,
  type Learner,
  type NewReport,
  type NewTable,
  type PositionWanted,
  type ProblemCode,
  type ReopenTable,
  type ReplyWanted,
  type ResolveReport,
  type SetLobby,
  type SetMaintenance,
  type SetupWanted,
  type SignOutGuest,
  type StudyPath,
  type Unban,
  type Uploaded,
} from "../wire";
import { earlyAnswer } from "./early";
import { accepts, listOf, type Guard } from "./guards";
import { USUAL_LEVEL } from "./levels";
import { line } from "./line.svelte";
import { setPendingSeats, type PendingSeats } from "./pending-seats";

/** Why a request failed: the server refused it, there was no connection, or this page doesn't understand the server. */
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

const KEPT = "/api/games"; // the service worker may answer these without a connection

async function call<T>(expected: Guard<T>, method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  let response: Response;
  try {
    response = await ((method === "GET" && earlyAnswer(path)) || sent(method, path, body, signal));
  } catch {
    if (signal?.aborted) throw new Refusal("stale", "no longer wanted");
    line.lost = true;
    throw new Refusal("offline", "offline");
  }
  if (!path.startsWith(KEPT)) line.lost = false;
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw refusalOf(answer, response.statusText);
  if (!accepts(expected, answer, `${method} ${path}`)) throw new Refusal("unreadable", `can't read the answer to ${method} ${path}`);
  return answer;
}

async function text(path: string): Promise<string> {
  let response: Response;
  try {
    response = await sent("GET", path, undefined);
  } catch {
    line.lost = true;
    throw new Refusal("offline", "offline");
  }
  if (!response.ok) throw refusalOf(await response.json().catch(() => null), response.statusText);
  return response.text();
}

function sent(method: string, path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  return fetch(path, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  });
}

function refusalOf(problem: unknown, status: string): Refusal {
  return isProblem(problem) ? new Refusal(problem.code, problem.text, problem.clause, problem.line) : new Refusal("failed", status);
}

/**
 * A table to create. Players take their seats later: otherwise, the server would know their shares before choosing its
 * secret.
 */
export type Wanted = Omit<NewTable, "sit" | "start">;

/** An action of an operator, without its reason. */
export type Operation =
  | Omit<Announce, "reason">
  | Omit<BanSomebody, "reason">
  | Omit<CloseTable, "reason">
  | Omit<DeleteTable, "reason">
  | Omit<ReopenTable, "reason">
  | Omit<ResolveReport, "reason">
  | Omit<SetLobby, "reason">
  | Omit<SetMaintenance, "reason">
  | Omit<SignOutGuest, "reason">
  | Omit<Unban, "reason">;

export const api = {
  me: () => call(isMe, "GET", "/api/me"),
  rename: (name: string) => call(isMe, "PUT", "/api/me", { name }),
  code: () => call(isCode, "POST", "/api/me/code"),
  move: (code: string) => call(isMe, "POST", "/api/me/move", { code }),
  signOut: () => call(isMe, "POST", "/api/me/sign-out"),
  site: () => call(isSiteShown, "GET", "/api/site"),
  report: (table: string, report: NewReport) => call(isDone, "POST", `/api/tables/${table}/reports`, report),
  operate: (operation: Operation, reason: string) => call(isDone, "POST", "/api/admin/actions", { ...operation, reason }),
  found: {
    tables: (search: string) => call(listOf(isTableFound), "GET", `/api/admin/tables?search=${encodeURIComponent(search)}`),
    people: (search: string) => call(listOf(isPersonFound), "GET", `/api/admin/people?search=${encodeURIComponent(search)}`),
    addresses: (search: string) => call(listOf(isAddressFound), "GET", `/api/admin/addresses?search=${encodeURIComponent(search)}`),
    reports: () => call(listOf(isReport), "GET", "/api/admin/reports"),
    bans: () => call(listOf(isBan), "GET", "/api/admin/bans"),
    log: () => call(listOf(isAuditEntry), "GET", "/api/admin/log"),
  },
  games: (language: string) => call(listOf(isGameShown), "GET", `/api/games?language=${language}`),
  game: (game: string, language: string) => call(isGameShown, "GET", `/api/games/${game}?language=${language}`),
  texts: (game: string, language: string) => call(isTexts, "GET", `/api/games/${game}/texts/${language}`),
  lesson: (game: string, learner: Learner) => call(isScene, "POST", `/api/games/${game}/lesson`, learner),
  pictures: (game: string) => call(listOf(isPictureShown), "GET", `/api/games/${game}/pictures`),
  tables: () => call(isTables, "GET", "/api/tables"),
  create: (table: Wanted) => call(isMade, "POST", "/api/tables", table),
  table: (id: string) => call(isTableShown, "GET", `/api/tables/${id}`),
  luck: (id: string) => call(listOf(isLuck), "GET", `/api/tables/${id}/luck`),
  replay: (id: string, pov: number, first: number, count: number, variation = "") =>
    call(isReplay, "GET", `/api/tables/${id}/replay?pov=${pov}&first=${first}&count=${count}&variation=${encodeURIComponent(variation)}`),
  analysis: (id: string) => call(isAnalysis, "POST", `/api/tables/${id}/analysis`),
  upload: (record: Uploaded) => call(isReplay, "POST", "/api/records", record),
  analyseUpload: (record: GivenRecord) => call(isAnalysis, "POST", "/api/records/analysis", record),
  record: (id: string) => text(`/api/tables/${id}/record`),
  openStudy: (text: string) => call(isStudyShown, "POST", "/api/studies", { text }),
  saveStudy: (text: string) => call(isStudyFile, "POST", "/api/studies/file", { text }),
  studyPosition: (wanted: PositionWanted) => call(isStudyPosition, "POST", "/api/studies/position", wanted),
  played: (path: StudyPath) => call(listOf(isPlayedShown), "POST", "/api/studies/played", path),
  setUp: (wanted: SetupWanted) => call(isSetup, "POST", "/api/studies/setup", wanted),
  candidates: (wanted: CandidatesWanted, signal: AbortSignal) => call(isCandidatesFound, "POST", "/api/studies/candidates", wanted, signal),
  botReply: (wanted: ReplyWanted) => call(isBotReplyShown, "POST", "/api/studies/reply", wanted),
};

/** Create a table and return its id. Its seats are taken once it shows its commitment (TableModel). */
export async function putUp(table: Wanted, pending: PendingSeats): Promise<string> {
  const made = await api.create(table);
  setPendingSeats(made.id, pending);
  return made.id;
}

/** Start a game against bots without further questions; return the table's id. */
export async function playBots(game: string, seats: number, level: string = USUAL_LEVEL): Promise<string> {
  const bots = Object.fromEntries(Array.from({ length: seats - 1 }, (_, index) => [String(index + 1), level]));
  return putUp({ game, seats, bots }, { seats: [0], begin: true });
}

/** Generate a seat's share of the dice: 128 random bits chosen by this browser alone. */
export function share(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
