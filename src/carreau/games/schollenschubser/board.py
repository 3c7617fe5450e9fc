"""The board of Schollenschubser: floes, explorers and dice, and how they are dumped and loaded."""

from carreau.core.bits import size
from carreau.core.native import i64, mypyc_attr
from carreau.core.position import PositionReader, require
from carreau.games.dice import read_dice
from carreau.games.schollenschubser import tables
from carreau.games.schollenschubser._spec import FACE_COUNT, SchollenschubserPosition
from carreau.games.schollenschubser.spec import FIELDS, ROLLS, SIZES, Floe


@mypyc_attr(acyclic=True)
class SchollenschubserBoard(SchollenschubserPosition):
    """Floes and explorers; cards in the supply and explorers on the bank are what is left."""

    def floes(self) -> i64:
        return tables.occupied(self.sizes_0)

    def threes(self) -> i64:
        """Return the floes of size 3, the only ones with both low bits."""
        return self.sizes_0 & (self.sizes_0 >> 1) & tables.EVERY_FIELD

    def supply(self, kind: i64) -> i64:  # scholle.r2, scholle.r9
        large = self.threes() | ((self.sizes_0 >> 2) & tables.EVERY_FIELD)
        return tables.CARDS[kind] - size(self.floes() & ~large if kind else large)

    def in_supply(self, side: i64) -> bool:  # scholle.r9
        return self.supply(tables.KIND[side]) > 0

    def can_drift(self) -> i64:  # scholle.r4
        """Return the floes that can drift: to the south of them is a free field, or the edge."""
        return self.floes() & ~(self.floes() >> tables.SOUTH)

    def can_melt(self) -> i64:  # scholle.10
        """Return the floes that can melt one step: a 3 needs a 2 from the supply."""
        return self.floes() if self.in_supply(2) else self.floes() & ~self.threes()

    def bank(self, seat: i64) -> i64:
        """Count the explorers on the bank. A board sums up to its remainder modulo 7, as every power of 8 leaves 1."""
        return tables.EXPLORERS - self.aboard(seat) - self.explorers_of(seat) % tables.DIGIT

    def crowd(self) -> i64:
        """Return a board with the explorers of all players on each floe."""
        return self.explorers_0 + self.explorers_1 + self.explorers_2 + self.explorers_3

    def with_room(self) -> i64:  # scholle.2
        """Return the floes that are not full."""
        return tables.occupied(self.crowd() ^ self.sizes_0)

    def has_room(self, field: i64) -> bool:
        return self.with_room() & tables.one(field) != 0

    # The dice

    def columns(self) -> i64:  # scholle.6, scholle.8
        """Return the fields of all columns that the dice stand for."""
        return tables.ROLLED_COLUMNS[self.rolled]

    def may_melt(self) -> bool:  # scholle.9
        return tables.ROLLED_MELT[self.rolled] != 0

    def shown(self, face: i64) -> i64:
        return i64(0) if self.rolled == tables.NO_ROLL else tables.SHOWN[self.rolled * FACE_COUNT + face]

    # Written down

    def dump_floes(self) -> list[Floe]:
        return [
            Floe(FIELDS[field], int(self.sizes(field)), self.standing(field), int(self.moved(field)))
            for field in range(len(FIELDS))
            if self.sizes(field)
        ]

    def standing(self, field: int) -> list[int]:
        """Count the explorers of each seat on a field."""
        return [int(self.explorers(seat, field)) for seat in range(int(self.seats))]

    def read_floes(self, reader: PositionReader) -> None:
        self.clear_sizes()
        for floe in reader.tuples("floes", Floe._fields):
            field = floe.choice("field", FIELDS)
            require(self.sizes(field) == 0, f"scholle.r4: two floes lie on {FIELDS[field]}")
            room = floe.number("size", SIZES[0], SIZES[-1])
            self.add_to_sizes(field, room)
            for seat, count in enumerate(floe.numbers("explorers", int(self.seats), 0, int(tables.EXPLORERS))):
                self.add_to_explorers(seat, field, count)
            self.add_to_moved(field, floe.number("moved", 0, room))

    def dump_dice(self) -> list[int]:
        return list(ROLLS[int(self.rolled)]) if self.rolled != tables.NO_ROLL else []

    def read_dice(self, reader: PositionReader) -> None:
        self.rolled = read_dice(reader, "dice", [(), *ROLLS], "scholle.5") - 1  # -1 is no roll
