import { expect, test } from "vitest";
import type { TableShown } from "../wire";
import { Noted } from "./noted";

const shown = (commitment: string, guest: string, share: string) =>
  ({ commitment, seats: [{ guest, share }, { guest: "bo", share: "b0" }] }) as unknown as TableShown;
const proof = (table: TableShown) => [table.commitment, ...table.seats.map((seat) => seat.share)];

test("the commitment that was shown first is the one to be verified, whatever is said later", () => {
  const noted = new Noted();
  expect(proof(noted.on(shown("first", "", "-"), "me"))).toEqual(["first", "-", "b0"]);
  expect(proof(noted.on(shown("other", "me", "aa"), "me"))).toEqual(["first", "aa", "b0"]);
});

test("a share that was told is one's own, whatever is said later, for as long as one sits there", () => {
  const noted = new Noted();
  noted.told(0, "aa");
  expect(proof(noted.on(shown("c", "me", "ff"), "me"))).toEqual(["c", "aa", "b0"]);
  noted.on(shown("c", "", "-"), "me");
  expect(proof(noted.on(shown("c", "me", "ee"), "me"))).toEqual(["c", "ee", "b0"]);
});
