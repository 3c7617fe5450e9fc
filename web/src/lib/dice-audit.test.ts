import { expect, test } from "vitest";
import { seatShown, tableShown } from "../testing/messages";
import type { TableShown } from "../wire";
import { DiceAudit } from "./dice-audit";

const shown = (commitment: string, guest: string, share: string): TableShown =>
  tableShown({ commitment, seats: [seatShown({ guest, share }), seatShown({ guest: "bo", share: "b0" })] });
const proof = (table: TableShown) => [table.commitment, ...table.seats.map((seat) => seat.share)];

test("the commitment that was shown first is the one to be verified, whatever is said later", () => {
  const audit = new DiceAudit();
  expect(proof(audit.on(shown("first", "", "-"), "me"))).toEqual(["first", "-", "b0"]);
  expect(audit.contradicted).toBe(false);
  expect(proof(audit.on(shown("other", "me", "aa"), "me"))).toEqual(["first", "aa", "b0"]);
  expect(audit.contradicted).toBe(true);
  audit.on(shown("first", "me", "aa"), "me");
  expect(audit.contradicted).toBe(true);
});

test("a share that was told is one's own, whatever is said later, for as long as one sits there", () => {
  const audit = new DiceAudit();
  audit.told(0, "aa");
  audit.on(shown("c", "me", "aa"), "me");
  expect(audit.contradicted).toBe(false);
  expect(proof(audit.on(shown("c", "me", "ff"), "me"))).toEqual(["c", "aa", "b0"]);
  expect(audit.contradicted).toBe(true);
  audit.on(shown("c", "", "-"), "me");
  expect(proof(audit.on(shown("c", "me", "ee"), "me"))).toEqual(["c", "ee", "b0"]);
});

test("whoever stands up and sits down again with another share has not been contradicted", () => {
  const audit = new DiceAudit();
  audit.told(0, "aa");
  audit.on(shown("c", "me", "aa"), "me");
  audit.on(shown("c", "", "-"), "me");
  audit.on(shown("c", "me", "ee"), "me");
  audit.told(0, "ee");
  audit.on(shown("c", "me", "ee"), "me");
  expect(audit.contradicted).toBe(false);
});
