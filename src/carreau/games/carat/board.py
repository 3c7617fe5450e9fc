"""The board of Carat: what lies where, and how it is written down.

A tile turned by quarters is one of the 24 arrangements of the colours around its corners, so `tile * 4 + turn` says
how it lies: its way.
"""

from typing import Final

from carreau.core.bits import BIT, members
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.position import PositionReader, require
from carreau.games.carat._spec import CaratPosition
from carreau.games.carat.chip import MISSING, SUM_BITS, UNDECIDED, VALUE_UNIT, carats, value
from carreau.games.carat.spec import BOX, CARATS, GEMS, INITIALS, ORDERS, VALUES, HeldTile, LaidTile

SIDE: Final[i64] = BOX["side"]
CORNERS: Final[i64] = SIDE + 1
WAYS: Final[i64] = len(GEMS)  # in which the tiles of one value can lie


def rectangle(left: int, top: int, width: int, height: int, stride: int) -> int:
    """Return a rectangle of fields, or of chips, as a set; `stride` is the length of a row."""
    return sum(2 ** (y * stride + x) for y in range(top, top + height) for x in range(left, left + width))


# What each gem of a tile adds to the number of its chip (see chip.py), by way * 4 + corner from the upper left one.
SHIFTS: Final = [SUM_BITS * INITIALS.index(gem) for gems in GEMS for gem in gems]
LYING: Final = vec[i64]([number * 2**shift - UNDECIDED for number in CARATS for shift in SHIFTS])
UPPER_LEFT: Final = vec[i64]([field // SIDE * CORNERS + field % SIDE for field in range(SIDE * SIDE)])
BOARD: Final = vec[i64]([rectangle(0, 0, side, side, SIDE) for side in range(SIDE + 1)])  # by side
INNER: Final = vec[i64]([rectangle(1, 1, side - 2, side - 2, SIDE) for side in range(SIDE + 1)])
CHIP_FIELDS: Final = vec[i64]([rectangle(0, 0, side + 1, side + 1, CORNERS) for side in range(SIDE + 1)])
ALL_BUT_FIRST_COLUMN: Final[i64] = rectangle(1, 0, SIDE - 1, SIDE, SIDE)
ALL_BUT_LAST_COLUMN: Final[i64] = rectangle(0, 0, SIDE - 1, SIDE, SIDE)


def beside(laid: i64) -> i64:
    """Return the fields beside any field of a set; some may belong to the set, or lie below the board."""
    across = ((laid & ALL_BUT_LAST_COLUMN) << 1) | ((laid & ALL_BUT_FIRST_COLUMN) >> 1)
    return across | (laid << SIDE) | (laid >> SIDE)


# Tiles as people write them


def tiles_in_words(tiles: i64) -> list[HeldTile]:
    return [HeldTile(1 + tile // len(ORDERS), ORDERS[tile % len(ORDERS)]) for tile in members(tiles)]


def in_words(tile: int) -> str:
    (found,) = tiles_in_words(BIT[tile])
    return f"{found.carats} {found.order}"


@mypyc_attr(acyclic=True)
class CaratBoard(CaratPosition):
    """Chips and tiles. A smaller board uses the upper left fields, and the first tiles of the box."""

    def values(self, place: i64) -> i64:
        return value(self.chips(place))

    def missing(self, place: i64) -> i64:
        return self.chips(place) >> MISSING

    def carats(self, place: i64, colour: i64) -> i64:
        return carats(self.chips(place), colour)

    def tile_carats(self, field: i64) -> i64:
        return i64(0) if self.is_free(field) else 1 + self.lies(field) // WAYS

    def is_free(self, field: i64) -> bool:
        return self.laid & BIT[field] == 0

    def lies(self, field: i64) -> i64:
        """Return the way in which a tile lies on a field: tile * 4 + turn."""
        return self.ways(field) - 1

    def put_chip(self, chip: i64, place: i64) -> None:
        self.add_to_chips(place, chip * VALUE_UNIT)
        self.add_to_chips_left(chip - 1, -1)
        self.free_chips ^= BIT[place]

    def put_tile(self, way: i64, field: i64) -> None:
        self.add_to_ways(field, way + 1)
        self.laid |= BIT[field]

    # Written down

    def dump_chips(self) -> list[list[int]]:
        corners = range(int(self.side) + 1)
        return [[int(self.values(y * CORNERS + x)) for x in corners] for y in corners]

    def read_chips(self, reader: PositionReader) -> None:
        corners = int(self.side) + 1
        rows = reader.rows("chips", corners, corners, 0, len(VALUES))
        for chip in VALUES:
            laid, count = sum(row.count(chip) for row in rows), self.chips_left(chip - 1)
            require(laid <= count, f"carat.3: {laid} chips of the value {chip} are laid, but there are {count}")
        for y, row in enumerate(rows):
            for x, chip in enumerate(row):
                if chip:
                    self.put_chip(chip, y * CORNERS + x)

    def dump_hands(self) -> list[list[HeldTile]]:
        return [tiles_in_words(self.hands(seat)) for seat in range(int(self.seats))]

    def read_hands(self, reader: PositionReader) -> None:
        for seat, hand in enumerate(reader.lists("hands", int(self.seats))):
            for entry in hand:
                tile = reader.named(f"hands[{seat}]", entry, HeldTile._fields)
                number = (tile.number("carats", 1, len(CARATS)) - 1) * len(ORDERS) + tile.choice("order", ORDERS)
                self.take(number)
                self.add_to_hands(seat, BIT[number])

    def dump_tiles(self) -> list[LaidTile]:
        return [
            LaidTile(field % SIDE, field // SIDE, self.tile_carats(field), GEMS[self.lies(field) % WAYS])
            for field in members(self.laid)
        ]

    def read_tiles(self, reader: PositionReader) -> None:
        for tile in reader.tuples("tiles", LaidTile._fields):
            x, y = tile.number("x", 0, int(self.side) - 1), tile.number("y", 0, int(self.side) - 1)
            way = (tile.number("carats", 1, len(CARATS)) - 1) * WAYS + tile.choice("gems", GEMS)
            require(self.is_free(y * SIDE + x), f"carat.6: two tiles lie on {x},{y}")
            self.take(int(way // 4))
            self.put_tile(way, y * SIDE + x)

    def take(self, tile: int) -> None:
        """Remove a tile from the stock, which has each of them once."""
        require(self.stock & BIT[tile], f"carat.4: the tile {in_words(tile)} is there twice, or not in this box")
        self.stock ^= BIT[tile]
