/** The evidence about the dice, as this page has seen it: a server that says something else later is found out. */
import type { TableShown } from "../wire";

export class DiceAudit {
  #commitment = "";
  #shares = new Map<number, string>();
  contradicted = false; // by what the server has said since

  /** A share was told for a seat, and taken. */
  told(seat: number, share: string): void {
    this.#shares.set(seat, share);
  }

  /** A table as shown, but with the first commitment, and with the shares that this browser sent for its seats. */
  on(table: TableShown, you: string): TableShown {
    this.#commitment ||= table.commitment;
    const seats = table.seats.map((seat, index) => {
      if (seat.guest !== you) this.#shares.delete(index); // a player who leaves a seat takes the share along
      const share = this.#shares.get(index) ?? seat.share;
      this.contradicted ||= share !== seat.share;
      return { ...seat, share };
    });
    this.contradicted ||= table.commitment !== this.#commitment;
    return { ...table, commitment: this.#commitment, seats };
  }
}
