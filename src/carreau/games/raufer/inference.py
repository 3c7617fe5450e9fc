"""Public inferences about the hands in Raufer (raufer.4).

They are kept as batches: the cards that came into a hand at one time, how many they were, and the floors that a failed
order has ruled out for those that were still in hand then. For each card laid there are the batches it may have come
from. With the cards that a seat has seen, this is all that a belief needs.
"""

from typing import Final

from carreau.core.bits import BIT, lowest, members, size
from carreau.core.native import i64, mypyc_attr
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.position import PositionReader, require
from carreau.games.raufer._spec import FLOOR_COUNT, RauferPosition
from carreau.games.raufer.spec import CardBatch, LaidCard

BITS: Final = 4  # for the number of cards that are left of a batch
MASK: Final = 15


@mypyc_attr(acyclic=True)
class RauferInference(RauferPosition):
    """Batches of cards, and what is known of them."""

    def take(self, seat: i64, cards: i64) -> None:
        """Add drawn cards to a hand, as a new batch."""
        self.add_to_hands(seat, cards)
        self.add_to_owns(seat, BIT[self.batches])
        self.add_to_sizes(self.batches, size(cards))
        self.batches += 1

    def rule_out(self, seat: i64, cards: i64) -> None:
        """Note that a seat could not obey, so none of its batches still has one of these floors."""
        owned = self.owns(seat)
        while owned:
            batch = lowest(owned)
            self.add_to_ruled_out(batch, cards & ~self.ruled_out(batch))
            owned &= owned - 1

    def remember(self, seat: i64, card: i64) -> None:
        """Note the batches that a card may have come from, which the seat now lays."""
        possible: i64 = 0
        owned = self.owns(seat)
        while owned:
            if self.ruled_out(lowest(owned)) & BIT[card] == 0:
                possible |= owned & -owned
            owned &= owned - 1
        self.add_to_origins(card, possible)

    def owner(self, batch: i64) -> int:
        """Return the seat into whose hand a batch came."""
        return next(seat for seat in range(int(self.seats)) if self.owns(seat) & BIT[batch])

    # Written down

    def dump_batches(self) -> list[CardBatch]:
        return [
            CardBatch(self.owner(batch), int(self.sizes(batch)), members(self.ruled_out(batch)))
            for batch in range(int(self.batches))
        ]

    def read_batches(self, reader: PositionReader) -> None:
        seats, floors = int(self.seats), int(self.floors)
        entries, most = reader.entries("batches"), seats + floors - seats * int(self.hand_size)
        require(seats <= len(entries) <= most, f"{reader.game}: {len(entries)} batches are not in {seats}..{most}")
        for index, entry in enumerate(entries):
            batch = reader.named(f"batches[{index}]", entry, CardBatch._fields)
            self.add_to_owns(batch.number("owner", 0, seats - 1), BIT[index])
            self.add_to_sizes(index, batch.number("size", 0, floors))
            self.add_to_ruled_out(index, batch.number_set("ruled_out", 1, floors))
        self.batches = len(entries)

    def dump_laid(self) -> list[LaidCard]:
        return [LaidCard(card, members(self.origins(card))) for card in members(self.laid)]

    def read_laid(self, reader: PositionReader) -> None:
        for laid in reader.tuples("laid", LaidCard._fields):
            card = laid.number("card", 1, int(self.floors))
            require(not self.laid & BIT[card], f"raufer.1: floor {card} has been laid twice")
            self.laid |= BIT[card]
            self.add_to_origins(card, laid.number_set("origins", 0, int(self.batches) - 1))

    # Observed

    def observe_laid(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        laid = self.laid
        while laid:
            card = lowest(laid)
            owner: i64 = 0
            while self.owns(owner) & self.origins(card) == 0:
                owner += 1
            row.put(first + card - 1, counted_from(seat, owner, self.seats) + 1)
            laid &= laid - 1

    def observe_may_hold(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        left = self.left_of_batches()
        for other in range(self.seats):
            held = size(self.hands(other))
            floors = (BIT[self.floors + 1] - BIT[1]) & ~self.laid
            if other != seat:
                floors &= ~self.hands(seat)
            start = first + counted_from(seat, other, self.seats) * (FLOOR_COUNT - 1) - 1
            while floors:
                row.put(start + lowest(floors), min(held, self.not_ruled_out(other, floors & -floors, left)))
                floors &= floors - 1

    def left_of_batches(self) -> i64:
        """Count the cards of each batch that may still be in hand, four bits for each: all but those surely laid."""
        left: i64 = 0
        for batch in range(self.batches):
            left |= self.sizes(batch) << (BITS * batch)
        laid = self.laid
        while laid:
            origins = self.origins(lowest(laid))
            if origins & (origins - 1) == 0:
                left -= BIT[BITS * lowest(origins)]
            laid &= laid - 1
        return left

    def not_ruled_out(self, seat: i64, floor: i64, left: i64) -> i64:
        """Count the cards left in the batches of a seat that may contain a floor, given those left of all batches."""
        cards: i64 = 0
        owned = self.owns(seat)
        while owned:
            batch = lowest(owned)
            if self.ruled_out(batch) & floor == 0:
                cards += (left >> (BITS * batch)) & MASK
            owned &= owned - 1
        return cards
