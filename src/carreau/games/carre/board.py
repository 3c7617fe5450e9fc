"""The boards of Carré: the tiles on them, how high each square is, and how that is written down.

The twenty squares of a board are the bits of one integer, row by row. How high each square is stands in four such
sets, one for each binary digit of the height: the three low digits share a word, twenty bits each, the fourth has its
own. So "as high as its neighbour" is answered for all squares at once, and from that where a tile would lie flat. A
tile on a board, placed, is written as kind * 20 + its upper left square, its corner.
"""

from typing import Final

from carreau.core.bits import BIT, members
from carreau.core.native import i64, mypyc_attr
from carreau.core.position import PositionReader, require
from carreau.games.carre._spec import KIND_NAMES, CarrePosition
from carreau.games.carre.spec import PlacedTile
from carreau.games.carre.tiles import ACROSS, BOX, COPIES, CORNER, COVERS, DOWN, SQUARES, TILE, WIDTH

DIGIT: Final = 20  # bits of each of the low digits
EVERY_SQUARE: Final[i64] = 2 ** (BOX["width"] * BOX["height"]) - 1
LAST_COLUMN: Final[i64] = sum(2 ** (BOX["width"] * (y + 1) - 1) for y in range(BOX["height"]))


# Heights as digits


def raised(low: i64, high: i64, squares: i64) -> tuple[i64, i64]:
    """Return the low digits and the high one after a tile is laid on some squares: each height grows by 1."""
    two = squares & low
    four = two & (low >> DIGIT)
    eight = four & (low >> (2 * DIGIT))
    return low ^ (squares | (two << DIGIT) | (four << (2 * DIGIT))), high ^ eight


def lowered(low: i64, high: i64, squares: i64) -> tuple[i64, i64]:
    """Return the low digits and the high one after a tile is taken from some squares."""
    two = squares & ~low
    four = two & ~(low >> DIGIT)
    eight = four & ~(low >> (2 * DIGIT))
    return low ^ (squares | (two << DIGIT) | (four << (2 * DIGIT))), high ^ eight


def level_with(low: i64, high: i64, distance: i64) -> i64:
    """Return the squares with the same height as the one a given distance further on."""
    uneven = low ^ (low >> distance)
    return EVERY_SQUARE & ~(uneven | (uneven >> DIGIT) | (uneven >> (2 * DIGIT)) | (high ^ (high >> distance)))


def level_beside(low: i64, high: i64) -> i64:
    """Return the squares that are as high as their neighbour to the right."""
    return level_with(low, high, 1) & ~LAST_COLUMN


def level_below(low: i64, high: i64) -> i64:
    """Return the squares that are as high as their neighbour below; for the lowest row it doesn't matter."""
    return level_with(low, high, WIDTH)


def where_flat(kind: i64, beside: i64, below: i64) -> i64:  # carre.8, carre.9
    """Return the corners at which a kind lies flat, from the squares level with their neighbours."""
    row = EVERY_SQUARE
    for step in range(1, ACROSS[kind]):
        row &= beside >> (step - 1)
    flat = row
    for step in range(1, DOWN[kind]):
        flat &= (row >> (WIDTH * step)) & (below >> (WIDTH * (step - 1)))
    return flat


@mypyc_attr(acyclic=True)
class CarreBoard(CarrePosition):
    """The boards of all players."""

    def heights(self, seat: i64, square: i64) -> i64:
        low = self.low_digits(seat) >> square
        high = self.high_digits(seat) >> square
        return (low & 1) + ((low >> (DIGIT - 1)) & 2) + ((low >> (2 * DIGIT - 2)) & 4) + ((high & 1) << 3)

    def lies_flat(self, seat: i64, placed: i64) -> bool:  # carre.9
        """Return whether all squares beneath a tile are at the same height."""
        low, high = self.low_digits(seat), self.high_digits(seat)
        flat = where_flat(placed // SQUARES, level_beside(low, high), level_below(low, high))
        return flat & BIT[CORNER[placed]] != 0

    # Tiles

    def slot_of(self, seat: i64, corner: i64) -> i64:
        """Return the slot of the uppermost tile with this corner; -1 if there is none."""
        slot = self.built(seat) - 1
        while slot >= 0 and CORNER[self.tiles(seat, slot)] != corner:
            slot -= 1
        return slot

    def tops(self, seat: i64, square: i64) -> i64:
        """Return the kind of the uppermost tile on a square, plus 1; 0 if there is none."""
        for slot in range(self.built(seat) - 1, -1, -1):
            if COVERS[self.tiles(seat, slot)] & BIT[square]:
                return self.tiles(seat, slot) // SQUARES + 1
        return 0

    def put(self, seat: i64, placed: i64) -> None:
        """Move a tile from the supply to the board."""
        self.add_to_supplies(seat, TILE[placed // SQUARES], -1)
        self.add_to_tiles(seat, self.built(seat), placed)
        self.add_to_built(seat, 1)
        low, high = raised(self.low_digits(seat), self.high_digits(seat), COVERS[placed])
        self.change(seat, low, high)

    def lift(self, seat: i64, corner: i64) -> None:
        """Return a free tile to the supply."""
        slot = self.slot_of(seat, corner)
        placed = self.tiles(seat, slot)
        self.add_to_supplies(seat, TILE[placed // SQUARES], 1)
        self.add_to_built(seat, -1)
        while slot < self.built(seat):
            self.add_to_tiles(seat, slot, self.tiles(seat, slot + 1) - self.tiles(seat, slot))
            slot += 1
        self.add_to_tiles(seat, slot, -self.tiles(seat, slot))
        low, high = lowered(self.low_digits(seat), self.high_digits(seat), COVERS[placed])
        self.change(seat, low, high)

    def change(self, seat: i64, low: i64, high: i64) -> None:
        """Set the heights of a board, and find the tiles that now lie free."""
        self.add_to_low_digits(seat, low - self.low_digits(seat))
        self.add_to_high_digits(seat, high - self.high_digits(seat))
        self.add_to_free(seat, self.free_corners(seat) - self.free(seat))

    def free_corners(self, seat: i64) -> i64:  # carre.15, carre.r1
        """Return the corners of all tiles that no other tile covers, not even in part."""
        covered: i64 = 0
        corners: i64 = 0
        for slot in range(self.built(seat) - 1, -1, -1):
            placed = self.tiles(seat, slot)
            if COVERS[placed] & covered == 0:
                corners |= BIT[CORNER[placed]]
            covered |= COVERS[placed]
        return corners

    # Written down

    def dump_boards(self) -> list[list[PlacedTile]]:
        """List every tile from the bottom up, row by row, whatever the building order was."""
        width = int(WIDTH)
        return [
            [
                PlacedTile(KIND_NAMES[kind], corner % width, corner // width, level)
                for level, corner, kind in sorted(self.layers(seat))
            ]
            for seat in range(int(self.seats))
        ]

    def layers(self, seat: int) -> list[tuple[int, int, int]]:
        """Return every tile as level, corner and kind, in building order."""
        found = []
        reached = [0] * int(SQUARES)
        for slot in range(int(self.built(seat))):
            placed = int(self.tiles(seat, slot))
            kind, corner = divmod(placed, int(SQUARES))
            found.append((reached[corner], corner, kind))
            for square in members(COVERS[placed]):
                reached[square] += 1
        return found

    def read_boards(self, reader: PositionReader) -> None:
        for seat, board in enumerate(reader.lists("boards", int(self.seats))):
            for index, entry in enumerate(board):
                self.read_tile(reader.named(f"boards[{seat}][{index}]", entry, PlacedTile._fields), seat)

    def read_tile(self, entry: PositionReader, seat: int) -> None:
        kind = entry.choice("kind", KIND_NAMES)
        x, y = entry.number("x", 0, BOX["width"] - 1), entry.number("y", 0, BOX["height"] - 1)
        corner, name = y * int(WIDTH) + x, f"{KIND_NAMES[kind]} {x},{y}"
        placed = kind * int(SQUARES) + corner
        left, level = self.supplies(seat, TILE[kind]), int(self.heights(seat, corner))
        require(left, f"carre.2: player {seat} has only {COPIES} tiles of the value of {KIND_NAMES[kind]}")
        require(COVERS[placed] != 0, f"carre.8: {name} reaches over the edge of the board")
        require(self.lies_flat(seat, placed), f"carre.9: {name} of player {seat} does not lie flat")
        require(entry.take("level") == level, f"carre.9: {name} of player {seat} lies on level {level}")
        self.put(seat, placed)
