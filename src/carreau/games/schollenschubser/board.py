"""The fields, floes and dice of Schollenschubser as numbers.

A board is one integer with three bits for each of the twenty fields, row by row from the north: the
sizes of all floes are one board, the explorers of a player another. So floes with room, or floes that
can drift, are found for all fields at once. A set of fields has the lowest of the three bits of each.
"""

from itertools import combinations_with_replacement, product
from typing import Final

from carreau.core.action_buffer import ActionBuffer
from carreau.core.bits import BIT, lowest, size
from carreau.core.native import i64, vec
from carreau.games.components import components

BOX: Final = components("schollenschubser")
ROWS: Final[list[str]] = BOX["rows"]
COLUMNS: Final[int] = BOX["columns"]
EXPLORERS: Final[i64] = BOX["explorers"]
MOST_SEATS: Final = 4

FIELDS: Final = [f"{row}{column}" for row in ROWS for column in range(1, COLUMNS + 1)]  # scholle.1
FIELD_COUNT: Final[i64] = len(FIELDS)
WIDTH: Final[i64] = COLUMNS
LAST_COLUMN: Final[i64] = COLUMNS - 1
LAST_ROW: Final[i64] = len(FIELDS) - COLUMNS  # the first field of it
BANK: Final[i64] = len(FIELDS)  # where explorers can be besides the fields
SHIP: Final[i64] = len(FIELDS) + 1

BITS: Final = 3  # for each field; no floe has room for more than four
DIGIT: Final = 7
SOUTH: Final[i64] = BITS * COLUMNS  # how far the field to the south is

# The kinds of cards (scholle.2); kind 0 is the one with the large sides.
SIDES: Final[list[list[int]]] = [card["sides"] for card in BOX["cards"]]
CARDS: Final = vec[i64]([card["count"] for card in BOX["cards"]])
SIZES: Final = sorted(side for sides in SIDES for side in sides)
KIND: Final = vec[i64]([0] + [next(k for k, sides in enumerate(SIDES) if side in sides) for side in SIZES])
LARGEST: Final[i64] = max(SIZES)


def fields(names: list[str]) -> int:
    """A set of fields by their names."""
    return sum(8 ** FIELDS.index(name) for name in names)


def beside(field: int) -> int:
    """The neighbours of a field in a straight line (scholle.13)."""
    y, x = divmod(field, COLUMNS)
    near = [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)]
    return sum(8 ** (j * COLUMNS + i) for i, j in near if 0 <= i < COLUMNS and 0 <= j < len(ROWS))


EVERY_FIELD: Final[i64] = fields(FIELDS)
FIRST_ROW: Final[i64] = fields(FIELDS[:COLUMNS])
FIRST_COLUMN: Final[i64] = fields(FIELDS[::COLUMNS])
NEIGHBOURS: Final = vec[i64]([beside(field) for field in range(len(FIELDS))])

# Rolls, whichever die shows what, and what they allow.
ROLLS: Final = list(combinations_with_replacement(range(1, BOX["sides"] + 1), BOX["dice"]))
ROLL_COUNT: Final[i64] = len(ROLLS)


def columns_of(roll: tuple[int, ...]) -> int:
    """The fields of all columns in which a roll lets floes drift (scholle.6, scholle.8)."""
    columns = range(1, COLUMNS + 1) if BOX["any_column"] in roll else [die for die in roll if die <= COLUMNS]
    return sum(fields(FIELDS[column - 1 :: COLUMNS]) for column in set(columns))


THROWS: Final = vec[i64](
    [ROLLS.index(tuple(sorted(throw))) for throw in product(range(1, BOX["sides"] + 1), repeat=BOX["dice"])]
)
THROW_COUNT: Final[i64] = BOX["sides"] ** BOX["dice"]
ROLLED_COLUMNS: Final = vec[i64]([columns_of(roll) for roll in ROLLS])
ROLLED_MELT: Final = vec[i64]([int(BOX["melt"] in roll) for roll in ROLLS])  # scholle.9


def at(board: i64, field: i64) -> i64:
    """The number on a field."""
    return (board >> (BITS * field)) & DIGIT


def one(field: i64) -> i64:
    """A board with 1 on a field: to add, to take away, or as a set."""
    return BIT[BITS * field]


def occupied(board: i64) -> i64:
    """The fields with another number than 0."""
    return (board | (board >> 1) | (board >> 2)) & EVERY_FIELD


def total(board: i64) -> i64:
    """The sum of all numbers, where it is less than 7: 8 leaves 1 when divided by 7, and so do its powers."""
    return board % DIGIT


def first_field(chosen: i64) -> i64:
    """The first field of a set that is not empty."""
    return lowest(chosen) // BITS


def add_fields(out: ActionBuffer, first: i64, chosen: i64) -> None:
    """Add the action `first` + field for every field of a set."""
    while chosen:
        out.add(first + first_field(chosen))
        chosen &= chosen - 1


def threes(sizes: i64) -> i64:
    """The floes of size 3."""
    return sizes & (sizes >> 1) & EVERY_FIELD


def cards_left(sizes: i64, kind: i64) -> i64:  # scholle.r2, scholle.r9
    """How many cards of a kind are in the supply when these floes lie on the field."""
    large = threes(sizes) | ((sizes >> 2) & EVERY_FIELD)
    if kind == 0:
        return CARDS[0] - size(large)
    return CARDS[1] - size(occupied(sizes) & ~large)


def can_drift(sizes: i64) -> i64:  # scholle.r4
    """The floes with a free field to the south, or the edge."""
    floes = occupied(sizes)
    return floes & ~(floes >> SOUTH)


def can_melt(sizes: i64) -> i64:  # scholle.10
    """The floes that can melt one step: a 3 needs a 2 from the supply."""
    floes = occupied(sizes)
    return floes if cards_left(sizes, KIND[2]) > 0 else floes & ~threes(sizes)


def drifted(board: i64, field: i64) -> i64:  # scholle.6, scholle.7
    """A board after what is on a field went one field south, or off the board."""
    number = board & (one(field) * DIGIT)
    return board - number if field >= LAST_ROW else board - number + (number << SOUTH)
