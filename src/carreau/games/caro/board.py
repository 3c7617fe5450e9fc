"""The board of Caro: fifteen rows of fifteen cells, wide enough for the largest square around the first tile.

A row is one integer with four bits for each cell, one for each colour:

    TILES  the colour that lies there
    BANS   the colours that caro.7, 8 and 9 forbid there, all of them where a tile lies; a ban never goes away
    EDGE   all four for a free cell beside a laid tile (caro.6)

so what may be laid along a row is one `&`, and what a new tile changes is worked out for whole rows.
The functions take the cells, not the state: that spares counting a reference for each look.
"""

from typing import Final

from carreau.core.bits import BIT, lowest, nth, size
from carreau.core.native import i64, vec
from carreau.games.components import components

BOX: Final = components("caro")
COLOURS: Final[list[str]] = BOX["colours"]

REACH: Final = 7  # how far from the first tile a cell can be (caro.4, caro.r5)
WIDTH: Final = 2 * REACH + 1
LONGEST_DIAGONAL: Final = 3  # caro.9
EVERY_COLOUR: Final = 15

# Where each part of the board stands in the cells; rows that stay empty spare looks over the upper and lower edge.
TILES: Final = 3  # with three rows above and below
BANS: Final = 22  # with one row above and below
EDGE: Final = 38
BOARD: Final = 53  # cells that the board takes in all

WHOLE_ROW: Final = 16**15 - 1
EACH_CELL: Final = WHOLE_ROW // 15  # one bit in each cell
NIBBLE: Final = vec[i64]([EVERY_COLOUR * 16**x for x in range(WIDTH)])


def points_table() -> list[int]:
    """Points by colour + 4 * neighbouring tile; a free cell and one's own colour score nothing (caro.r6)."""
    table = [0] * 36
    for pair, points in BOX["points"].items():
        one, other = [COLOURS.index(name) for name in pair.split("-")]
        table[one + 4 * 2**other] = table[other + 4 * 2**one] = points
    return table


# Along a diagonal a new tile sees three cells behind and three ahead; of these six, counted from behind, a window
# has a bit for each tile of its colour.
OFFSETS: Final = [-3, -2, -1, 1, 2, 3]


def too_long_table() -> list[int]:
    """By window: the cells where one more tile would make the diagonal too long (caro.9)."""
    table = []
    for window in range(64):
        same = {0} | {offset for spot, offset in enumerate(OFFSETS) if window & 2**spot}
        table.append(
            sum(2**spot for spot, offset in enumerate(OFFSETS) if run_through(same, offset) > LONGEST_DIAGONAL)
        )
    return table


def run_through(same: set[int], offset: int) -> int:
    """How long the run is that a tile at an offset would be part of."""
    ahead = next(step for step in range(1, 9) if offset + step not in same)
    behind = next(step for step in range(1, 9) if offset - step not in same)
    return ahead + behind - 1


POINTS: Final = vec[i64](points_table())
TOO_LONG: Final = vec[i64](too_long_table())
OFFSET: Final = vec[i64](OFFSETS)


# What lies where


def tile(cells: vec[i64], x: i64, y: i64) -> i64:
    """The colour of the tile on a cell as one bit; 0 if the cell is free or beside the board."""
    if x < 0 or x >= WIDTH:
        return 0
    return (cells[TILES + y] >> (4 * x)) & EVERY_COLOUR


def around(cells: vec[i64], x: i64, y: i64) -> i64:
    """The colours of the neighbours."""
    return tile(cells, x - 1, y) | tile(cells, x + 1, y) | tile(cells, x, y - 1) | tile(cells, x, y + 1)


def count_around(cells: vec[i64], x: i64, y: i64, colour: i64) -> i64:
    """How many of the neighbours have a colour."""
    beside = (tile(cells, x - 1, y) >> colour & 1) + (tile(cells, x + 1, y) >> colour & 1)
    return beside + (tile(cells, x, y - 1) >> colour & 1) + (tile(cells, x, y + 1) >> colour & 1)


def run(cells: vec[i64], x: i64, y: i64, dx: i64, dy: i64, colour: i64) -> i64:
    """How many tiles of a colour follow each other from a cell in one direction, the cell itself apart."""
    length: i64 = 0
    while y >= 0 and y < WIDTH and tile(cells, x + dx, y + dy) == BIT[colour]:
        x += dx
        y += dy
        length += 1
    return length


def pairs(cells: vec[i64], x: i64, y: i64, colour: i64) -> i64:  # caro.10
    """The points of all pairs that a tile of a colour makes on a cell."""
    return (
        POINTS[colour + 4 * tile(cells, x - 1, y)]
        + POINTS[colour + 4 * tile(cells, x + 1, y)]
        + POINTS[colour + 4 * tile(cells, x, y - 1)]
        + POINTS[colour + 4 * tile(cells, x, y + 1)]
    )


# The laying rules that look at colours, one by one


def touches_own_colour(cells: vec[i64], x: i64, y: i64, colour: i64) -> bool:  # caro.7
    return count_around(cells, x, y, colour) > 0


def makes_three_neighbours(cells: vec[i64], x: i64, y: i64, colour: i64) -> bool:  # caro.8
    other: i64 = 0
    while other < 4:
        if count_around(cells, x, y, other) > 2:
            return True
        other += 1
    return (
        has_two(cells, x - 1, y, colour)
        or has_two(cells, x + 1, y, colour)
        or has_two(cells, x, y - 1, colour)
        or has_two(cells, x, y + 1, colour)
    )


def has_two(cells: vec[i64], x: i64, y: i64, colour: i64) -> bool:
    """Whether a tile lies there that has two neighbours of a colour already."""
    return tile(cells, x, y) != 0 and count_around(cells, x, y, colour) >= 2


def makes_long_diagonal(cells: vec[i64], x: i64, y: i64, colour: i64) -> bool:  # caro.9
    falling = run(cells, x, y, 1, 1, colour) + run(cells, x, y, -1, -1, colour)
    rising = run(cells, x, y, 1, -1, colour) + run(cells, x, y, -1, 1, colour)
    return falling >= LONGEST_DIAGONAL or rising >= LONGEST_DIAGONAL


def fault(cells: vec[i64], x: i64, y: i64, colour: i64) -> str:
    """The clause that a tile of a colour breaks on a cell, or ""."""
    if touches_own_colour(cells, x, y, colour):
        return "caro.7"
    if makes_three_neighbours(cells, x, y, colour):
        return "caro.8"
    if makes_long_diagonal(cells, x, y, colour):
        return "caro.9"
    return ""


# Laying a tile, and the same rules for whole rows


def place_tile(cells: vec[i64], x: i64, y: i64, colour: i64) -> None:
    cells[TILES + y] |= BIT[4 * x + colour]
    if y > 0:
        look_along(cells, y - 1)
    look_along(cells, y)
    if y < WIDTH - 1:
        look_along(cells, y + 1)
    ban_along_diagonal(cells, x, y, 1, colour)
    ban_along_diagonal(cells, x, y, -1, colour)


def look_along(cells: vec[i64], y: i64) -> None:
    """Work out caro.6, 7 and 8 for all cells of a row."""
    up, row, down = cells[TILES + y - 1], cells[TILES + y], cells[TILES + y + 1]
    left, right = (row << 4) & WHOLE_ROW, row >> 4
    sides, ends = left | right, up | down
    twice = (left & right) | (up & down) | (sides & ends)
    thrice = (left & right & ends) | (sides & up & down)
    laid = spread(row)
    crowded = twice & laid  # what a tile has two neighbours of
    cells[EDGE + y] = spread(sides | ends) & ~laid
    cells[BANS + y] |= laid | sides | ends | spread(thrice) | ((crowded << 4) & WHOLE_ROW) | (crowded >> 4)
    cells[BANS + y - 1] |= crowded
    cells[BANS + y + 1] |= crowded


def spread(colours: i64) -> i64:
    """All four colours in every cell that has any."""
    some = colours | (colours >> 1)
    return ((some | (some >> 2)) & EACH_CELL) * EVERY_COLOUR


def ban_along_diagonal(cells: vec[i64], x: i64, y: i64, slope: i64, colour: i64) -> None:
    """Forbid the cells around a new tile where one more would make its diagonal too long (caro.9)."""
    window: i64 = 0
    step: i64 = 1
    while step <= 3:
        window |= (tile(cells, x - step, y - slope * step) >> colour & 1) << (3 - step)
        window |= (tile(cells, x + step, y + slope * step) >> colour & 1) << (2 + step)
        step += 1
    banned = TOO_LONG[window]
    while banned:
        offset = OFFSET[lowest(banned)]
        ban(cells, x + offset, y + slope * offset, BIT[colour])
        banned &= banned - 1


def ban(cells: vec[i64], x: i64, y: i64, colours: i64) -> None:
    if x >= 0 and x < WIDTH and y >= 0 and y < WIDTH:
        cells[BANS + y] |= colours << (4 * x)


# What may be laid in whole rows, of the colours and in the columns `allowed`


def faultless(cells: vec[i64], y: i64, allowed: i64) -> i64:
    return cells[EDGE + y] & ~cells[BANS + y] & allowed


def any_lay(cells: vec[i64], allowed: i64, first: i64, last: i64) -> bool:
    """Whether anything may be laid in rows that follow each other."""
    while first <= last:
        if faultless(cells, first, allowed):
            return True
        first += 1
    return False


def count_lays(cells: vec[i64], allowed: i64, first: i64, last: i64) -> i64:
    lays: i64 = 0
    while first <= last:
        lays += size(faultless(cells, first, allowed))
        first += 1
    return lays


def nth_lay(cells: vec[i64], allowed: i64, y: i64, n: i64) -> i64:
    """The place and colour of the lay that has n others before it, from a row on."""
    lays = size(faultless(cells, y, allowed))
    while n >= lays:
        n -= lays
        y += 1
        lays = size(faultless(cells, y, allowed))
    return y * WIDTH * 4 + nth(faultless(cells, y, allowed), n)
