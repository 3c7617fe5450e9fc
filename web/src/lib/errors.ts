/** Errors in words for people. */
import { Refusal, type Code } from "./api";
import { t, type Key } from "./i18n.svelte";

// The text for a code; null if the server's English message is more helpful.
const WORDS: Record<Code, Key | null> = {
  banned: "refused_banned",
  chat: "refused_chat",
  closed: "refused_closed",
  host_here: "refused_host_here",
  locked: "refused_locked",
  muted: "refused_muted",
  removed: "refused_removed",
  error: null,
  failed: "refused_trouble",
  foreign_origin: null,
  illegal: null,
  malformed: null,
  media_type: null,
  method: null,
  name: "refused_name",
  no_guest: null,
  no_hints: "refused_no_hints",
  no_lesson: null,
  no_page: null,
  no_seat: "refused_no_seat",
  no_table: "gone_table",
  no_text: null,
  not_host: "refused_not_host",
  not_started: "refused_not_started",
  not_your_turn: "refused_not_your_turn",
  not_yours: "refused_not_yours",
  offline: "offline",
  operators: "refused_operators",
  over: "refused_over",
  playing: "refused_playing",
  position: null,
  present: "refused_present",
  record_changed: "record_changed",
  record_cut: "record_cut",
  record_foreign: "record_foreign",
  record_illegal: "record_illegal",
  record_spelling: "record_spelling",
  record_unknown: "record_unknown",
  record_version: "record_version",
  rematch: "refused_rematch",
  reserved: "refused_reserved",
  seats: "refused_seats",
  share: "refused_share",
  stale: "refused_stale",
  stand_in: "refused_stand_in",
  started: "refused_started",
  starting: "refused_starting",
  taken: "refused_taken",
  time_up: "refused_time_up",
  too_fast: "refused_too_fast",
  too_large: null,
  too_many: "refused_too_many",
  trouble: "refused_trouble",
  undo: "refused_undo",
  unreadable: "unreadable",
  unknown_action: null,
  unpledged: "refused_unpledged",
  who: "refused_who",
  wrong: null,
};

export function why(error: unknown): string {
  return error instanceof Refusal ? inWords(error.code, error.message, error.line) : String(error);
}

/**
 * Return the text for a refusal's code in the user's language; the server's message if the code isn't specific enough.
 */
export function inWords(code: Code | "", text: string, line = 0): string {
  const key = code && WORDS[code];
  return key ? t(key, { button: t("play_myself"), line }) : text;
}

/** Return the server's English message, if why() returns something else. */
export function precisely(error: unknown): string {
  return error instanceof Refusal && error.line ? error.message : "";
}
