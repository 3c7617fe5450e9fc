"""The board of Schollenschubser, and its notation."""

from carreau.core.bits import size
from carreau.core.native import i64, mypyc_attr
from carreau.core.position import PositionReader, in_range, require
from carreau.games.schollenschubser._spec import FACE_COUNT, SchollenschubserPosition
from carreau.games.schollenschubser.spec import BOX, FIELDS, ROLLS, SIZES, Floe
from carreau.games.schollenschubser.tables import (
    CARDS,
    DIGIT,
    EVERY_FIELD,
    EXPLORERS,
    KIND,
    NO_ROLL,
    ROLLED_COLUMNS,
    ROLLED_MELT,
    SHOWN,
    SOUTH,
    occupied,
    one,
)


@mypyc_attr(acyclic=True)
class SchollenschubserBoard(SchollenschubserPosition):
    """Floes and explorers; cards in the supply and explorers on the bank are what is left."""

    def floes(self) -> i64:
        return occupied(self.sizes_0)

    def threes(self) -> i64:
        return self.sizes_0 & (self.sizes_0 >> 1) & EVERY_FIELD

    def supply(self, kind: i64) -> i64:  # scholle.r2, scholle.r9
        large = self.threes() | ((self.sizes_0 >> 2) & EVERY_FIELD)
        if kind == 0:
            return CARDS[0] - size(large)
        return CARDS[1] - size(self.floes() & ~large)

    def in_supply(self, side: i64) -> bool:  # scholle.r9
        return self.supply(KIND[side]) > 0

    def can_drift(self) -> i64:  # scholle.r4
        """Return the floes with a free field to the south, or the edge."""
        return self.floes() & ~(self.floes() >> SOUTH)

    def can_melt(self) -> i64:  # scholle.10
        """Return the floes that can melt one step: a 3 needs a 2 from the supply."""
        return self.floes() if self.in_supply(2) else self.floes() & ~self.threes()

    def bank(self, seat: i64) -> i64:
        """Return the sum of a board below 7 as its remainder modulo 7, since every power of 8 leaves 1."""
        return EXPLORERS - self.aboard(seat) - self.explorers_of(seat) % DIGIT

    def crowd(self) -> i64:
        """Return how many explorers stand on each floe, as a board."""
        return self.explorers_0 + self.explorers_1 + self.explorers_2 + self.explorers_3

    def with_room(self) -> i64:  # scholle.2
        """Return the floes that are not full."""
        return occupied(self.crowd() ^ self.sizes_0)

    def has_room(self, field: i64) -> bool:
        return self.with_room() & one(field) != 0

    # The dice

    def columns(self) -> i64:  # scholle.6, scholle.8
        """Return the fields of all columns that the dice stand for."""
        return ROLLED_COLUMNS[self.rolled]

    def may_melt(self) -> bool:  # scholle.9
        return ROLLED_MELT[self.rolled] != 0

    def shown(self, face: i64) -> i64:
        if self.rolled == NO_ROLL:
            return 0
        return SHOWN[self.rolled * FACE_COUNT + face]

    # Written down

    def dump_floes(self) -> list[Floe]:
        return [
            Floe(FIELDS[field], int(self.sizes(field)), self.standing(field), int(self.moved(field)))
            for field in range(len(FIELDS))
            if self.sizes(field)
        ]

    def standing(self, field: int) -> list[int]:
        return [int(self.explorers(seat, field)) for seat in range(int(self.seats))]

    def read_floes(self, reader: PositionReader) -> None:
        self.clear_sizes()
        for floe in reader.tuples("floes", Floe._fields):
            field = floe.choice("field", FIELDS)
            require(self.sizes(field) == 0, f"scholle.r4: two floes lie on {FIELDS[field]}")
            room = floe.number("size", SIZES[0], SIZES[-1])
            self.add_to_sizes(field, room)
            for seat, count in enumerate(floe.numbers("explorers", int(self.seats), 0, int(EXPLORERS))):
                self.add_to_explorers(seat, field, count)
            self.add_to_moved(field, floe.number("moved", 0, room))

    def dump_dice(self) -> list[int]:
        return list(ROLLS[int(self.rolled)]) if self.rolled != NO_ROLL else []

    def read_dice(self, reader: PositionReader) -> None:
        entries = reader.entries("dice")
        dice = [in_range(reader.game, f"dice[{i}]", face, 1, BOX["sides"]) for i, face in enumerate(entries)]
        known = not dice or tuple(dice) in ROLLS
        require(known, f"scholle.5: dice={dice!r} are not {BOX['dice']} dice in ascending order, or none")
        self.rolled = ROLLS.index(tuple(dice)) if dice else NO_ROLL
