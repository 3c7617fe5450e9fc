/** The shares of the dice: pledged by their hash, and revealed once all are pledged (docs/fairness.md). */
import type { SeatShown, TableShown } from "../wire";
import { share } from "./api";
import { isString, objectOf, parsed, recordOf } from "./guards";
import { sha256 } from "./sha256";
import { recall, remember } from "./storage";

/** A share that this browser keeps to itself until the start, and the seal for which it has revealed it. */
interface Kept {
  share: string;
  seal: string;
}

const KEY = "carreau-shares"; // by their pledges, so that the share is found after a reload, and in other windows
const MOST = 100; // of which the newest are kept
const BOT = "bot"; // instead of a pledge
const isShares = recordOf(objectOf({ share: isString, seal: isString }));

const hashed = (...lines: (string | number)[]): string => sha256(lines.map((line) => `${line}\n`).join(""));

export function pledgeOf(table: TableShown, seat: number, secretShare: string): string {
  return hashed("carreau dice 2 pledge", table.id, table.attempt, table.commitment, seat, secretShare);
}

export function sealOf(table: TableShown): string {
  const pledges = table.seats.map((seat) => seat.pledge || BOT);
  return hashed("carreau dice 2 seal", table.id, table.attempt, table.commitment, ...pledges);
}

/** Whether a share that is shown is the one that was pledged; a bot's follows from the commitment. */
export function isRight(table: TableShown, seat: SeatShown, index: number): boolean {
  if (seat.pledge) return seat.pledge === pledgeOf(table, index, seat.share);
  return seat.share === hashed("carreau dice 2 bot", table.id, table.attempt, table.commitment, index);
}

/** Choose a share for a seat, and keep it; return its pledge. */
export function pledged(table: TableShown, seat: number): string {
  const chosen = share();
  const pledge = pledgeOf(table, seat, chosen);
  keep(pledge, { share: chosen, seal: "" });
  return pledge;
}

/** Return the share with a pledge, if this browser has chosen it. */
export function keptShare(pledge: string): string | undefined {
  return all()[pledge]?.share;
}

/** Return a share to be revealed for a seal; nothing if it was revealed for another one, and is known. */
export function revealed(pledge: string, seal: string): string | undefined {
  const kept = all()[pledge];
  if (!kept || (kept.seal && kept.seal !== seal)) return undefined;
  keep(pledge, { ...kept, seal });
  return kept.share;
}

let shown: Record<string, Kept> = {}; // for browsers without storage

function all(): Record<string, Kept> {
  const text = recall(KEY);
  const stored = text === null ? null : parsed(text);
  return isShares(stored) ? { ...shown, ...stored } : shown;
}

function keep(pledge: string, kept: Kept): void {
  const others = Object.entries(all()).filter(([each]) => each !== pledge);
  shown = Object.fromEntries([...others, [pledge, kept] as const].slice(-MOST));
  remember(KEY, JSON.stringify(shown));
}
