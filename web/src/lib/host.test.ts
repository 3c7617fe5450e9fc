import { expect, test } from "vitest";
import { seatShown, tableShown } from "../testing/messages";
import type { TableShown } from "../wire";
import { canAgree, canClaim, isHost, onlyWatches } from "./host";

const table = (...guests: string[]): TableShown => tableShown({ host: "ada", seats: guests.map((guest) => seatShown({ guest })) });

test("the host is the host, with a seat or without, and nobody else is", () => {
  expect(isHost(table("", "ada"), "ada")).toBe(true);
  expect(isHost(table("bo", ""), "ada")).toBe(true);
  expect(isHost(table("", "bo", "cy"), "bo")).toBe(false);
});

test("nobody is nobody's host", () => {
  expect(isHost(tableShown({ host: "" }), "")).toBe(false);
  expect(isHost(table("", ""), "bo")).toBe(false);
});

test("several players can start together, one alone can't", () => {
  expect(canAgree(table("bo", "cy"), "bo")).toBe(true);
  expect(canAgree(table("bo", "bo"), "bo")).toBe(false);
  expect(canAgree(table("bo", "cy"), "dee")).toBe(false);
  expect(canAgree(table("bo", "ada"), "ada")).toBe(false);
});

test("a player can take over from a host who isn't here", () => {
  expect(canClaim(table("bo", ""), "bo", ["bo"])).toBe(true);
  expect(canClaim(table("bo", ""), "bo", ["ada", "bo"])).toBe(false);
  expect(canClaim(table("bo", ""), "cy", ["bo", "cy"])).toBe(false);
  expect(canClaim(table("", ""), "", [])).toBe(false);
});

test("who has no seat in a game only watches, unless they are the host", () => {
  const playing = { ...table("bo", "cy"), status: "playing" } as const;
  expect(["ada", "bo", "dee"].map((guest) => onlyWatches(playing, guest))).toEqual([false, false, true]);
  expect(onlyWatches({ ...playing, status: "open" }, "dee")).toBe(false);
});
