"""One player's part of the cells: what they hold, the supply, and the board with its layers.

The twenty squares of a board are the bits of one integer, row by row. How high each square is stands
in four such sets, one for each binary digit of the height, so that "as high as its neighbour" is
answered for all squares at once, and from that where a tile would lie flat. A tile on the board is
written as kind * 20 + its upper left square. In all functions `own` is the first cell of the player.
"""

from typing import Any, Final

from carreau.core.bits import BIT, lowest
from carreau.core.errors import PositionError
from carreau.core.native import i64, vec
from carreau.games.carre.tables import ACROSS, BOX, COPIES, CORNER, COVERS, DOWN, KINDS, SQUARES, TILE, VALUES, WIDTH

HELD: Final = 0  # stoppers and chips
SUPPLY: Final = 2  # two bits for each value: how many tiles are still to be built
LAID: Final = 3  # how many tiles are on the board
PLANE: Final = 4  # the digits of the heights
PLANES: Final = 4  # no square carries all sixteen tiles: an 8 does not fit on a 9, nor a 9 on an 8
TILES: Final = 8  # the tiles on the board, in the order in which they were built
EACH: Final[i64] = 8 + BOX["copies"] * len(VALUES)

FULL_SUPPLY: Final = sum(BOX["copies"] * 4**tile for tile in range(len(VALUES)))
EVERY_SQUARE: Final[i64] = 2 ** (BOX["width"] * BOX["height"]) - 1
LAST_COLUMN: Final[i64] = sum(2 ** (BOX["width"] * (y + 1) - 1) for y in range(BOX["height"]))


def in_supply(cells: vec[i64], own: i64, tile: i64) -> i64:
    """How many tiles of a value are still to be built."""
    return (cells[own + SUPPLY] >> (2 * tile)) & 3


# Heights


def height_of(cells: vec[i64], own: i64, square: i64) -> i64:
    """How many tiles lie on a square."""
    height: i64 = 0
    plane: i64 = PLANES - 1
    while plane >= 0:
        height = 2 * height + ((cells[own + PLANE + plane] >> square) & 1)
        plane -= 1
    return height


def level_with(cells: vec[i64], own: i64, distance: i64) -> i64:
    """The squares that are as high as the one so many squares further on."""
    uneven: i64 = 0
    plane: i64 = 0
    while plane < PLANES:
        digits = cells[own + PLANE + plane]
        uneven |= digits ^ (digits >> distance)
        plane += 1
    return EVERY_SQUARE & ~uneven


def level_beside(cells: vec[i64], own: i64) -> i64:
    """The squares that are as high as their neighbour to the right."""
    return level_with(cells, own, 1) & ~LAST_COLUMN


def level_below(cells: vec[i64], own: i64) -> i64:
    """The squares that are as high as their neighbour below; for the lowest row it doesn't matter."""
    return level_with(cells, own, WIDTH)


def where_flat(kind: i64, beside: i64, below: i64) -> i64:  # carre.8, carre.9
    """The upper left squares on which a kind lies flat, from the squares level with their neighbours."""
    row = EVERY_SQUARE
    step: i64 = 1
    while step < ACROSS[kind]:
        row &= beside >> (step - 1)
        step += 1
    flat = row
    step = 1
    while step < DOWN[kind]:
        flat &= (row >> (WIDTH * step)) & (below >> (WIDTH * (step - 1)))
        step += 1
    return flat


def is_flat(cells: vec[i64], own: i64, tile: i64) -> bool:  # carre.9
    """Whether all squares beneath a tile are at the same height."""
    height = height_of(cells, own, CORNER[tile])
    beneath = COVERS[tile]
    while beneath:
        if height_of(cells, own, lowest(beneath)) != height:
            return False
        beneath &= beneath - 1
    return True


# Which tiles lie free


def free_corners(cells: vec[i64], own: i64) -> i64:  # carre.15
    """The upper left squares of the tiles that nothing lies on."""
    first = own + TILES
    index = first + cells[own + LAID]
    covered: i64 = 0
    corners: i64 = 0
    while index > first:
        index -= 1
        tile = cells[index]
        if COVERS[tile] & covered == 0:
            corners |= BIT[CORNER[tile]]
        covered |= COVERS[tile]
    return corners


def cell_of(cells: vec[i64], own: i64, corner: i64) -> i64:
    """The cell of the uppermost tile with an upper left square; -1 if there is none."""
    index = own + TILES + cells[own + LAID] - 1
    while index >= own + TILES:
        if CORNER[cells[index]] == corner:
            return index
        index -= 1
    return -1


def lies_free(cells: vec[i64], own: i64, corner: i64) -> bool:  # carre.15, carre.r1
    """Whether a tile with that upper left square is on the board, and nothing on any part of it."""
    index = cell_of(cells, own, corner)
    if index < 0:
        return False
    squares = COVERS[cells[index]]
    last = own + TILES + cells[own + LAID] - 1
    while index < last:
        index += 1
        if COVERS[cells[index]] & squares:
            return False
    return True


# Building and taking away


def lay(cells: vec[i64], own: i64, tile: i64) -> None:
    """A tile goes from the supply onto the board."""
    cells[own + TILES + cells[own + LAID]] = tile
    cells[own + LAID] += 1
    cells[own + SUPPLY] -= BIT[2 * TILE[tile // SQUARES]]
    plane = own + PLANE
    carry = COVERS[tile]
    while carry:
        digits = cells[plane]
        cells[plane] = digits ^ carry
        carry &= digits
        plane += 1


def lift(cells: vec[i64], own: i64, corner: i64) -> None:
    """A free tile goes back into the supply."""
    index = cell_of(cells, own, corner)
    tile = cells[index]
    cells[own + LAID] -= 1
    last = own + TILES + cells[own + LAID]
    while index < last:
        cells[index] = cells[index + 1]
        index += 1
    cells[last] = 0
    cells[own + SUPPLY] += BIT[2 * TILE[tile // SQUARES]]
    plane = own + PLANE
    borrow = COVERS[tile]
    while borrow:
        digits = cells[plane]
        cells[plane] = digits ^ borrow
        borrow &= ~digits
        plane += 1


# Looking at it


def heights(cells: vec[i64], own: i64) -> list[int]:
    return [int(height_of(cells, own, square)) for square in range(int(SQUARES))]


def supply(cells: vec[i64], own: i64) -> list[int]:
    return [int(in_supply(cells, own, tile)) for tile in range(len(VALUES))]


def squares(tile: int) -> list[int]:
    return [square for square in range(int(SQUARES)) if COVERS[tile] & BIT[square]]


def layers(cells: vec[i64], own: i64) -> list[list[Any]]:
    """Every tile as [kind, x, y, level], from the bottom up, row by row, whatever the building order was."""
    reached = [0] * int(SQUARES)
    found = []
    for index in range(int(cells[own + LAID])):
        tile = int(cells[own + TILES + index])
        found.append((reached[tile % int(SQUARES)], tile % int(SQUARES), tile // int(SQUARES)))
        for square in squares(tile):
            reached[square] += 1
    return [[KINDS[kind], square % int(WIDTH), square // int(WIDTH), level] for level, square, kind in sorted(found)]


def audit_board(cells: vec[i64], own: i64, seat: int) -> None:
    """Raise PositionError if the tiles are not all there, or lie as they never could."""
    laid = [int(cells[own + TILES + index]) for index in range(int(cells[own + LAID]))]
    for tile, value in enumerate(VALUES):
        built = sum(TILE[kind // int(SQUARES)] == tile for kind in laid)
        held = supply(cells, own)[tile]
        if built + held != COPIES:
            both = f"has built {built} and holds {held} of the {value}s"
            raise PositionError(f"carre.2: player {seat} {both}; together it must be {COPIES}")
    reached = [0] * int(SQUARES)
    for tile in laid:
        if len({reached[square] for square in squares(tile)}) != 1:
            raise PositionError(f"carre.9: {KINDS[tile // int(SQUARES)]} of player {seat} does not lie flat")
        for square in squares(tile):
            reached[square] += 1
    if reached != heights(cells, own):
        raise PositionError(f"carre.9: the heights on the board of player {seat} are not those of its tiles")
