import { expect, test } from "vitest";
import { seatShown, tableShown } from "../testing/messages";
import type { TableShown } from "../wire";
import { isHost } from "./host";

const table = (...guests: string[]): TableShown => tableShown({ host: "ada", seats: guests.map((guest) => seatShown({ guest })) });

test("whoever put up the table may begin, with a seat or without", () => {
  expect(isHost(table("", "ada"), "ada")).toBe(true);
  expect(isHost(table("bo", ""), "ada")).toBe(true);
});

test("where they have no seat, the first person who has one may do it as well", () => {
  expect(isHost(table("", "bo", "cy"), "bo")).toBe(true);
  expect(isHost(table("", "bo", "cy"), "cy")).toBe(false);
  expect(isHost(table("bo", "ada"), "bo")).toBe(false);
});

test("nobody is nobody's host", () => {
  expect(isHost(table("", ""), "")).toBe(false);
  expect(isHost(table("", ""), "bo")).toBe(false);
});
