"""The base of Qarré, four piles in a square, and the reserves: what fits, what scores, and how it is written down.

Piles and reserves are stacks: first those on the fields, then one for each seat. Of each there are the top card and the
set of all its cards; a card knows the one that it covers.
"""

from typing import Final

from carreau.core.bits import BIT, size
from carreau.core.native import i64, mypyc_attr
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.position import PositionReader, require
from carreau.games.qarre._spec import CARD_COUNT, CARD_NAMES, FIELD_COUNT, SEAT_COUNT, CardName
from carreau.games.qarre._spec import QarreFace as Face
from carreau.games.qarre.memory import QarreMemory, read_cards
from carreau.games.qarre.tables import ANY_SUIT, CARDS, MATES, OF_SUIT, POINTS, RELATION

NONE: Final = -1  # no card


@mypyc_attr(acyclic=True)
class QarreBoard(QarreMemory):
    """The piles and the reserves."""

    def fitting_on(self, field: i64) -> i64:  # qarre.7, qarre.r11
        """Return the cards that may be laid on a field: those that relate to a neighbour, whatever they cover."""
        return MATES[self.tops(field ^ 1)] | MATES[self.tops(field ^ 2)]

    def fitting(self) -> i64:
        """Return the cards that fit on some field; opposite fields have the same neighbours."""
        return self.fitting_on(0) | self.fitting_on(1)

    def combination(self, field: i64) -> i64:  # qarre.15, qarre.16, qarre.r5
        """Return what the new top card of a field scores: for the trio or quartet that it forms with the others."""
        row = self.tops(field) * CARDS
        return POINTS[
            RELATION[row + self.tops(field ^ 1)]
            + RELATION[row + self.tops(field ^ 2)]
            + RELATION[row + self.tops(field ^ 3)]
        ]

    # Stacks

    def put_on(self, stack: i64, card: i64) -> None:
        self.add_to_below(card, self.tops(stack) - self.below(card))
        self.show(stack, card)
        self.add_to_stacks(stack, BIT[card])

    def take_off(self, stack: i64) -> None:
        """Remove the top card of a stack."""
        card = self.tops(stack)
        self.show(stack, self.below(card))
        self.add_to_stacks(stack, -BIT[card])

    def empty(self, stack: i64) -> i64:
        """Remove all cards from a stack; return them."""
        cards = self.stacks(stack)
        self.add_to_stacks(stack, -cards)
        self.show(stack, NONE)
        return cards

    def show(self, stack: i64, card: i64) -> None:
        """Make a card the top of a stack; NONE empties it."""
        self.add_to_tops(stack, card - self.tops(stack))

    def reserve_top(self, seat: i64) -> i64:
        return self.tops(FIELD_COUNT + seat)

    def reserved(self, seat: i64) -> i64:
        return size(self.stacks(FIELD_COUNT + seat))

    def base(self) -> i64:
        """Return all cards in the base."""
        return self.stacks(0) | self.stacks(1) | self.stacks(2) | self.stacks(3)

    def placed(self) -> i64:
        """Return all cards whose place is known: in the base, a reserve or a hand, or discarded."""
        stacked = self.base() | self.stacks(FIELD_COUNT) | self.stacks(FIELD_COUNT + 1)
        return self.discards | self.hands(0) | self.hands(1) | stacked

    # The action card

    def face(self) -> i64:
        """Return jack, queen or king as a number; NONE before an action card is turned up."""
        return self.action >> 2

    def suit(self) -> i64:
        """Return the cards of the action card's suit."""
        return OF_SUIT[self.action & 3]

    def let_in(self) -> i64:  # qarre.5, qarre.r4
        """Return the cards that may be laid into the base at all: under a queen only those of her suit."""
        return self.suit() if self.face() == Face.QUEEN else ANY_SUIT

    def targets(self) -> i64:
        """Return the fields that the jack or king may be used on, as bits."""
        found: i64 = 0
        for field in range(FIELD_COUNT):
            if self.suit() & BIT[self.tops(field)] and (self.face() == Face.KING or self.may_take(field)):
                found |= BIT[field]
        return found

    def may_take(self, field: i64) -> bool:  # qarre.r15
        """Return whether a field that loses its top card shows another one or can be refilled."""
        pile = self.stacks(field)
        return pile & (pile - 1) != 0 or self.stock | self.discards != 0

    # Hands and stock

    def holds(self, seat: i64, card: i64) -> bool:
        return self.hands(seat) & BIT[card] != 0

    def renew_stock(self) -> None:  # qarre.18, qarre.r14
        """Turn the discards into a new stock if it is empty."""
        if self.stock == 0:
            self.stock = self.discards
            self.discards = 0

    # Written down

    def dump_piles(self) -> list[list[CardName]]:
        return [self.listed(field) for field in range(int(FIELD_COUNT))]

    def dump_reserves(self) -> list[list[CardName]]:
        return [self.listed(int(FIELD_COUNT) + seat) for seat in range(int(SEAT_COUNT))]

    def listed(self, stack: int) -> list[CardName]:
        """List the names of the cards in a stack, the lowest first."""
        found: list[CardName] = []
        card = self.tops(stack)
        while card != NONE:
            found.insert(0, CARD_NAMES[int(card)])
            card = self.below(card)
        return found

    def read_piles(self, reader: PositionReader) -> None:
        self.read_stacks(reader, "piles", 0, int(FIELD_COUNT))

    def read_reserves(self, reader: PositionReader) -> None:
        self.read_stacks(reader, "reserves", int(FIELD_COUNT), int(SEAT_COUNT))

    def read_stacks(self, reader: PositionReader, key: str, first: int, count: int) -> None:
        """Read stacks; no card may lie on two, because the links between cards can't branch."""
        for index, names in enumerate(reader.lists(key, count)):
            for card in read_cards(reader.game, f"{key}[{index}]", names):
                require(not self.placed() & BIT[card], f"qarre.1: {key}[{index}] names {CARD_NAMES[card]} again")
                self.put_on(first + index, card)

    def dump_field(self) -> int:
        return int(self.field) + 1

    def read_field(self, reader: PositionReader) -> None:
        self.field = reader.number("field", 1, int(FIELD_COUNT)) - 1

    # Observed

    def observe_piles(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        for field in range(FIELD_COUNT):
            self.observe_stack(field, first + field * CARD_COUNT, row)

    def observe_reserves(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        for other in range(SEAT_COUNT):
            self.observe_stack(FIELD_COUNT + other, first + counted_from(seat, other, SEAT_COUNT) * CARD_COUNT, row)

    def observe_stack(self, stack: i64, first: i64, row: ObsBuffer) -> None:
        card = self.tops(stack)
        depth: i64 = 1
        while card != NONE:
            row.put(first + card, depth)
            card = self.below(card)
            depth += 1

    def observe_unseen(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        row.put_set(first, self.stock | (self.hands(1 - seat) & ~self.known(1 - seat)))

    def observe_action(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        if self.action != NONE:
            row.put(first, self.face() + 1)
            row.put(first + 1, (self.action & 3) + 1)
