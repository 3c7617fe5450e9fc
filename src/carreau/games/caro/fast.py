"""Caro's rules at speed: what may be laid along a row is one `&`, and a new tile changes whole rows.

The functions take the rows, not the state: that spares counting a reference for each look.
"""

from typing import Final

from carreau.core.action_buffer import ActionBuffer
from carreau.core.bits import BIT, lowest, nth, size
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.rng import Rng
from carreau.games.caro._spec import LAY, OBJECT, PASS, SILENT
from carreau.games.caro._spec import CaroStage as Stage
from carreau.games.caro.board import BANS, EDGE, EVERY_COLOUR, REACH, TILES, WIDTH, tile
from carreau.games.caro.rules import LONGEST_DIAGONAL, CaroRules

WHOLE_ROW: Final = 16**15 - 1
EACH_CELL: Final = WHOLE_ROW // 15  # one bit in each cell
NIBBLE: Final = vec[i64]([EVERY_COLOUR * 16**x for x in range(WIDTH)])
UP_TO: Final = vec[i64]([16**x - 1 for x in range(WIDTH + 1)])  # all colours in the columns before x
HELD: Final = vec[i64]([sum(colours * 16**x for x in range(WIDTH)) for colours in range(16)])
COLOURS_IN: Final = vec[i64]([sum(2**c for c in range(4) if hand >> 2 * c & 3) for hand in range(256)])  # by hand

# Along a diagonal a new tile sees three cells behind and three ahead; of these six, counted from behind, a window
# has a bit for each tile of its colour.
OFFSETS: Final = [-3, -2, -1, 1, 2, 3]


def too_long_table() -> list[int]:
    """Return for each window the cells, as bits, where one more tile would make the diagonal too long (caro.9)."""
    spots = list(enumerate(OFFSETS))
    windows = [{0, *(offset for spot, offset in spots if window & 2**spot)} for window in range(2 ** len(spots))]
    return [sum(2**spot for spot, offset in spots if run_through(same, offset) > LONGEST_DIAGONAL) for same in windows]


def run_through(same: set[int], offset: int) -> int:
    """Return the length of the run that a tile at an offset would join, given the offsets of its colour."""
    ahead = next(step for step in range(1, 9) if offset + step not in same)
    behind = next(step for step in range(1, 9) if offset - step not in same)
    return ahead + behind - 1


TOO_LONG: Final = vec[i64](too_long_table())
OFFSET: Final = vec[i64](OFFSETS)


# What a new tile forbids


def look_along(rows: vec[i64], y: i64) -> None:
    """Update what a row and its neighbours forbid by caro.7 and 8, and the row's edge (caro.6), from the tiles."""
    up, row, down = rows[TILES + y - 1], rows[TILES + y], rows[TILES + y + 1]
    left, right = (row << 4) & WHOLE_ROW, row >> 4
    sides, ends = left | right, up | down
    twice = (left & right) | (up & down) | (sides & ends)
    thrice = (left & right & ends) | (sides & up & down)
    laid = spread(row)
    crowded = twice & laid  # what a tile has two neighbours of
    rows[EDGE + y] = spread(sides | ends) & ~laid
    rows[BANS + y] |= laid | sides | ends | spread(thrice) | ((crowded << 4) & WHOLE_ROW) | (crowded >> 4)
    rows[BANS + y - 1] |= crowded
    rows[BANS + y + 1] |= crowded


def spread(colours: i64) -> i64:
    """Return all four colours for each cell that has any."""
    some = colours | (colours >> 1)
    return ((some | (some >> 2)) & EACH_CELL) * EVERY_COLOUR


def ban_along_diagonal(rows: vec[i64], x: i64, y: i64, slope: i64, colour: i64) -> None:
    """Forbid the cells around a new tile where one more would make its diagonal too long (caro.9)."""
    window: i64 = 0
    for step in range(1, i64(4)):
        window |= (tile(rows, x - step, y - slope * step) >> colour & 1) << (3 - step)
        window |= (tile(rows, x + step, y + slope * step) >> colour & 1) << (2 + step)
    banned = TOO_LONG[window]
    while banned:
        offset = OFFSET[lowest(banned)]
        ban(rows, x + offset, y + slope * offset, BIT[colour])
        banned &= banned - 1


def ban(rows: vec[i64], x: i64, y: i64, colours: i64) -> None:
    """Forbid colours on a cell, unless it is beside the board."""
    if x >= 0 and x < WIDTH and y >= 0 and y < WIDTH:
        rows[BANS + y] |= colours << (4 * x)


# What may be laid in whole rows, of the colours and in the columns `allowed`


def faultless(rows: vec[i64], y: i64, allowed: i64) -> i64:
    """Return what may be laid in a row: four bits per cell, one for each colour."""
    return rows[EDGE + y] & ~rows[BANS + y] & allowed


def any_lay(rows: vec[i64], allowed: i64, first: i64, last: i64) -> bool:
    """Return whether anything may be laid in one of the rows from `first` to `last`."""
    while first <= last:
        if faultless(rows, first, allowed):
            return True
        first += 1
    return False


def count_lays(rows: vec[i64], allowed: i64, first: i64, last: i64) -> i64:
    lays: i64 = 0
    while first <= last:
        lays += size(faultless(rows, first, allowed))
        first += 1
    return lays


def nth_lay(rows: vec[i64], allowed: i64, y: i64, n: i64) -> i64:
    """Return the lay with n others before it from row y on, as cell * 4 + colour."""
    lays = size(faultless(rows, y, allowed))
    while n >= lays:
        n -= lays
        y += 1
        lays = size(faultless(rows, y, allowed))
    return y * WIDTH * 4 + nth(faultless(rows, y, allowed), n)


@mypyc_attr(acyclic=True)
class FastCaro(CaroRules):
    """The rules of Caro, optimised."""

    # Bans and edge

    def clear_board(self) -> None:
        CaroRules.clear_board(self)
        self.add_to_rows(EDGE + REACH, NIBBLE[REACH])  # the first tile can only go into the middle (caro.r5)

    def place(self, x: i64, y: i64, colour: i64) -> None:
        CaroRules.place(self, x, y, colour)
        rows = self.rows_cells
        if y > 0:
            look_along(rows, y - 1)
        look_along(rows, y)
        if y < WIDTH - 1:
            look_along(rows, y + 1)
        ban_along_diagonal(rows, x, y, 1, colour)
        ban_along_diagonal(rows, x, y, -1, colour)

    # What may be laid

    def columns(self) -> i64:
        """Return the columns into which the square may still grow (caro.4)."""
        return UP_TO[min(WIDTH, self.left + self.side)] & ~UP_TO[max(0, self.right - self.side + 1)]

    def first_row(self) -> i64:
        """Return the uppermost row into which the square may grow (caro.4, caro.6)."""
        return max(self.top - 1, max(0, self.bottom - self.side + 1))

    def last_row(self) -> i64:
        """Return the lowest row into which the square may grow (caro.4, caro.6)."""
        return min(self.bottom + 1, min(WIDTH, self.top + self.side) - 1)

    def allowed(self, seat: i64, colours: i64) -> i64:
        """Return which of the colours in hand may be laid in which columns, the same in each row (caro.4)."""
        return HELD[COLOURS_IN[self.hands_of(seat)] & colours] & self.columns()

    def can_lay(self, seat: i64, colours: i64) -> bool:
        return any_lay(self.rows_cells, self.allowed(seat, colours), self.first_row(), self.last_row())

    def moves(self, seat: i64, out: ActionBuffer) -> None:
        if seat != self.current or seat < 0:
            return
        if self.stage == Stage.ANSWERING:
            out.add(OBJECT)
            out.add(SILENT)
        elif self.can_lay(seat, EVERY_COLOUR):
            self.lays(seat, out)
        else:
            out.add(PASS)

    def lays(self, seat: i64, out: ActionBuffer) -> None:
        """Add all lays; where the opponents watch, also those with a fault (caro.r3)."""
        allowed = self.allowed(seat, self.colours_to_lay())
        faults_too = self.is_watched()
        y = self.first_row()
        last = self.last_row()
        while y <= last:
            row = faultless(self.rows_cells, y, allowed)
            if faults_too:
                row = self.rows(EDGE + y) & allowed
            out.add_set(LAY + y * WIDTH * 4, row)
            y += 1

    def random_action(self, seat: i64, rng: Rng, out: ActionBuffer) -> i64:
        """Choose from the same list as moves(), without making it: count whole rows, then look up one bit."""
        if self.honour:
            return super().random_action(seat, rng, out)
        allowed = self.allowed(seat, EVERY_COLOUR)
        lays = count_lays(self.rows_cells, allowed, self.first_row(), self.last_row())
        if lays == 0:
            return PASS
        return LAY + nth_lay(self.rows_cells, allowed, self.first_row(), rng.below(lays))
