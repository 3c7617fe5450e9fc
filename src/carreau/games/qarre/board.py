"""The base of Qarré, four piles in a square, and the reserves: what fits, what scores, and how it is written down.

Of every pile there are the top card and the set of all; each card of a pile or a reserve knows the one it covers.
"""

from typing import Final

from carreau.core.bits import BIT, size
from carreau.core.errors import PositionError
from carreau.core.native import i64, mypyc_attr
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.position import PositionReader, name_in
from carreau.games.qarre._spec import (
    ACTION_CARD_NAMES,
    CARD_COUNT,
    CARD_NAMES,
    FIELD_COUNT,
    KING,
    QUEEN,
    SEAT_COUNT,
    CardName,
)
from carreau.games.qarre.memory import QarreMemory, read_cards
from carreau.games.qarre.spec import POINTS_SHOWN
from carreau.games.qarre.tables import ANY_SUIT, CARDS, MATES, OF_SUIT, POINTS, RELATION

NONE: Final = -1  # no card


@mypyc_attr(acyclic=True)
class QarreBoard(QarreMemory):
    """The piles and the reserves."""

    def fitting_on(self, field: i64) -> i64:  # qarre.7, qarre.r11
        """Return the cards that may be laid on a field: those that relate to a neighbour; what they cover doesn't
        matter.
        """
        return MATES[self.tops(field ^ 1)] | MATES[self.tops(field ^ 2)]

    def fitting(self) -> i64:
        """Return the cards that could be laid somewhere."""
        return self.fitting_on(0) | self.fitting_on(1)

    def combination(self, field: i64) -> i64:  # qarre.15, qarre.16, qarre.r5
        """Return the score of the card that was just uncovered on a field."""
        row = self.tops(field) * CARDS
        return POINTS[
            RELATION[row + self.tops(field ^ 1)]
            + RELATION[row + self.tops(field ^ 2)]
            + RELATION[row + self.tops(field ^ 3)]
        ]

    # Piles and reserves

    def cover(self, card: i64, other: i64) -> None:
        """Lay a card on another, or on none."""
        self.add_to_below(card, other - self.below(card))

    def show(self, field: i64, card: i64) -> None:
        """Set the top card of a field, or none."""
        self.add_to_tops(field, card - self.tops(field))

    def place(self, field: i64, card: i64) -> None:
        self.cover(card, self.tops(field))
        self.show(field, card)
        self.add_to_pile_cards(field, BIT[card])

    def empty(self, field: i64) -> i64:
        """Remove all cards from a field; return them."""
        cards = self.pile_cards(field)
        self.add_to_pile_cards(field, -cards)
        self.show(field, NONE)
        return cards

    def put_on_reserve(self, seat: i64, card: i64) -> None:  # qarre.11
        self.cover(card, self.reserve_tops(seat))
        self.add_to_reserve_tops(seat, card - self.reserve_tops(seat))
        self.add_to_reserved(seat, 1)

    def take_from_reserve(self, seat: i64) -> None:
        card = self.reserve_tops(seat)
        self.add_to_reserve_tops(seat, self.below(card) - card)
        self.add_to_reserved(seat, -1)

    def base(self) -> i64:
        """Return all cards in the base."""
        return self.pile_cards(0) | self.pile_cards(1) | self.pile_cards(2) | self.pile_cards(3)

    def stack(self, top: i64) -> list[int]:
        """Return the cards of a pile or a reserve, the lowest first."""
        found: list[int] = []
        while top != NONE:
            found.insert(0, top)
            top = self.below(top)
        return found

    def placed(self) -> i64:
        """Return all cards that are not in the stock."""
        cards = self.discards | self.hands(0) | self.hands(1) | self.base()
        for seat in range(int(SEAT_COUNT)):
            for card in self.stack(self.reserve_tops(seat)):
                cards |= BIT[card]
        return cards

    # The action card

    def face(self) -> i64:
        """Jack, queen or king; NONE before an action card is turned up."""
        return self.action >> 2

    def suit(self) -> i64:
        """Return the cards of the action card's suit."""
        return OF_SUIT[self.action & 3]

    def let_in(self) -> i64:  # qarre.5, qarre.r4
        """Return the cards that may be laid into the base at all: under a queen only those of her suit."""
        return self.suit() if self.face() == QUEEN else ANY_SUIT

    def targets(self) -> i64:
        """Return the fields that the jack or king may be used on, as bits."""
        found: i64 = 0
        field: i64 = 0
        while field < FIELD_COUNT:
            if self.suit() & BIT[self.tops(field)] and (self.face() == KING or self.may_take(field)):
                found |= BIT[field]
            field += 1
        return found

    def may_take(self, field: i64) -> bool:  # qarre.r15
        """Return whether a field that loses its top card shows another one or can be refilled."""
        pile = self.pile_cards(field)
        return pile & (pile - 1) != 0 or self.stock | self.discards != 0

    # Hands and stock

    def holds(self, seat: i64, card: i64) -> bool:
        return self.hands(seat) & BIT[card] != 0

    def renew_stock(self) -> None:  # qarre.18, qarre.r14
        """Turn the discards into a new stock if it is empty."""
        if self.stock == 0:
            self.stock = self.discards
            self.discards = 0

    def held(self, seat: i64) -> i64:
        return size(self.hands(seat))

    def stock_size(self) -> i64:
        return size(self.stock)

    # Written down

    def dump_piles(self) -> list[list[CardName]]:
        return [[CARD_NAMES[card] for card in self.stack(self.tops(field))] for field in range(int(FIELD_COUNT))]

    def dump_reserves(self) -> list[list[CardName]]:
        return [[CARD_NAMES[card] for card in self.stack(self.reserve_tops(seat))] for seat in range(int(SEAT_COUNT))]

    def read_piles(self, reader: PositionReader) -> None:
        for field, names in enumerate(reader.lists("piles", int(FIELD_COUNT))):
            for card in self.read_stack(reader, f"piles[{field}]", names):
                self.place(field, card)

    def read_reserves(self, reader: PositionReader) -> None:
        for seat, names in enumerate(reader.lists("reserves", int(SEAT_COUNT))):
            for card in self.read_stack(reader, f"reserves[{seat}]", names):
                self.put_on_reserve(seat, card)

    def read_stack(self, reader: PositionReader, key: str, names: list[object]) -> list[int]:
        """Cards in order, none of which lies on another pile already: the links between cards can't branch."""
        cards = read_cards(reader.game, key, names)
        for card in cards:
            if self.base() & BIT[card] or any(card in self.stack(self.reserve_tops(seat)) for seat in (0, 1)):
                raise PositionError(f"qarre.1: {key} names {CARD_NAMES[card]} again")
        return cards

    def dump_action(self) -> str | None:
        return None if self.action == NONE else ACTION_CARD_NAMES[int(self.action)]

    def read_action(self, reader: PositionReader) -> None:
        name = reader.take("action")
        self.action = NONE if name is None else name_in(reader.game, "action", name, ACTION_CARD_NAMES)

    def dump_kept(self) -> str | None:
        return None if self.kept == NONE else CARD_NAMES[int(self.kept)]

    def read_kept(self, reader: PositionReader) -> None:
        name = reader.take("kept")
        self.kept = NONE if name is None else name_in(reader.game, "kept", name, CARD_NAMES)

    def dump_field(self) -> int:
        return int(self.field) + 1

    def read_field(self, reader: PositionReader) -> None:
        self.field = reader.number("field", 1, int(FIELD_COUNT)) - 1

    # Observed

    def observe_piles(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        field: i64 = 0
        while field < FIELD_COUNT:
            self.observe_stack(self.tops(field), first + field * CARD_COUNT, row)
            field += 1

    def observe_reserves(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < SEAT_COUNT:
            start = first + counted_from(seat, other, SEAT_COUNT) * CARD_COUNT
            self.observe_stack(self.reserve_tops(other), start, row)
            other += 1

    def observe_stack(self, top: i64, first: i64, row: ObsBuffer) -> None:
        depth: i64 = 1
        while top != NONE:
            row.put(first + top, depth)
            top = self.below(top)
            depth += 1

    def observe_unseen(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        row.put_set(first, self.stock | (self.hands(1 - seat) & ~self.known(1 - seat)))

    def points_shown(self, seat: i64) -> i64:
        return max(-POINTS_SHOWN, min(self.scores(seat), POINTS_SHOWN))

    def kept_number(self) -> i64:
        return self.kept + 1

    def observe_action(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        if self.action != NONE:
            row.put(first, self.face() + 1)
            row.put(first + 1, (self.action & 3) + 1)
