"""The board of Caro: fifteen rows of fifteen cells, wide enough for the largest square around the first tile.

A row is one integer with four bits for each cell, one for each colour:

    TILES  the colour that lies there
    BANS   the colours that caro.7, 8 and 9 forbid there, all of them where a tile lies; a ban never goes away
    EDGE   all four for a free cell beside a laid tile (caro.6)

Bans and edge follow from the tiles: fast.py keeps them. Coordinates run from 0 to 14; the first tile lies on 7,7.
"""

from typing import Final

from carreau.core.bits import BIT, lowest
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.obs_buffer import ObsBuffer
from carreau.core.position import PositionReader, require
from carreau.games.caro._spec import COLOUR_NAMES, CaroPosition
from carreau.games.caro.spec import MOST_POINTS, ColouredTile, LastTile

REACH: Final = 7
WIDTH: Final[i64] = 15
EVERY_COLOUR: Final = 15

# Where each aspect of the board stands among its rows; some that stay empty spare looks over the edge.
TILES: Final = 3  # with three rows above and below
BANS: Final = 22  # with one row above and below
EDGE: Final = 38

# A position is shown after every action, so its tiles are made once.
SHOWN: Final = [
    [ColouredTile(cell % WIDTH - REACH, cell // WIDTH - REACH, colour) for colour in COLOUR_NAMES]
    for cell in range(WIDTH**2)
]


def tile(rows: vec[i64], x: i64, y: i64) -> i64:
    """Return the colour of the tile on a cell as one bit; 0 if the cell is free or beside the board."""
    if x < 0 or x >= WIDTH:
        return 0
    return (rows[TILES + y] >> (4 * x)) & EVERY_COLOUR


@mypyc_attr(acyclic=True)
class CaroBoard(CaroPosition):
    """The tiles on the board."""

    def tile(self, x: i64, y: i64) -> i64:
        """Return the colour of the tile on a cell as one bit; 0 if there is none."""
        return tile(self.rows_cells, x, y)

    def board(self, cell: i64) -> i64:
        """Return the number of the colour on a cell, from 1; 0 if it is free."""
        kind = self.tile(cell % WIDTH, cell // WIDTH)
        return lowest(kind) + 1 if kind else i64(0)

    def clear_board(self) -> None:
        self.clear_rows()
        self.laid = 0
        self.left = REACH
        self.right = REACH
        self.top = REACH
        self.bottom = REACH

    def place(self, x: i64, y: i64, colour: i64) -> None:
        """Put a tile on a free cell, and extend the square that the tiles reach (caro.4)."""
        self.add_to_rows(TILES + y, BIT[4 * x + colour])
        self.laid += 1
        self.left = min(self.left, x)
        self.right = max(self.right, x)
        self.top = min(self.top, y)
        self.bottom = max(self.bottom, y)

    def remove(self, x: i64, y: i64) -> None:
        """Take a tile away. The bans and the edge are wrong until rebuild() has found them again."""
        self.add_to_rows(TILES + y, -(self.tile(x, y) << (4 * x)))

    def rebuild(self) -> None:
        """Lay all tiles again on an empty board, which finds the bans and the edge."""
        rows = self.rows_cells
        self.clear_board()
        for y in range(WIDTH):
            for x in range(WIDTH):
                kind = tile(rows, x, y)
                if kind:
                    self.place(x, y, lowest(kind))

    # Written down

    def dump_tiles(self) -> list[ColouredTile]:
        found = []
        for y in range(self.top, self.bottom + 1):
            for x in range(self.left, self.right + 1):
                colours = self.tile(x, y)
                if colours:
                    found.append(SHOWN[y * WIDTH + x][lowest(colours)])
        return found

    def read_tiles(self, reader: PositionReader) -> None:
        for found in reader.tuples("tiles", ColouredTile._fields):
            x, y = found.number("x", -REACH, REACH), found.number("y", -REACH, REACH)
            require(not self.tile(x + REACH, y + REACH), f"caro.3: two tiles lie on {x},{y}")
            self.place(x + REACH, y + REACH, found.choice("colour", COLOUR_NAMES))

    def dump_last(self) -> LastTile:
        x, y = int(self.last_cell) % WIDTH - REACH, int(self.last_cell) // WIDTH - REACH
        found = int(self.layer), x, y, COLOUR_NAMES[int(self.last_colour)], int(self.last_points)
        return tuple.__new__(LastTile, found)  # LastTile() isn't compiled, and takes as long as all tiles together

    def read_last(self, reader: PositionReader) -> None:
        last = reader.named("last", reader.take("last"), LastTile._fields)
        self.layer = last.number("layer", 0, int(self.seats) - 1)
        x, y = last.number("x", -REACH, REACH), last.number("y", -REACH, REACH)
        self.last_cell = (y + REACH) * WIDTH + x + REACH
        self.last_colour = last.choice("colour", COLOUR_NAMES)
        self.last_points = last.number("points", -MOST_POINTS, MOST_POINTS)

    def observe_last(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        if self.laid:
            row.put(first, self.last_cell % WIDTH)
            row.put(first + 1, self.last_cell // WIDTH)
            row.put(first + 2, self.last_colour + 1)
