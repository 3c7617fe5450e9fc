"""The part of the cells that holds chips: captured ones, the columns that wait, and the column in play.

Chips of one seat, of the bag or of a stack are counted in one integer, eight bits for each colour. A column
that waits has two bits for each chip. A row of the column in play has the colour of its uppermost chip above
the bits of its stack, and is 0 when it has been captured. These functions take the cells, not the state: that
spares counting a reference for each look.
"""

from typing import Final

from carreau.core.bits import nth, size
from carreau.core.native import i64, vec
from carreau.games.schlauraff.tables import (
    BOX,
    COLOURS,
    COUNTS,
    EVERY_FACE,
    FITS,
    FITS_BARE,
    MOST_COLUMNS,
    NEED,
    NO_DICE,
    ROWS,
    SHOWN,
    SIDES,
    SIZE,
    SUM,
    WORTH,
)

# Where each part of a state stands in its cells.
CAPTURED: Final = 0  # chips captured in this round, by seat
POINTS: Final = 4  # chips captured in the rounds before
REDS: Final = 8  # and how many of them were red
WAITING: Final = 12  # columns not yet played, from the right
COLUMN: Final[i64] = 12 + MOST_COLUMNS  # the column in play, from the top

ROWS_IN_SET: Final = 10  # a set of bits has room for the faces of so many rows

TOP: Final = 32  # how far up in a row the colour of its uppermost chip stands
CHIP_BITS: Final[i64] = 2**32 - 1
CHIP: Final = vec[i64]([256**colour for colour in range(len(COLOURS))])  # one chip of a colour
FULL_BAG: Final[i64] = BOX["chips_per_colour"] * sum(256**colour for colour in range(len(COLOURS)))


def count_of(chips: i64, colour: i64) -> i64:
    return (chips >> (8 * colour)) & 255


def counts(chips: i64) -> list[int]:
    """How many there are of each colour."""
    return [int(count_of(chips, colour)) for colour in range(len(COLOURS))]


# The column in play, and what may be assigned to it


def colour_on(cells: vec[i64], row: i64) -> i64:
    """The colour of the uppermost chip of a row."""
    return cells[COLUMN + row] >> TOP


def need_on(cells: vec[i64], row: i64, on: i64) -> i64:
    """What is still needed on a chip with some dice on it."""
    colour = colour_on(cells, row)
    if on == NO_DICE:
        return NEED[colour]
    return WORTH[colour] - SUM[on]


def fitting_on(cells: vec[i64], row: i64, on: i64, dice: i64) -> i64:
    """The faces of the unassigned dice that may be assigned to a chip, as bits."""
    return SHOWN[dice] & FITS[need_on(cells, row, on) * COUNTS + SIZE[dice]]


def beginnings(cells: vec[i64], first: i64, length: i64, dice: i64) -> i64:  # schlauraff.10
    """The faces that may be assigned to each bare row from one on, as six bits for each, of ten rows at most."""
    fits = FITS_BARE[dice]
    found: i64 = 0
    row = min(length, first + ROWS_IN_SET)
    while row > first:
        row -= 1
        found = (found << SIDES) | ((fits >> (SIDES * colour_on(cells, row))) & EVERY_FACE)
    return found


def count_beginnings(cells: vec[i64], length: i64, dice: i64) -> i64:
    """How many ways there are to assign the first die."""
    found: i64 = 0
    row: i64 = 0
    while row < length:
        found += size(beginnings(cells, row, length, dice))
        row += ROWS_IN_SET
    return found


def nth_beginning(cells: vec[i64], length: i64, dice: i64, n: i64) -> i64:
    """The row and face of the way to begin that has n others before it."""
    row: i64 = 0
    faces = beginnings(cells, row, length, dice)
    while n >= size(faces):
        n -= size(faces)
        row += ROWS_IN_SET
        faces = beginnings(cells, row, length, dice)
    return row * SIDES + nth(faces, n)


# The next column comes into play


def stack_leftovers(cells: vec[i64], column: i64) -> i64:  # schlauraff.12, schlauraff.r4
    """Each chip of a column comes to lie on what is left in its row; returns how many rows there are."""
    chips = cells[WAITING + column]
    row: i64 = 0
    while row < ROWS:
        colour = chips & 3
        cells[COLUMN + row] = (cells[COLUMN + row] & CHIP_BITS) + CHIP[colour] + (colour << TOP)
        chips = chips >> 2
        row += 1
    return ROWS


def append_leftovers(cells: vec[i64], column: i64, length: i64) -> i64:  # schlauraff.r4
    """What is left follows below the chips of a column; returns how many rows there are."""
    left = cells[COLUMN : COLUMN + length]
    clear_rows(cells, length)
    row = stack_leftovers(cells, column)
    old: i64 = 0
    while old < length:
        if left[old]:
            cells[COLUMN + row] = left[old]
            row += 1
        old += 1
    return row


def clear_rows(cells: vec[i64], length: i64) -> None:
    row: i64 = 0
    while row < length:
        cells[COLUMN + row] = 0
        row += 1


# In words


def waiting_chips(cells: vec[i64], column: int, rows: int) -> list[str]:
    """The uppermost chips of a column that waits."""
    chips = int(cells[WAITING + column])
    return [COLOURS[(chips >> (2 * row)) & 3] for row in range(rows)]


def stack(cells: vec[i64], row: int) -> list[str]:
    """The chips of a row, the uppermost first and the others in the order of colours; none when captured."""
    chips = cells[COLUMN + row]
    if chips == 0:
        return []
    top = int(colour_on(cells, row))
    below = counts(chips - CHIP[top])
    return [COLOURS[top]] + [name for name, count in zip(COLOURS, below, strict=True) for _ in range(count)]
