"""The board of Carat: where everything stands, what lies there, and who wins a chip.

A field has the number y * 6 + x, a chip the number y * 7 + x; chip x,y lies at the upper left corner of
field x,y. Sets of fields, of chips and of tiles are the bits of one integer. A chip is one integer too:

    bits  0-19  the carats that each of the four colours has there, five bits for each
    bits 20-22  the value of the chip; 0 while none has been laid
    bits 23-25  how many gems are missing before it is decided (carat.9)

so a gem is added, and counted off, by one addition, and a chip without the highest bits is decided.

A tile has the number (carats - 1) * 6 + order; turned by quarters it is one of the 24 arrangements of
the colours around its corners, so `tile * 4 + turn` says how it lies.
"""

from itertools import permutations
from typing import Any, Final

from carreau.core.bits import BIT, members
from carreau.core.game import NOBODY
from carreau.core.native import i64, vec
from carreau.games.components import components

BOX: Final = components("carat")
COLOURS: Final[list[str]] = BOX["colours"]
SIDE: Final[i64] = BOX["side"]
VALUES: Final[i64] = len(BOX["chips"])
CARATS: Final[int] = BOX["carats"]

CORNERS: Final[i64] = SIDE + 1  # chips along a side of the board (carat.2)
FIELDS: Final[i64] = SIDE * SIDE
CHIPS: Final[i64] = CORNERS * CORNERS

INITIALS: Final = [colour[0] for colour in COLOURS]
# The gems clockwise; the order of a tile is read from its red gem on, a tile that lies from its upper left gem on.
ORDERS: Final = [INITIALS[0] + "".join(rest) for rest in permutations(INITIALS[1:])]
GEMS: Final = [order[-turn:] + order[:-turn] for order in ORDERS for turn in range(4)]
KINDS: Final[int] = len(ORDERS)
TILES: Final[int] = CARATS * KINDS  # carat.4

# Where each part of a state stands in its cells; the chips come first.
ROW: Final = 49  # eight bits for each field of a row: 1 + how the tile lies, or 0
HAND: Final = 55
POINTS: Final = 59  # of each colour; those of a neutral one are nobody's (carat.14)
LEFT: Final = 63  # chips of each value still to be laid
CELLS: Final = 68

SUM_BITS: Final = 5
SUM: Final = 31
VALUE: Final = 20
VALUE_UNIT: Final[i64] = 2**VALUE
MISSING: Final = 23
UNDECIDED: Final[i64] = 2**MISSING  # one gem missing; the bits of all others are below


def lying_gems() -> list[int]:
    """What is added to the chip at each corner, clockwise from the upper left, by tile * 4 + turn."""
    shifts = [SUM_BITS * INITIALS.index(gem) for gems in GEMS for gem in gems]
    return [carats * 2**shift - UNDECIDED for carats in range(1, CARATS + 1) for shift in shifts]


def rectangle(left: int, top: int, width: int, height: int, stride: int) -> int:
    """A rectangle of fields or chips as a set."""
    return sum(2 ** (y * stride + x) for y in range(top, top + height) for x in range(left, left + width))


LYING: Final = vec[i64](lying_gems())
UPPER_LEFT: Final = vec[i64]([field // SIDE * CORNERS + field % SIDE for field in range(FIELDS)])
BOARD: Final = vec[i64]([rectangle(0, 0, side, side, SIDE) for side in range(SIDE + 1)])  # by side
INNER: Final = vec[i64]([rectangle(1, 1, side - 2, side - 2, SIDE) for side in range(SIDE + 1)])
CHIP_FIELDS: Final = vec[i64]([rectangle(0, 0, side + 1, side + 1, CORNERS) for side in range(SIDE + 1)])
ALL_BUT_FIRST_COLUMN: Final[i64] = rectangle(1, 0, SIDE - 1, SIDE, SIDE)
ALL_BUT_LAST_COLUMN: Final[i64] = rectangle(0, 0, SIDE - 1, SIDE, SIDE)


# What lies where. These take integers or the cells, not the state: that spares counting a reference for each look.


def lies(cells: vec[i64], x: i64, y: i64) -> i64:
    """How the tile on a field lies, as tile * 4 + turn; NOBODY if the field is free."""
    return ((cells[ROW + y] >> (8 * x)) & 255) - 1


def beside(laid: i64) -> i64:  # carat.8
    """The fields that share a side with one of a set, some of that set and some below the board among them."""
    across = ((laid & ALL_BUT_LAST_COLUMN) << 1) | ((laid & ALL_BUT_FIRST_COLUMN) >> 1)
    return across | (laid << SIDE) | (laid >> SIDE)


def around(x: i64, y: i64, side: i64) -> i64:  # carat.9
    """How many fields of a board meet at a chip: 4 inside, 2 at the edge, 1 in a corner."""
    across = 1 if x == 0 or x == side else 2
    down = 1 if y == 0 or y == side else 2
    return across * down


def is_decided(chip: i64) -> bool:  # carat.9
    return chip < UNDECIDED


def missing(chip: i64) -> i64:
    return chip >> MISSING


def value(chip: i64) -> i64:
    return (chip >> VALUE) & 7


def carats(chip: i64, colour: i64) -> i64:  # carat.10
    return (chip >> (SUM_BITS * colour)) & SUM


def winner(chip: i64) -> i64:  # carat.11, carat.12
    """The colour with the highest sum that no other has; each sum is taken as one bit."""
    red, blue = BIT[carats(chip, 0)], BIT[carats(chip, 1)]
    green, yellow = BIT[carats(chip, 2)], BIT[carats(chip, 3)]
    shared = (red & blue) | (green & yellow) | ((red | blue) & (green | yellow))
    lone = (red | blue | green | yellow) & ~shared
    if lone == 0:
        return NOBODY
    if lone < 2 * (lone & red):
        return 0
    if lone < 2 * (lone & blue):
        return 1
    if lone < 2 * (lone & green):
        return 2
    return 3


def factor(chip: i64) -> i64:  # carat.13, carat.r9
    """The number of different colours among the gems."""
    colours: i64 = 0
    colour: i64 = 0
    while colour < 4:
        if carats(chip, colour):
            colours += 1
        colour += 1
    return colours


def worth(chip: i64) -> i64:  # carat.13
    return value(chip) * factor(chip)


def add_gem(cells: vec[i64], place: i64, gem: i64) -> None:
    """A gem comes to a chip; if it was the last one missing, the chip is scored (carat.9)."""
    chip = cells[place] + gem
    cells[place] = chip
    if is_decided(chip):
        colour = winner(chip)
        if colour != NOBODY:
            cells[POINTS + colour] += worth(chip)


# Tiles as people write them


def tile_in_words(tile: int) -> list[Any]:
    """A tile as [carats, order]."""
    return [1 + tile // KINDS, ORDERS[tile % KINDS]]


def in_words(tile: int) -> str:
    return " ".join(map(str, tile_in_words(tile)))


def tiles_in_words(tiles: i64) -> list[list[Any]]:
    return [tile_in_words(tile) for tile in members(tiles)]
