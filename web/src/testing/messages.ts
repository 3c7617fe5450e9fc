/** Complete server messages about a table of Caro; tests override the relevant parts. */
import type { Offered } from "../games/board";
import type { View } from "../games/caro/view.gen";
import type { PublicMove, SeatShown, Snapshot, TableShown } from "../wire";

export const seatShown = (fields: Partial<SeatShown> = {}): SeatShown => ({
  name: "",
  guest: "",
  level: "",
  stand_in: "",
  pledge: "",
  share: "-",
  flagged: false,
  reserved: "",
  hints: 0,
  ...fields,
});

export const tableShown = (fields: Partial<TableShown> = {}): TableShown => ({
  id: "t",
  game: "caro",
  rules: 1,
  options: {},
  host: "me",
  private: false,
  absent: "wait",
  status: "playing",
  seats: [seatShown({ guest: "me", name: "Ada" }), seatShown({ name: "Bo" })],
  waiting: [0],
  race: false,
  clock: { left: [], running: [] },
  time_control: {},
  commitment: "f3be",
  attempt: 1,
  seal: "",
  missed: [],
  secret: "",
  asking: -1,
  agreed: [],
  outcome: null,
  rematch: "",
  hints: false,
  hosting: { ready: [], muted: [], locked: [], spectators: true },
  ...fields,
});

/** A view identified by a number. */
export const viewAt = (number: number): View => ({
  seat: 0,
  tiles: [],
  hands: [[], []],
  scores: [0, 0],
  round_scores: [0, 0],
  rounds_left: number,
  starter: 0,
  stage: "laying",
  last: [0, 0, 0, "red", 0],
  current: 0,
});

export const offered = (id: number): Offered => ({ id, do: "lay", x: 0, y: 0, colour: "red" });

export const moved = (actor: number, verb: string): PublicMove => ({ actor, action: { do: verb }, veiled: false });

export const snapshot = (fields: Partial<Snapshot> = {}): Snapshot => ({
  type: "snapshot",
  number: 2,
  you: "me",
  seats: [0],
  table: tableShown(),
  position: { pov: 0, decision: 2, view: viewAt(2), legal: [offered(7)] },
  events: [],
  chat: [],
  present: [],
  ...fields,
});
