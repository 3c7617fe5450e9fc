"""The fields, floes and dice of Schollenschubser as numbers.

A board is one integer with three bits for each of the twenty fields, row by row from the north: the sizes of all floes
are one board, the explorers of a player another. So floes with room, or floes that can drift, are found for all fields
at once. A set of fields has the lowest of the three bits of each.
"""

from itertools import product
from typing import Final

from carreau.core.bits import BIT, lowest
from carreau.core.native import i64, vec
from carreau.games.schollenschubser import spec
from carreau.games.schollenschubser.spec import BOX, COLUMNS, FIELDS, ROLLS, ROWS, SIDES, SIZES

EXPLORERS: Final[i64] = spec.EXPLORERS
WIDTH: Final[i64] = COLUMNS
LAST_COLUMN: Final[i64] = COLUMNS - 1
LAST_ROW: Final[i64] = len(FIELDS) - COLUMNS  # the first field of it
FIRST_DRAWN: Final[i64] = FIELDS.index(spec.DRAWN[0])  # the first field whose floe is drawn at the start
BANK: Final[i64] = len(FIELDS)  # where explorers can be besides the fields
SHIP: Final[i64] = len(FIELDS) + 1

BITS: Final = 3  # for each field; no floe has room for more than four
DIGIT: Final = 7
SOUTH: Final[i64] = BITS * COLUMNS  # how far the field to the south is

# The kinds of cards (scholle.2); kind 0 is the one with the large sides.
CARDS: Final = vec[i64]([card["count"] for card in BOX["cards"]])
KIND: Final = vec[i64]([0] + [next(k for k, sides in enumerate(SIDES) if side in sides) for side in SIZES])
LARGEST: Final[i64] = max(SIZES)


def fields(names: list[str]) -> int:
    """Return the set of the named fields."""
    return sum(8 ** FIELDS.index(name) for name in names)


def beside(field: int) -> int:
    """Return the neighbours of a field in a straight line (scholle.13)."""
    y, x = divmod(field, COLUMNS)
    near = [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)]
    return sum(8 ** (j * COLUMNS + i) for i, j in near if 0 <= i < COLUMNS and 0 <= j < len(ROWS))


def columns_of(roll: tuple[int, ...]) -> int:
    """Return the fields of all columns in which a roll lets floes drift (scholle.6, scholle.8)."""
    columns = range(1, COLUMNS + 1) if BOX["any_column"] in roll else [die for die in roll if die <= COLUMNS]
    return sum(fields(FIELDS[column - 1 :: COLUMNS]) for column in set(columns))


EVERY_FIELD: Final[i64] = fields(FIELDS)
FIRST_ROW: Final[i64] = fields(FIELDS[:COLUMNS])
FIRST_COLUMN: Final[i64] = fields(FIELDS[::COLUMNS])
NEIGHBOURS: Final = vec[i64]([beside(field) for field in range(len(FIELDS))])

# Rolls, whichever die shows what, and what they allow.
NO_ROLL: Final = -1
FACES: Final = range(1, BOX["sides"] + 1)
THROWS: Final = vec[i64]([ROLLS.index(tuple(sorted(throw))) for throw in product(FACES, repeat=BOX["dice"])])
THROW_COUNT: Final[i64] = BOX["sides"] ** BOX["dice"]
SHOWN: Final = vec[i64]([roll.count(face) for roll in ROLLS for face in FACES])  # by roll and face
ROLLED_COLUMNS: Final = vec[i64]([columns_of(roll) for roll in ROLLS])
ROLLED_MELT: Final = vec[i64]([int(BOX["melt"] in roll) for roll in ROLLS])  # scholle.9


def one(field: i64) -> i64:
    """Return the set of one field; it is also the board with a 1 there."""
    return BIT[BITS * field]


def occupied(board: i64) -> i64:
    """Return the fields of a board with a number other than 0."""
    return (board | (board >> 1) | (board >> 2)) & EVERY_FIELD


def first_field(chosen: i64) -> i64:
    """Return the first field of a set that is not empty."""
    return lowest(chosen) // BITS
