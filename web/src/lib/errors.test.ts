import { afterEach, expect, test } from "vitest";
import { Refusal, type Code } from "./api";
import { inWords, why } from "./errors";
import { LANGUAGES, settings } from "./settings.svelte";

// All codes in docs/wire.md and those of HTTP, except for errors that only a program could cause.
const CODES: Code[] = [
  "stale",
  "not_yours",
  "not_your_turn",
  "not_host",
  "taken",
  "reserved",
  "present",
  "no_hints",
  "no_seat",
  "seats",
  "started",
  "not_started",
  "over",
  "playing",
  "stand_in",
  "time_up",
  "undo",
  "rematch",
  "chat",
  "too_many",
  "too_fast",
  "no_table",
  "trouble",
  "failed",
  "who",
  "offline",
  "unreadable",
];

afterEach(() => (settings.language = "en"));

test.each(CODES)("%s is refused in everybody's own language", (code) => {
  const said = LANGUAGES.map((language) => {
    settings.language = language;
    return inWords(code, "the server's own words");
  });
  expect(said).not.toContain("the server's own words");
  expect(new Set(said).size).toBe(said.length);
});

test("whoever a bot plays for is told which button to press", () => {
  settings.language = "de";
  expect(inWords("stand_in", "a bot plays for you; take your seat back first")).toContain("„Selbst spielen“");
});

test.each(["wrong", "malformed", "illegal", "unknown_action"] as const)(
  "%s says too little: the server's own words say what would be right",
  (code) => {
    settings.language = "de";
    expect(why(new Refusal(code, "timeout: 5 is not in 10..600"))).toBe("timeout: 5 is not in 10..600");
  },
);
