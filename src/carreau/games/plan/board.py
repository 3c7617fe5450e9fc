"""The table of Ganz nach Plan!?: who sits where with which cards, and what is still to do of the card in play.

A set of cards is one integer: bit n is card n. A seat is a player, a place is a chair: hands belong to seats, turns go
by places.
"""

from typing import Final

from carreau.core.bits import BIT
from carreau.core.game import NOBODY
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.position import PositionReader, require
from carreau.games.plan._spec import CARD_COUNT, PlanPosition
from carreau.games.plan._spec import PlanHappening as Happening
from carreau.games.plan._spec import PlanStage as Stage
from carreau.games.plan.deck import PART, first_deed, first_way, part_from, part_names, program_of
from carreau.games.plan.spec import LATEST, MOST_PARTS, PART_BITS

NO_CARD: Final = 0
AWAY: Final = vec[i64]([0] * 12 + [1, 2, 0, 0] + [1, 3, 2, 0])  # by 4 * seats + way: how many places to the left
EVENT_SIZE: Final[i64] = 4  # numbers observed of an event
PARTS_EACH: Final[i64] = MOST_PARTS


@mypyc_attr(acyclic=True)
class PlanBoard(PlanPosition):
    """Places, hands, and the part of an instruction that comes next."""

    def seat_at(self, place: i64) -> i64:
        return self.places(place)

    def place_of(self, seat: i64) -> i64:
        place = self.seats - 1
        while place > 0 and self.places(place) != seat:
            place -= 1
        return place

    def seat_down(self, seat: i64, place: i64) -> None:
        self.add_to_places(place, seat - self.places(place))

    def here(self) -> i64:
        """Return the place where the active player sits now; a card may have moved everybody."""
        return self.place_of(self.turn)

    def away(self, way: i64) -> i64:
        """Return how many places to the left somebody sits: left, right, opposite, or 0 for the active player."""
        return AWAY[4 * self.seats + way]

    def neighbour(self, place: i64, way: i64) -> i64:
        """Return the place on the left or right of another, or opposite."""
        place += self.away(way)
        return place - self.seats if place >= self.seats else place

    def deed(self) -> i64:
        """Return what the next part of the instruction does, as a number of PlanDeed."""
        return first_deed(self.program)

    def way(self) -> i64:
        """Return where its target sits, as seen from the active player: left, right, opposite or self."""
        return first_way(self.program)

    def other(self) -> i64:
        """Return the seat that it is about (plan.r1)."""
        return self.seat_at(self.neighbour(self.here(), self.way()))

    def target(self) -> i64:
        """Return to whom a card is now given, or from whom it is drawn; NOBODY at other stages."""
        return self.other() if self.stage == Stage.GIVING or self.stage == Stage.DRAWING else i64(NOBODY)

    def holds(self, seat: i64, card: i64) -> bool:
        return self.hands(seat) & BIT[card] != 0

    def without_cards(self) -> i64:
        """Return the players with an empty hand, as a set of seats."""
        return (BIT[self.seats] - 1) & ~self.with_cards()

    def move_card(self, giver: i64, receiver: i64, card: i64) -> None:
        self.add_to_hands(giver, -BIT[card])
        self.add_to_hands(receiver, BIT[card])

    # Written down

    def dump_parts(self) -> list[str]:
        return part_names(int(self.program))

    def read_parts(self, reader: PositionReader) -> None:
        parts = [part_from(part) for part in reader.entries("parts")]
        for index, part in enumerate(parts):
            known = part > 0 and index < MOST_PARTS
            require(known, f"{reader.game}: parts[{index}] isn't part of an instruction")
        self.program = program_of(parts)

    def rebuild(self) -> None:
        self.pack = self.deck.cards & ~(self.in_hands() | self.pile | BIT[self.in_play])
        self.pending = 0
        for seat in range(self.seats):
            if self.stage == Stage.PASSING and self.hands(seat) and self.chosen(seat) == NO_CARD:
                self.pending |= BIT[seat]

    # Observed

    def observe_unseen(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        row.put_set(first, ((self.in_hands() | self.pack) & ~self.hands(seat)) >> 1)

    def observe_parts(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        put_parts(self.program, first, row)

    def observe_deck(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        for card in range(1, CARD_COUNT):
            put_parts(self.deck.programs[card], first + (card - 1) * PARTS_EACH, row)

    def observe_places(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        own = self.place_of(seat)
        for place in range(self.seats):
            spot = counted_from(seat, self.seat_at(place), self.seats)
            row.put(first + spot, counted_from(own, place, self.seats))

    def observe_place(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        row.put(first, counted_from(self.place_of(seat), self.place, self.seats))

    def observe_target(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        if self.target() >= 0:
            row.put(first, 1 + counted_from(seat, self.target(), self.seats))

    def observe_events(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        """Write the latest ones first."""
        for index in range(self.events - 1, max(self.events - LATEST, 0) - 1, -1):
            self.observe_event(index, seat, first, row)
            first += EVENT_SIZE

    def observe_event(self, index: i64, seat: i64, first: i64, row: ObsBuffer) -> None:
        row.put(first, self.event_what(index) + 1)
        if self.event_what(index) == Happening.LANDED:
            return
        row.put(first + 1, counted_from(seat, self.event_giver(index), self.seats))
        row.put(first + 2, counted_from(seat, self.event_receiver(index), self.seats))
        if self.sees_event(seat, index):
            row.put(first + 3, self.event_card(index))


def put_parts(program: i64, first: i64, row: ObsBuffer) -> None:
    while program:
        row.put(first, program & PART)
        program >>= PART_BITS
        first += 1
