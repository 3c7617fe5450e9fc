/** The HTTP part of the wire. What is refused is thrown as a Refusal with the server's own words. */
import type {
  Analysis,
  Code as MoveCode,
  GameShown,
  GivenRecord,
  Learner,
  Luck,
  Made,
  Me,
  NewTable,
  PictureShown,
  Problem,
  ProblemCode,
  Replay,
  Scene,
  TableShown,
  Tables,
  Texts,
  Uploaded,
} from "../wire";
import { setPendingSeats, type PendingSeats } from "./pending-seats";

/** Why something failed: the server says it, or there was no connection. */
export type Code = ProblemCode | "offline";

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

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
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
  if (response.ok) return (await response.json()) as T;
  const problem = (await response.json().catch(() => null)) as Problem | null;
  throw new Refusal(problem?.code ?? "failed", problem?.text ?? response.statusText, problem?.clause, problem?.line);
}

/** A table to be put up. Nobody sits down with that: the server would have their shares before it chooses its secret. */
export type Wanted = Omit<NewTable, "sit" | "start">;

export const api = {
  me: () => call<Me>("GET", "/api/me"),
  rename: (name: string) => call<Me>("PUT", "/api/me", { name }),
  code: () => call<MoveCode>("POST", "/api/me/code"),
  move: (code: string) => call<Me>("POST", "/api/me/move", { code }),
  games: (language: string) => call<GameShown[]>("GET", `/api/games?language=${language}`),
  texts: (game: string, language: string) => call<Texts>("GET", `/api/games/${game}/texts/${language}`),
  lesson: (game: string, learner: Learner) => call<Scene>("POST", `/api/games/${game}/lesson`, learner),
  pictures: (game: string) => call<PictureShown[]>("GET", `/api/games/${game}/pictures`),
  tables: () => call<Tables>("GET", "/api/tables"),
  create: (table: Wanted) => call<Made>("POST", "/api/tables", table),
  table: (id: string) => call<TableShown>("GET", `/api/tables/${id}`),
  luck: (id: string) => call<Luck[]>("GET", `/api/tables/${id}/luck`),
  replay: (id: string, pov: number, first: number, count: number) =>
    call<Replay>("GET", `/api/tables/${id}/replay?pov=${pov}&first=${first}&count=${count}`),
  analysis: (id: string) => call<Analysis>("POST", `/api/tables/${id}/analysis`),
  upload: (record: Uploaded) => call<Replay>("POST", "/api/records", record),
  analyseUpload: (record: GivenRecord) => call<Analysis>("POST", "/api/records/analysis", record),
};

/** Put up a table, where people sit down when it shows its commitment (TableModel); its id. */
export async function putUp(table: Wanted, pending: PendingSeats): Promise<string> {
  const made = await api.create(table);
  setPendingSeats(made.id, pending);
  return made.id;
}

/** Play against bots, without anything else to be asked; the id of the table. */
export async function playBots(game: string, seats: number): Promise<string> {
  const bots = Object.fromEntries(Array.from({ length: seats - 1 }, (_, index) => [String(index + 1), "3"]));
  return putUp({ game, seats, bots }, { seats: [0], begin: true });
}

/** A seat's part in the dice: 128 random bits that only this browser has chosen. */
export function share(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
