import { expect, test } from "vitest";
import type { TableShown } from "../wire";
import { Noted } from "./noted";

const shown = (commitment: string, guest: string, share: string) =>
  ({
    commitment,
    seats: [
      { guest, share },
      { guest: "bo", share: "b0" },
    ],
  }) as unknown as TableShown;
const proof = (table: TableShown) => [table.commitment, ...table.seats.map((seat) => seat.share)];

test("the commitment that was shown first is the one to be verified, whatever is said later", () => {
  const noted = new Noted();
  expect(proof(noted.on(shown("first", "", "-"), "me"))).toEqual(["first", "-", "b0"]);
  expect(noted.contradicted).toBe(false);
  expect(proof(noted.on(shown("other", "me", "aa"), "me"))).toEqual(["first", "aa", "b0"]);
  expect(noted.contradicted).toBe(true);
  noted.on(shown("first", "me", "aa"), "me");
  expect(noted.contradicted).toBe(true);
});

test("a share that was told is one's own, whatever is said later, for as long as one sits there", () => {
  const noted = new Noted();
  noted.told(0, "aa");
  noted.on(shown("c", "me", "aa"), "me");
  expect(noted.contradicted).toBe(false);
  expect(proof(noted.on(shown("c", "me", "ff"), "me"))).toEqual(["c", "aa", "b0"]);
  expect(noted.contradicted).toBe(true);
  noted.on(shown("c", "", "-"), "me");
  expect(proof(noted.on(shown("c", "me", "ee"), "me"))).toEqual(["c", "ee", "b0"]);
});

test("whoever stands up and sits down again with another share has not been contradicted", () => {
  const noted = new Noted();
  noted.told(0, "aa");
  noted.on(shown("c", "me", "aa"), "me");
  noted.on(shown("c", "", "-"), "me");
  noted.on(shown("c", "me", "ee"), "me");
  noted.told(0, "ee");
  noted.on(shown("c", "me", "ee"), "me");
  expect(noted.contradicted).toBe(false);
});
