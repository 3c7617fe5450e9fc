/** The evidence about the dice that this page has seen: it exposes a server that changes its story. */
import type { TableShown } from "../wire";
import { isRight, keptShare, pledged, revealed, sealOf } from "./pledges";
import type { Order } from "./socket";

const NONE = "-"; // a share that is not revealed

export class DiceAudit {
  #commitment = "";
  #seals = new Map<number, string>(); // by attempt to start
  #pledges = new Map<number, string>(); // of this page's own seats
  #done = new Set<string>(); // the commands that were given since the table was shown as a whole
  contradicted = false; // whether the server contradicted itself since

  /** Note a pledge that was sent for a seat and accepted. */
  told(seat: number, pledge: string): void {
    this.#pledges.set(seat, pledge);
  }

  /** Return the table as shown, but with the first commitment and seal, and with this page's own pledges and shares. */
  on(table: TableShown, you: string): TableShown {
    this.#commitment ||= table.commitment;
    if (table.seal && !this.#seals.has(table.attempt)) this.#seals.set(table.attempt, table.seal);
    const seats = table.seats.map((seat, index) => {
      // players who leave a seat take their share along, and after a failed start there are others
      if (seat.guest !== you || !seat.pledge) this.#pledges.delete(index);
      const pledge = this.#pledges.get(index) ?? seat.pledge;
      const own = seat.guest === you ? keptShare(pledge) : undefined;
      const share = seat.share === NONE ? NONE : (own ?? seat.share);
      this.contradicted ||= pledge !== seat.pledge || share !== seat.share;
      return { ...seat, pledge, share };
    });
    const seal = table.seal && (this.#seals.get(table.attempt) ?? "");
    const seen = { ...table, commitment: this.#commitment, seal, seats };
    this.contradicted ||= table.commitment !== this.#commitment || table.seal !== seal || !fits(seen);
    return seen;
  }

  /** Return the commands that the dice need now; `again` if the server may have lost those that were given. */
  due(table: TableShown, you: string, again: boolean): Order[] {
    if (again) this.#done.clear();
    if (table.status !== "open" || this.contradicted) return [];
    return table.seats.flatMap((seat, index) => {
      const key = `${table.attempt} ${table.seal} ${index}`;
      if (seat.guest !== you || this.#done.has(key)) return [];
      const order = table.seal ? revealing(table, index) : pledging(table, index);
      if (order) this.#done.add(key);
      return order ? [order] : [];
    });
  }
}

/** Whether the seal, and all shares that are shown, fit the pledges; games from before the pledges have no seal. */
function fits(table: TableShown): boolean {
  if (!table.seal) return true;
  return sealOf(table) === table.seal && table.seats.every((seat, index) => seat.share === NONE || isRight(table, seat, index));
}

function pledging(table: TableShown, seat: number): Order | null {
  if (table.seats[seat]?.pledge) return null;
  return { type: "pledge", seat, attempt: table.attempt, pledge: pledged(table, seat) };
}

function revealing(table: TableShown, seat: number): Order | null {
  const shown = table.seats[seat];
  const share = shown?.share === NONE ? revealed(shown.pledge, table.seal) : undefined;
  return share ? { type: "reveal", seat, share } : null;
}
