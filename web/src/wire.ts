// Made by `python -m carreau.server.typescript`; don't edit.
import { isOffered, type AnyAction, type AnyView, type GameName, type Offered } from "./games/board";
import { isAnyAction, isAnyView, isGameName } from "./games/clients.gen";
import { eitherOf, isBoolean, isNumber, isString, listOf, nullable, objectOf, oneOf, optional, recordOf, taggedBy, tupleOf, type Guard } from "./lib/guards";

/** Act: the `id` of a legal action, or the fields of any action, to learn which rule forbids it. `decision` is the one that was shown: if the game has moved on, nothing happens. */
export interface Act {
  type: "act";
  ref: string;
  seat: number;
  decision: number;
  action: number | Record<string, string | number>;
}

/** Add a bot of a level (1 to 5, random) to a seat; for the host. */
export interface AddBot {
  type: "add_bot";
  ref: string;
  seat: number;
  level: string;
}

export interface AddressFound {
  address: string;
  guests: string[];
  windows: number;
  banned_until: number;
}

/** The host turns hints off, or on before the game. */
export interface AllowHints {
  type: "allow_hints";
  ref: string;
  on: boolean;
}

/** Open the game to guests without a seat, or close it (the host). */
export interface AllowSpectators {
  type: "allow_spectators";
  ref: string;
  on: boolean;
}

/** The progress of an analysis and its findings so far: win probabilities, losses and better moves. */
export interface Analysis {
  decisions: number;
  judged: Judged[];
  done?: boolean;
  trouble?: string;
  method?: number;
  players?: Performance[];
  comments?: CommentShown[];
}

/** Show a sentence to everybody; an empty one removes it. */
export interface Announce {
  type: "announce";
  reason: string;
  text: string;
}

/** A sentence from the operators for everybody; "" if there is none any more. */
export interface Announcement {
  type: "announcement";
  text: string;
}

/** The result of a command. If it was refused nothing has changed: `code` is for programs, `text` for people. */
export interface Answer {
  type: "answer";
  ref: string;
  ok: boolean;
  code?: ProblemCode | "";
  text?: string;
  clause?: string;
}

export interface AnswerUndo {
  type: "answer_undo";
  ref: string;
  seat: number;
  agrees: boolean;
}

/** Ask the strongest bot for hints, in a language. Everybody sees that somebody asked. */
export interface AskHint {
  type: "ask_hint";
  ref: string;
  seat: number;
  language?: string;
}

/** Ask for the effects of a seat's legal actions: points, captures and so on. */
export interface AskPreviews {
  type: "ask_previews";
  ref: string;
  seat: number;
}

/** An action of an operator: who, what, when and why. */
export interface AuditEntry {
  at: number;
  operator: string;
  action: string;
  target: string;
  reason: string;
}

/** A guest or an address that is kept out for a time. */
export interface Ban {
  who: string;
  until: number;
  reason: string;
  operator: string;
  at: number;
}

/** Ban a guest (by id) or an address for some hours. */
export interface BanSomebody {
  type: "ban_somebody";
  reason: string;
  who: string;
  hours: number;
}

/** The action of a bot; -1 to let others act, in a race. */
export interface BotReplyShown {
  action: number;
}

/** The server is shutting down; reconnect after some seconds. */
export interface Bye {
  type: "bye";
  seconds: number;
  text: string;
}

/** An action with the chances of its seat, their 95 % interval, and the expected continuation. */
export interface CandidateShown {
  action: number;
  text: string;
  fields: Record<string, string | number>;
  chance: number;
  low: number;
  high: number;
  chances: number[];
  proved: boolean;
  reason: string;
  line: LineStep[];
}

/** The most promising moves, the best first. */
export interface CandidatesFound {
  candidates: CandidateShown[];
}

/** A seat that may act; its best moves are searched with a number of simulations. */
export interface CandidatesWanted {
  game: string;
  seats: number;
  options?: Record<string, boolean | number | string>;
  position?: string;
  moves?: [number, number][];
  seat: number;
  simulations: 200 | 800 | 3200 | 12800;
  language?: string;
  names?: string[];
}

/** Send a chat message: text, never markup. */
export interface Chat {
  type: "chat";
  ref: string;
  text: string;
}

export interface ChatLine {
  at: number;
  guest: string;
  name: string;
  text: string;
}

/** The next actions of a seat, or the outcomes of dice and cards. */
export interface Choices {
  actor: number;
  actions: Offered[];
  weights?: number[];
}

/** Become the host before the game, if you have a seat and the host is away. */
export interface ClaimHost {
  type: "claim_host";
  ref: string;
}

/** The time control: per turn (`move` or `days`), or for the whole game with an increment per turn. */
export interface ClockSetting {
  kind?: "days" | "game" | "move" | "none";
  seconds?: number;
  increment?: number;
  at_flag?: "bot" | "forfeit" | "wait";
}

/** The seconds that each seat has left at the time of sending, and the seats whose clocks run. */
export interface ClockShown {
  left: number[];
  running: number[];
}

/** Disconnect everybody from a table and keep it closed. */
export interface CloseTable {
  type: "close_table";
  reason: string;
  table: string;
}

export interface Code {
  code: string;
  seconds: number;
}

/** Take a seat back from a bot. */
export interface ComeBack {
  type: "come_back";
  ref: string;
  seat: number;
}

/** A comment of a bot on one of its decisions, with its chances to win then and at the next one. */
export interface CommentShown {
  seat: number;
  number: number;
  kind: "fear_false" | "fear_true" | "knew" | "plan_failed" | "plan_worked" | "proved_loss" | "proved_win" | "sure_loss" | "sure_win";
  before: number;
  after: number;
  move: LineStep | null;
}

/** Give up the seats of a rematch that are kept for you. */
export interface Decline {
  type: "decline";
  ref: string;
}

/** Delete a table and its game permanently. */
export interface DeleteTable {
  type: "delete_table";
  reason: string;
  table: string;
}

export interface Done {
  done?: boolean;
}

/** One effect of a move: "points", or a kind declared by the game. `seat` is -1 if it concerns nobody. */
export interface EffectShown {
  kind: string;
  seat: number;
  amount?: number;
  fields?: Record<string, number | string>;
}

/** The end of a game. After a resignation or a loss on time, `why` and `seat` say whose it was. */
export interface Ending {
  points: number[];
  ranks: number[];
  clause: string;
  why: string;
  seat: number;
  tie?: string;
}

/** The view after an event, or at the beginning. */
export interface Frame {
  event: PublicMove | null;
  view: AnyView;
}

/** A game in the list of games. */
export interface GameShown {
  name: string;
  title: string;
  tagline: string;
  seats: number[];
  options: OptionShown[];
  lesson: boolean;
  minutes: number[];
  estimated: boolean;
  decides: "both" | "luck" | "skill";
  hidden: boolean;
  age: number | null;
  credits: Record<string, string>;
}

export interface GivenCode {
  code: string;
}

/** A record, as text. */
export interface GivenRecord {
  record: string;
}

/** Let a bot play for somebody else who has been away for long; they can take their seat back. */
export interface HandOver {
  type: "hand_over";
  ref: string;
  seat: number;
}

export interface HintShown {
  id: number;
  action: AnyAction | null;
  chance: number | null;
  reason: string;
  proved: boolean;
}

/** A recommended action, in words. */
export interface HintText {
  action: number;
  text: string;
  fields: Record<string, string | number>;
  chance: number | null;
  reason: string;
  proved: boolean;
}

export interface Hints {
  type: "hints";
  ref: string;
  hints: HintShown[];
}

/** The host's decisions, and the guests who want to start without the host. */
export interface HostingShown {
  ready: string[];
  muted: string[];
  locked: number[];
  spectators: boolean;
}

/** A decision of a game, judged by what its seat could know. */
export interface Judged {
  type: "Judged";
  index: number;
  seat: number;
  action: number;
  text: string;
  chances: number[];
  margins: number[];
  played: number;
  best: number;
  loss: number;
  low: number;
  high: number;
  verdict: "" | "blunder" | "inaccuracy" | "mistake";
  proof: "" | "forced" | "game" | "turn";
  samples: number;
  oversight: string;
  swing: number[];
  better: Record<string, HintText[]>;
  line: LineStep[];
  reply: [number, number] | null;
  plan: [number, number] | null;
  certain: boolean;
}

/** A learner's progress: the action of each step so far (null for a step without one), and the one to try now. `action` is the `id` of a legal action, or the fields of any action, to learn which rule forbids it. */
export interface Learner {
  done?: (number | null)[];
  action?: number | Record<string, string | number> | null;
}

/** Free your seats, or let a bot take over if the table allows it. */
export interface Leave {
  type: "leave";
  ref: string;
}

/** A move of a continuation: who acts (-1 for chance), and the action in notation and by its fields. */
export interface LineStep {
  actor: number;
  action: number;
  text: string;
  fields: Record<string, string | number>;
}

export interface Listing {
  id: string;
  status: string;
  changed: number;
  about: TableSummary;
  waiting?: number[];
  own?: number[];
}

/** Lock a seat before the game, so that nobody else takes it, or unlock it (the host). */
export interface LockSeat {
  type: "lock_seat";
  ref: string;
  seat: number;
  locked: boolean;
}

/** One kind of chance: how often each outcome was drawn, and how often luck alone would deviate as much. */
export interface Luck {
  draws: number;
  kind: string;
  outcomes: Outcome[];
  p: number;
}

export interface Made {
  id: string;
}

export interface Me {
  id: string;
  name: string;
  operator?: boolean;
}

/** Keep somebody from chatting, or end that (the host). */
export interface Mute {
  type: "mute";
  ref: string;
  guest: string;
  muted: boolean;
}

export interface NewName {
  name: string;
}

/** A report about somebody who sits or chats at a table. */
export interface NewReport {
  accused: string;
  reason: "chat" | "cheating" | "name" | "other" | "stalling";
  text?: string;
}

/** A guest's wishes for a new table; everything has a default. */
export interface NewTable {
  game: string;
  seats?: number | null;
  options?: Record<string, boolean | number | string>;
  private?: boolean;
  clock?: ClockSetting;
  absent?: "bot" | "wait";
  hints?: boolean;
  sit?: SitThere[];
  bots?: Record<string, string>;
  start?: boolean;
}

/** An option of a game, with its texts. */
export interface OptionShown {
  name: string;
  default: boolean | number | string;
  allowed: string;
  values: (boolean | number | string)[];
  text: OptionText;
}

/** An option in words: what it is called, what it does, and the names of the values that are words. */
export interface OptionText {
  text: string;
  title: string;
  values?: Record<string, string>;
}

/** One possible outcome, in the notation of its game and by its fields. */
export interface Outcome {
  action: Record<string, number | string>;
  expected: number;
  outcome: string;
  seen: number;
}

/** The summary of one player; chances are from 0 to 1. */
export interface Performance {
  seat: number;
  decisions: number;
  accuracy: number;
  loss: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  luck: number | null;
  luck_share: number | null;
}

export interface PersonFound {
  id: string;
  name: string;
  created: number;
  seen: number;
  tables: number;
  addresses: string[];
  banned_until: number;
}

/** A picture that illustrates a rule. */
export interface PictureShown {
  key: string;
  section: string;
  seat: number;
  names: string[];
  options: Record<string, boolean | number | string>;
  clauses: string[];
  view: AnyView;
  marked: Offered[];
  crop: [number, number, number, number] | null;
}

/** Ask for an answer at once; `lag` is the round trip in seconds that the client measured, which can only lower the lag that the server measured itself. */
export interface Ping {
  type: "ping";
  ref: string;
  lag?: number;
}

/** A move that others played in a position: how often, and its player's share of the wins. */
export interface PlayedShown {
  actor: number;
  action: Offered;
  games: number;
  share: number;
}

/** Pledge a share for a seat of yours that has none: after an attempt to start, all shares are known. */
export interface Pledge {
  type: "pledge";
  ref: string;
  seat: number;
  attempt: number;
  pledge: string;
}

/** The position as a seat or a spectator sees it, with the legal actions. */
export interface Position {
  pov: number;
  decision: number;
  view: AnyView;
  legal: Offered[];
}

/** A position to show to some seats (-1 for a spectator), after a move to make now. With `draw`, dice and cards go on until a player has to decide. */
export interface PositionWanted {
  game: string;
  seats: number;
  options?: Record<string, boolean | number | string>;
  position?: string;
  moves?: [number, number][];
  povs?: number[];
  play?: StudyMoveWanted | null;
  draw?: boolean;
}

/** The connected guests, and for how many more seconds the game waits for absent players. */
export interface Present {
  type: "present";
  guests: string[];
  spectators?: number;
  grace?: Record<string, number>;
}

/** The effects of a seat's legal actions, by id; actions without effects are left out. */
export interface Previews {
  type: "previews";
  ref: string;
  decision: number;
  effects: Record<string, EffectShown[]>;
}

/** The reason for a refusal; nothing has changed. `code` is for programs, `text` for people. */
export interface Problem {
  code: ProblemCode;
  text: string;
  clause?: string;
  line?: number;
}

/** A move and its effects. A viewer who may not see it gets only its kind. */
export interface PublicMove {
  actor: number;
  action: Record<string, number | string>;
  veiled: boolean;
  effects?: EffectShown[];
}

/** Create a table for the same game again. */
export interface Rematch {
  type: "rematch";
  ref: string;
}

/** Remove a person from all their seats before the game (the host); they can't sit down here again. */
export interface Remove {
  type: "remove";
  ref: string;
  seat: number;
}

/** Rename one of your seats before the game. */
export interface RenameSeat {
  type: "rename_seat";
  ref: string;
  seat: number;
  name: string;
}

/** Open a closed table again. */
export interface ReopenTable {
  type: "reopen_table";
  reason: string;
  table: string;
}

/** Some positions of a game, from number `first` on; position 0 is the start. */
export interface Replay {
  game: GameName;
  rules: number;
  seats: number;
  options: Record<string, boolean | number | string>;
  names: string[];
  pov: number;
  events: PublicMove[];
  first: number;
  views: AnyView[];
  outcome: Ending | null;
}

/** A seat for which a bot of a level decides. */
export interface ReplyWanted {
  game: string;
  seats: number;
  options?: Record<string, boolean | number | string>;
  position?: string;
  moves?: [number, number][];
  seat: number;
  level: string;
}

/** A player's report about somebody at a table, with the last lines of the chat. */
export interface Report {
  id: number;
  at: number;
  table: string;
  reporter: string;
  accused: string;
  name: string;
  address: string;
  reason: "chat" | "cheating" | "name" | "other" | "stalling";
  text: string;
  chat: ChatLine[];
  resolved?: number;
}

/** Undo your last action. */
export interface RequestUndo {
  type: "request_undo";
  ref: string;
  seat: number;
}

export interface Resign {
  type: "resign";
  ref: string;
  seat: number;
}

/** Mark a report as dealt with. */
export interface ResolveReport {
  type: "resolve_report";
  reason: string;
  report: number;
}

/** Reveal the share that a seat has pledged, once the table shows its seal. */
export interface Reveal {
  type: "reveal";
  ref: string;
  seat: number;
  share: string;
}

/** The rules for newcomers, in order of play and in Markdown: paragraphs, lists and bold words. */
export interface RulesText {
  components?: string;
  end?: string;
  example?: string;
  goal: string;
  scoring?: string;
  setup?: string;
  tips?: string;
  turn?: string;
}

/** A step of a lesson as its learner sees it. */
export interface Scene {
  steps: string[];
  step: number;
  done: (number | null)[];
  seat: number;
  names: string[];
  options: Record<string, boolean | number | string>;
  clauses: string[];
  frames: Frame[];
  legal: Offered[];
  examples: Offered[];
  solved: boolean;
  verdict?: "" | "illegal" | "not_asked" | "right";
  clause?: string;
}

/** A seat. `guest` is the public id of an identity. */
export interface SeatShown {
  name: string;
  guest: string;
  level: string;
  stand_in: string;
  pledge: string;
  share: string;
  flagged: boolean;
  reserved: string;
  hints: number;
}

/** The results of a seat in games with some number of players. */
export interface SeatStatistics {
  seats: number;
  seat: number;
  games: number;
  decisions: number;
  points: number;
  share: number;
}

export interface SeatSummary {
  name: string;
  level: string;
}

/** Open or close the lobby; without it, tables can only be found by their link. */
export interface SetLobby {
  type: "set_lobby";
  reason: string;
  open: boolean;
}

/** Allow no new games, or allow them again; games in progress continue. */
export interface SetMaintenance {
  type: "set_maintenance";
  reason: string;
  on: boolean;
}

/** Set the point of view: one of your seats, or -1 for a spectator's. */
export interface SetPov {
  type: "set_pov";
  ref: string;
  seat?: number;
}

/** The parts that determine a position, each as JSON, by name. */
export interface Setup {
  parts: Record<string, string>;
}

/** A position to set up by hand; with `guess`, one that looks the same to a seat, or to a spectator (-1). */
export interface SetupWanted {
  game: string;
  seats: number;
  options?: Record<string, boolean | number | string>;
  position?: string;
  moves?: [number, number][];
  guess?: number | null;
}

/** Revoke all cookies of a guest. */
export interface SignOutGuest {
  type: "sign_out_guest";
  reason: string;
  guest: string;
}

/** Take a seat, with a name of its own where people share a device, and pledge a share of the dice. */
export interface Sit {
  type: "sit";
  ref: string;
  seat: number;
  attempt: number;
  pledge: string;
  name?: string;
}

export interface SitThere {
  seat: number;
  share: string;
}

/** The operators' notices and links, for every page. */
export interface SiteShown {
  announcement?: string;
  maintenance?: boolean;
  lobby_closed?: boolean;
  imprint?: string;
  privacy?: string;
}

/** Everything: sent after connecting and after SetPov. */
export interface Snapshot {
  type: "snapshot";
  number: number;
  you: string;
  seats: number[];
  table: TableShown;
  position: Position | null;
  events: PublicMove[];
  chat: ChatLine[];
  present: string[];
  spectators?: number;
}

export interface Stand {
  type: "stand";
  ref: string;
  seat: number;
}

/** Start the game; for the host. */
export interface Start {
  type: "start";
  ref: string;
}

/** A position as a seat or a spectator sees it, with the legal actions of that seat and their effects, by id. */
export interface StudyBoard {
  pov: number;
  view: AnyView;
  legal: Offered[];
  previews: Record<string, EffectShown[]>;
}

/** A study as a file. */
export interface StudyFile {
  name: string;
  text: string;
}

/** A move with its effects, and the seats that didn't see it; -1 stands for spectators. */
export interface StudyMove {
  actor: number;
  action: Offered;
  effects?: EffectShown[];
  unseen?: number[];
}

/** A move to make: the `id` of an action, the fields of one, or null to roll or draw. */
export interface StudyMoveWanted {
  actor: number;
  action?: number | Record<string, string | number> | null;
}

/** A position of a study: the number of the one before, and the move, name and note. */
export interface StudyNodeShown {
  parent: number;
  move?: StudyMove | null;
  name?: string;
  note?: string;
}

/** The origin of a position: a game, perhaps a start set up by hand (as JSON), and the moves since. */
export interface StudyPath {
  game: string;
  seats: number;
  options?: Record<string, boolean | number | string>;
  position?: string;
  moves?: [number, number][];
}

/** A position of a study, after the moves that were just made. */
export interface StudyPosition {
  moves: StudyMove[];
  boards: StudyBoard[];
  choices: Choices[];
  outcome: Ending | null;
}

/** A whole study; each position comes before those that follow it, the main line first. */
export interface StudyShown {
  game: GameName;
  seats: number;
  options: Record<string, boolean | number | string>;
  names: string[];
  position: string;
  nodes: StudyNodeShown[];
}

/** A study: a record, a study file, or a link without the address before the `#`. */
export interface StudyText {
  text: string;
}

export interface TableFound {
  id: string;
  status: string;
  public: boolean;
  closed: boolean;
  changed: number;
  viewers: number;
  about: TableSummary;
}

/** Everything about a table that is public. */
export interface TableShown {
  status: "open" | "over" | "playing";
  waiting: number[];
  race: boolean;
  clock: ClockShown;
  asking: number;
  agreed: number[];
  outcome: Ending | null;
  id: string;
  game: GameName;
  rules: number;
  options: Record<string, boolean | number | string>;
  host: string;
  hosting: HostingShown;
  private: boolean;
  absent: string;
  time_control: ClockSetting;
  seats: SeatShown[];
  commitment: string;
  attempt: number;
  seal: string;
  missed: string[];
  secret: string;
  rematch: string;
  hints: boolean;
}

/** A table in a list. */
export interface TableSummary {
  game: string;
  options: Record<string, boolean | number | string>;
  clock: ClockSetting;
  seats: SeatSummary[];
  free: number;
  rematch?: boolean;
}

/** The public facts after a change; omitted ones are unchanged. */
export interface TableUpdate {
  waiting: number[];
  status?: "open" | "over" | "playing";
  race?: boolean;
  clock?: ClockShown;
  asking?: number;
  agreed?: number[];
  outcome?: Ending | null;
  seats?: SeatShown[];
  attempt?: number;
  seal?: string;
  missed?: string[];
  secret?: string;
  rematch?: string;
  hints?: boolean;
  host?: string;
  hosting?: HostingShown;
}

export interface Tables {
  open: Listing[];
  yours: Listing[];
}

/** A game's text file. */
export interface Texts {
  actions: Record<string, string>;
  buttons?: Record<string, string>;
  clauses: Record<string, [string, string]>;
  effects?: Record<string, string>;
  hidden?: Record<string, string>;
  lesson?: Record<string, string>;
  luck?: Record<string, string>;
  options?: Record<string, OptionText>;
  pictures?: Record<string, string>;
  prompts?: Record<string, string>;
  rules: RulesText;
  solved?: Record<string, string>;
  tagline: string;
  title: string;
  values?: Record<string, Record<string, string>>;
  waiting?: Record<string, string>;
  words?: Record<string, string>;
}

/** End a ban. */
export interface Unban {
  type: "unban";
  reason: string;
  who: string;
}

/** A change. The last `undone` events before these were undone. For the sender of the command that caused it, an Update with its `ref` is also the Answer. */
export interface Update {
  type: "update";
  number: number;
  ref?: string;
  table: TableUpdate;
  position: Position | null;
  events: PublicMove[];
  undone?: number;
  declined?: number;
  chat?: ChatLine[];
}

/** A record to replay; `pov` is a seat, or -1 for a spectator. */
export interface Uploaded {
  record: string;
  pov?: number;
  first?: number;
  count?: number;
  variation?: string;
}

export type AnyCommand = SetPov | Sit | Pledge | Reveal | RenameSeat | Stand | AddBot | Start | AllowHints | Remove | LockSeat | AllowSpectators | Mute | ClaimHost | Decline | Act | RequestUndo | AnswerUndo | Resign | HandOver | ComeBack | Leave | Chat | Rematch | AskHint | AskPreviews | Ping;

export type AnyMessage = Answer | Snapshot | Update | Present | Hints | Previews | Bye | Announcement;

export type ProblemCode = "chat" | "host_here" | "illegal" | "locked" | "malformed" | "muted" | "no_hints" | "no_seat" | "not_host" | "not_started" | "not_your_turn" | "not_yours" | "over" | "playing" | "present" | "rematch" | "removed" | "reserved" | "seats" | "share" | "stale" | "stand_in" | "started" | "starting" | "taken" | "time_up" | "too_many" | "undo" | "unknown_action" | "unpledged" | "banned" | "closed" | "error" | "failed" | "foreign_origin" | "media_type" | "method" | "name" | "no_guest" | "no_lesson" | "no_page" | "no_table" | "no_text" | "operators" | "position" | "record_changed" | "record_cut" | "record_foreign" | "record_illegal" | "record_spelling" | "record_unknown" | "record_version" | "too_fast" | "too_large" | "trouble" | "who" | "wrong";

/** The codes with which the server closes a socket. */
export const CLOSE_CODES = { BANNED: 4423, FOREIGN: 4403, LATER: 1013, NO_TABLE: 4404, NO_SPECTATORS: 4410, TOO_MANY: 4429, TROUBLE: 1011, WHO: 4401 };

/** How long players get ready before a race. */
export const READY_SECONDS = 3;

export const isProblemCode: Guard<ProblemCode> = oneOf(["chat","host_here","illegal","locked","malformed","muted","no_hints","no_seat","not_host","not_started","not_your_turn","not_yours","over","playing","present","rematch","removed","reserved","seats","share","stale","stand_in","started","starting","taken","time_up","too_many","undo","unknown_action","unpledged","banned","closed","error","failed","foreign_origin","media_type","method","name","no_guest","no_lesson","no_page","no_table","no_text","operators","position","record_changed","record_cut","record_foreign","record_illegal","record_spelling","record_unknown","record_version","too_fast","too_large","trouble","who","wrong"]);
export const isClockShown: Guard<ClockShown> = objectOf({ left: listOf(isNumber), running: listOf(isNumber) });
export const isEnding: Guard<Ending> = objectOf({ points: listOf(isNumber), ranks: listOf(isNumber), clause: isString, why: isString, seat: isNumber, tie: optional(isString) });
export const isHostingShown: Guard<HostingShown> = objectOf({ ready: listOf(isString), muted: listOf(isString), locked: listOf(isNumber), spectators: isBoolean });
export const isClockSetting: Guard<ClockSetting> = objectOf({ kind: optional(oneOf(["days", "game", "move", "none"])), seconds: optional(isNumber), increment: optional(isNumber), at_flag: optional(oneOf(["bot", "forfeit", "wait"])) });
export const isSeatShown: Guard<SeatShown> = objectOf({ name: isString, guest: isString, level: isString, stand_in: isString, pledge: isString, share: isString, flagged: isBoolean, reserved: isString, hints: isNumber });
export const isTableShown: Guard<TableShown> = objectOf({ status: oneOf(["open", "over", "playing"]), waiting: listOf(isNumber), race: isBoolean, clock: isClockShown, asking: isNumber, agreed: listOf(isNumber), outcome: nullable(isEnding), id: isString, game: isGameName, rules: isNumber, options: recordOf(eitherOf(isBoolean, isNumber, isString)), host: isString, hosting: isHostingShown, private: isBoolean, absent: isString, time_control: isClockSetting, seats: listOf(isSeatShown), commitment: isString, attempt: isNumber, seal: isString, missed: listOf(isString), secret: isString, rematch: isString, hints: isBoolean });
export const isPosition: Guard<Position> = objectOf({ pov: isNumber, decision: isNumber, view: isAnyView, legal: listOf(isOffered) });
export const isEffectShown: Guard<EffectShown> = objectOf({ kind: isString, seat: isNumber, amount: optional(isNumber), fields: optional(recordOf(eitherOf(isNumber, isString))) });
export const isPublicMove: Guard<PublicMove> = objectOf({ actor: isNumber, action: recordOf(eitherOf(isNumber, isString)), veiled: isBoolean, effects: optional(listOf(isEffectShown)) });
export const isChatLine: Guard<ChatLine> = objectOf({ at: isNumber, guest: isString, name: isString, text: isString });
export const isTableUpdate: Guard<TableUpdate> = objectOf({ waiting: listOf(isNumber), status: optional(oneOf(["open", "over", "playing"])), race: optional(isBoolean), clock: optional(isClockShown), asking: optional(isNumber), agreed: optional(listOf(isNumber)), outcome: optional(nullable(isEnding)), seats: optional(listOf(isSeatShown)), attempt: optional(isNumber), seal: optional(isString), missed: optional(listOf(isString)), secret: optional(isString), rematch: optional(isString), hints: optional(isBoolean), host: optional(isString), hosting: optional(isHostingShown) });
export const isHintShown: Guard<HintShown> = objectOf({ id: isNumber, action: nullable(isAnyAction), chance: nullable(isNumber), reason: isString, proved: isBoolean });
export const isMe: Guard<Me> = objectOf({ id: isString, name: isString, operator: optional(isBoolean) });
export const isCode: Guard<Code> = objectOf({ code: isString, seconds: isNumber });
export const isSiteShown: Guard<SiteShown> = objectOf({ announcement: optional(isString), maintenance: optional(isBoolean), lobby_closed: optional(isBoolean), imprint: optional(isString), privacy: optional(isString) });
export const isOptionText: Guard<OptionText> = objectOf({ text: isString, title: isString, values: optional(recordOf(isString)) });
export const isOptionShown: Guard<OptionShown> = objectOf({ name: isString, default: eitherOf(isBoolean, isNumber, isString), allowed: isString, values: listOf(eitherOf(isBoolean, isNumber, isString)), text: isOptionText });
export const isGameShown: Guard<GameShown> = objectOf({ name: isString, title: isString, tagline: isString, seats: listOf(isNumber), options: listOf(isOptionShown), lesson: isBoolean, minutes: listOf(isNumber), estimated: isBoolean, decides: oneOf(["both", "luck", "skill"]), hidden: isBoolean, age: nullable(isNumber), credits: recordOf(isString) });
export const isRulesText: Guard<RulesText> = objectOf({ components: optional(isString), end: optional(isString), example: optional(isString), goal: isString, scoring: optional(isString), setup: optional(isString), tips: optional(isString), turn: optional(isString) });
export const isTexts: Guard<Texts> = objectOf({ actions: recordOf(isString), buttons: optional(recordOf(isString)), clauses: recordOf(tupleOf(isString, isString)), effects: optional(recordOf(isString)), hidden: optional(recordOf(isString)), lesson: optional(recordOf(isString)), luck: optional(recordOf(isString)), options: optional(recordOf(isOptionText)), pictures: optional(recordOf(isString)), prompts: optional(recordOf(isString)), rules: isRulesText, solved: optional(recordOf(isString)), tagline: isString, title: isString, values: optional(recordOf(recordOf(isString))), waiting: optional(recordOf(isString)), words: optional(recordOf(isString)) });
export const isSeatStatistics: Guard<SeatStatistics> = objectOf({ seats: isNumber, seat: isNumber, games: isNumber, decisions: isNumber, points: isNumber, share: isNumber });
export const isFrame: Guard<Frame> = objectOf({ event: nullable(isPublicMove), view: isAnyView });
export const isScene: Guard<Scene> = objectOf({ steps: listOf(isString), step: isNumber, done: listOf(nullable(isNumber)), seat: isNumber, names: listOf(isString), options: recordOf(eitherOf(isBoolean, isNumber, isString)), clauses: listOf(isString), frames: listOf(isFrame), legal: listOf(isOffered), examples: listOf(isOffered), solved: isBoolean, verdict: optional(oneOf(["", "illegal", "not_asked", "right"])), clause: optional(isString) });
export const isPictureShown: Guard<PictureShown> = objectOf({ key: isString, section: isString, seat: isNumber, names: listOf(isString), options: recordOf(eitherOf(isBoolean, isNumber, isString)), clauses: listOf(isString), view: isAnyView, marked: listOf(isOffered), crop: nullable(tupleOf(isNumber, isNumber, isNumber, isNumber)) });
export const isSeatSummary: Guard<SeatSummary> = objectOf({ name: isString, level: isString });
export const isTableSummary: Guard<TableSummary> = objectOf({ game: isString, options: recordOf(eitherOf(isBoolean, isNumber, isString)), clock: isClockSetting, seats: listOf(isSeatSummary), free: isNumber, rematch: optional(isBoolean) });
export const isListing: Guard<Listing> = objectOf({ id: isString, status: isString, changed: isNumber, about: isTableSummary, waiting: optional(listOf(isNumber)), own: optional(listOf(isNumber)) });
export const isTables: Guard<Tables> = objectOf({ open: listOf(isListing), yours: listOf(isListing) });
export const isMade: Guard<Made> = objectOf({ id: isString });
export const isReplay: Guard<Replay> = objectOf({ game: isGameName, rules: isNumber, seats: isNumber, options: recordOf(eitherOf(isBoolean, isNumber, isString)), names: listOf(isString), pov: isNumber, events: listOf(isPublicMove), first: isNumber, views: listOf(isAnyView), outcome: nullable(isEnding) });
export const isOutcome: Guard<Outcome> = objectOf({ action: recordOf(eitherOf(isNumber, isString)), expected: isNumber, outcome: isString, seen: isNumber });
export const isLuck: Guard<Luck> = objectOf({ draws: isNumber, kind: isString, outcomes: listOf(isOutcome), p: isNumber });
export const isHintText: Guard<HintText> = objectOf({ action: isNumber, text: isString, fields: recordOf(eitherOf(isString, isNumber)), chance: nullable(isNumber), reason: isString, proved: isBoolean });
export const isLineStep: Guard<LineStep> = objectOf({ actor: isNumber, action: isNumber, text: isString, fields: recordOf(eitherOf(isString, isNumber)) });
export const isJudged: Guard<Judged> = objectOf({ type: oneOf(["Judged"]), index: isNumber, seat: isNumber, action: isNumber, text: isString, chances: listOf(isNumber), margins: listOf(isNumber), played: isNumber, best: isNumber, loss: isNumber, low: isNumber, high: isNumber, verdict: oneOf(["", "blunder", "inaccuracy", "mistake"]), proof: oneOf(["", "forced", "game", "turn"]), samples: isNumber, oversight: isString, swing: listOf(isNumber), better: recordOf(listOf(isHintText)), line: listOf(isLineStep), reply: nullable(tupleOf(isNumber, isNumber)), plan: nullable(tupleOf(isNumber, isNumber)), certain: isBoolean });
export const isPerformance: Guard<Performance> = objectOf({ seat: isNumber, decisions: isNumber, accuracy: isNumber, loss: isNumber, inaccuracies: isNumber, mistakes: isNumber, blunders: isNumber, luck: nullable(isNumber), luck_share: nullable(isNumber) });
export const isCommentShown: Guard<CommentShown> = objectOf({ seat: isNumber, number: isNumber, kind: oneOf(["fear_false", "fear_true", "knew", "plan_failed", "plan_worked", "proved_loss", "proved_win", "sure_loss", "sure_win"]), before: isNumber, after: isNumber, move: nullable(isLineStep) });
export const isAnalysis: Guard<Analysis> = objectOf({ decisions: isNumber, judged: listOf(isJudged), done: optional(isBoolean), trouble: optional(isString), method: optional(isNumber), players: optional(listOf(isPerformance)), comments: optional(listOf(isCommentShown)) });
export const isDone: Guard<Done> = objectOf({ done: optional(isBoolean) });
export const isTableFound: Guard<TableFound> = objectOf({ id: isString, status: isString, public: isBoolean, closed: isBoolean, changed: isNumber, viewers: isNumber, about: isTableSummary });
export const isPersonFound: Guard<PersonFound> = objectOf({ id: isString, name: isString, created: isNumber, seen: isNumber, tables: isNumber, addresses: listOf(isString), banned_until: isNumber });
export const isAddressFound: Guard<AddressFound> = objectOf({ address: isString, guests: listOf(isString), windows: isNumber, banned_until: isNumber });
export const isReport: Guard<Report> = objectOf({ id: isNumber, at: isNumber, table: isString, reporter: isString, accused: isString, name: isString, address: isString, reason: oneOf(["chat", "cheating", "name", "other", "stalling"]), text: isString, chat: listOf(isChatLine), resolved: optional(isNumber) });
export const isBan: Guard<Ban> = objectOf({ who: isString, until: isNumber, reason: isString, operator: isString, at: isNumber });
export const isAuditEntry: Guard<AuditEntry> = objectOf({ at: isNumber, operator: isString, action: isString, target: isString, reason: isString });
export const isStudyMove: Guard<StudyMove> = objectOf({ actor: isNumber, action: isOffered, effects: optional(listOf(isEffectShown)), unseen: optional(listOf(isNumber)) });
export const isStudyNodeShown: Guard<StudyNodeShown> = objectOf({ parent: isNumber, move: optional(nullable(isStudyMove)), name: optional(isString), note: optional(isString) });
export const isStudyShown: Guard<StudyShown> = objectOf({ game: isGameName, seats: isNumber, options: recordOf(eitherOf(isBoolean, isNumber, isString)), names: listOf(isString), position: isString, nodes: listOf(isStudyNodeShown) });
export const isStudyFile: Guard<StudyFile> = objectOf({ name: isString, text: isString });
export const isStudyBoard: Guard<StudyBoard> = objectOf({ pov: isNumber, view: isAnyView, legal: listOf(isOffered), previews: recordOf(listOf(isEffectShown)) });
export const isChoices: Guard<Choices> = objectOf({ actor: isNumber, actions: listOf(isOffered), weights: optional(listOf(isNumber)) });
export const isStudyPosition: Guard<StudyPosition> = objectOf({ moves: listOf(isStudyMove), boards: listOf(isStudyBoard), choices: listOf(isChoices), outcome: nullable(isEnding) });
export const isSetup: Guard<Setup> = objectOf({ parts: recordOf(isString) });
export const isPlayedShown: Guard<PlayedShown> = objectOf({ actor: isNumber, action: isOffered, games: isNumber, share: isNumber });
export const isCandidateShown: Guard<CandidateShown> = objectOf({ action: isNumber, text: isString, fields: recordOf(eitherOf(isString, isNumber)), chance: isNumber, low: isNumber, high: isNumber, chances: listOf(isNumber), proved: isBoolean, reason: isString, line: listOf(isLineStep) });
export const isCandidatesFound: Guard<CandidatesFound> = objectOf({ candidates: listOf(isCandidateShown) });
export const isBotReplyShown: Guard<BotReplyShown> = objectOf({ action: isNumber });
export const isProblem: Guard<Problem> = objectOf({ code: isProblemCode, text: isString, clause: optional(isString), line: optional(isNumber) });
export const isAnyMessage: Guard<AnyMessage> = taggedBy("type", {
  answer: { ref: isString, ok: isBoolean, code: optional(eitherOf(isProblemCode, oneOf([""]))), text: optional(isString), clause: optional(isString) },
  snapshot: { number: isNumber, you: isString, seats: listOf(isNumber), table: isTableShown, position: nullable(isPosition), events: listOf(isPublicMove), chat: listOf(isChatLine), present: listOf(isString), spectators: optional(isNumber) },
  update: { number: isNumber, ref: optional(isString), table: isTableUpdate, position: nullable(isPosition), events: listOf(isPublicMove), undone: optional(isNumber), declined: optional(isNumber), chat: optional(listOf(isChatLine)) },
  present: { guests: listOf(isString), spectators: optional(isNumber), grace: optional(recordOf(isNumber)) },
  hints: { ref: isString, hints: listOf(isHintShown) },
  previews: { ref: isString, decision: isNumber, effects: recordOf(listOf(isEffectShown)) },
  bye: { seconds: isNumber, text: isString },
  announcement: { text: isString },
});
