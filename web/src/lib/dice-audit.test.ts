import { beforeEach, expect, test } from "vitest";
import { seatShown, tableShown } from "../testing/messages";
import type { SeatShown, TableShown } from "../wire";
import { DiceAudit } from "./dice-audit";
import { keptShare, pledged, pledgeOf, sealOf } from "./pledges";
import { sha256 } from "./sha256";

const OTHER = "5".repeat(32); // the share of the other player

beforeEach(() => localStorage.clear());

/** Return a table before the start, with pledges of both players. */
function gathering(own: Partial<SeatShown> = {}, fields: Partial<TableShown> = {}): TableShown {
  const table = tableShown({ status: "open", commitment: "c", ...fields });
  const other = seatShown({ guest: "bo", pledge: pledgeOf(table, 1, OTHER) });
  return { ...table, seats: [seatShown({ guest: "me", ...own }), other] };
}

const sealed = (table: TableShown): TableShown => ({ ...table, seal: sealOf(table) });

function revealed(table: TableShown): TableShown {
  const [own, other] = table.seats.map((seat, index) => ({ ...seat, share: index ? OTHER : (keptShare(seat.pledge) ?? "") }));
  return { ...table, status: "playing", seats: [own ?? seatShown(), other ?? seatShown()] };
}

test("the commitment that was shown first is the one to be verified, whatever is said later", () => {
  const audit = new DiceAudit();
  expect(audit.on(gathering({ guest: "" }), "me").commitment).toBe("c");
  expect(audit.contradicted).toBe(false);
  expect(audit.on(gathering({}, { commitment: "d" }), "me").commitment).toBe("c");
  expect(audit.contradicted).toBe(true);
  audit.on(gathering(), "me");
  expect(audit.contradicted).toBe(true);
});

test("a pledge that was told is one's own, whatever is said later, for as long as one sits there", () => {
  const audit = new DiceAudit();
  audit.told(0, "aa");
  audit.on(gathering({ pledge: "aa" }), "me");
  expect(audit.contradicted).toBe(false);
  expect(audit.on(gathering({ pledge: "ff" }), "me").seats[0]?.pledge).toBe("aa");
  expect(audit.contradicted).toBe(true);
});

test("a player who stands up and sits down again with another pledge has not been contradicted", () => {
  const audit = new DiceAudit();
  audit.told(0, "aa");
  audit.on(gathering({ pledge: "aa" }), "me");
  audit.on(gathering({ guest: "" }), "me");
  audit.on(gathering({ pledge: "ee" }), "me");
  audit.told(0, "ee");
  audit.on(gathering({ pledge: "ee" }), "me");
  expect(audit.contradicted).toBe(false);
});

test("a share is revealed once its seal is right, after a reload too, and never before", () => {
  const pledge = pledged(gathering(), 0);
  const table = gathering({ pledge });
  const audit = new DiceAudit(); // a new page
  expect(audit.due(audit.on(table, "me"), "me", true)).toEqual([]);
  const reveal = { type: "reveal", seat: 0, share: keptShare(pledge) };
  expect(audit.due(audit.on(sealed(table), "me"), "me", false)).toEqual([reveal]);
  expect(audit.due(sealed(table), "me", false)).toEqual([]);
  expect(audit.due(sealed(table), "me", true)).toEqual([reveal]); // after a lost connection
  audit.on(revealed(sealed(table)), "me");
  expect(audit.contradicted).toBe(false);
});

test.each([
  ["the seal of other pledges", (table: TableShown): TableShown => ({ ...table, seal: "0".repeat(64) })],
  ["another commitment", (table: TableShown): TableShown => sealed({ ...table, commitment: "d" })],
  [
    "another pledge of one's own",
    (table: TableShown): TableShown => sealed({ ...table, seats: [seatShown({ guest: "me", pledge: "ff" }), ...table.seats.slice(1)] }),
  ],
])("no share is revealed for %s", (_, lied) => {
  const audit = new DiceAudit();
  const table = gathering({ pledge: pledged(gathering(), 0) });
  audit.on(table, "me");
  audit.told(0, table.seats[0]?.pledge ?? "");
  expect(audit.due(audit.on(lied(table), "me"), "me", false)).toEqual([]);
  expect(audit.contradicted).toBe(true);
});

test("a share that was revealed for one seal is not revealed for another", () => {
  const table = gathering({ pledge: pledged(gathering(), 0) });
  const [first, later] = [new DiceAudit(), new DiceAudit()];
  expect(first.due(first.on(sealed(table), "me"), "me", true)).toHaveLength(1);
  const other = { ...table, seats: [...table.seats.slice(0, 1), seatShown({ guest: "eve", pledge: "ee" })] };
  expect(later.due(later.on(sealed(other), "me"), "me", true)).toEqual([]);
});

test("a seat without a pledge gets one, a new one after each start that failed", () => {
  const audit = new DiceAudit();
  const [order] = audit.due(audit.on(gathering(), "me"), "me", true);
  expect(order).toMatchObject({ type: "pledge", seat: 0, attempt: 1 });
  expect(audit.due(gathering(), "me", false)).toEqual([]);
  const [next] = audit.due(audit.on(gathering({}, { attempt: 2 }), "me"), "me", false);
  expect(next).toMatchObject({ type: "pledge", seat: 0, attempt: 2 });
  expect(next).not.toEqual(order);
});

test("a share of somebody else that was not pledged, or of a bot that was chosen, is found out", () => {
  const table = revealed(sealed(gathering({ pledge: pledged(gathering(), 0) })));
  const [own = seatShown(), other = seatShown()] = table.seats;
  const audit = new DiceAudit();
  audit.on({ ...table, seats: [own, { ...other, share: "6".repeat(32) }] }, "me");
  expect(audit.contradicted).toBe(true);
  const bot = seatShown({ level: "1", share: sha256("carreau dice 2 bot\nt\n1\nc\n1\n") });
  for (const [share, contradicted] of [
    [bot.share, false],
    ["7".repeat(64), true],
  ] as const) {
    const one = new DiceAudit();
    one.on(sealed({ ...table, seats: [own, { ...bot, share }] }), "me");
    expect(one.contradicted).toBe(contradicted);
  }
});

test("a game from before the pledges has nothing to contradict", () => {
  const audit = new DiceAudit();
  audit.on(tableShown({ seats: [seatShown({ guest: "me", share: OTHER }), seatShown({ level: "1" })] }), "me");
  expect(audit.contradicted).toBe(false);
});
