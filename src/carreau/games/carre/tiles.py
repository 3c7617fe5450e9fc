"""The tiles of Carré as tables of numbers. A kind is a tile with the way it is turned."""

from typing import Final

from carreau.core.native import i64, vec
from carreau.games.components import components

BOX: Final = components("carre")
WIDTH: Final[i64] = BOX["width"]
SQUARES: Final[i64] = BOX["width"] * BOX["height"]
COPIES: Final[i64] = BOX["copies"]
VALUES: Final = [int(value) for value in BOX["tiles"]]
TILE_COUNT: Final[i64] = BOX["copies"] * len(VALUES)  # tiles of one player
MOST_SEATS: Final = 4


def turned() -> list[tuple[int, str, int, int]]:
    """List every kind: the index of its value in VALUES, its name, its width and its height (carre.r15)."""
    kinds = []
    for tile, (value, (long, short)) in enumerate(BOX["tiles"].items()):
        if long == short:
            kinds.append((tile, value, long, short))
        else:
            kinds += [(tile, f"{value}x", long, short), (tile, f"{value}y", short, long)]
    return kinds


KINDS: Final = [name for _, name, _, _ in turned()]
KIND_COUNT: Final[i64] = len(KINDS)
TILE: Final = vec[i64]([tile for tile, _, _, _ in turned()])
VALUE: Final = vec[i64]([VALUES[tile] for tile, _, _, _ in turned()])
ACROSS: Final = vec[i64]([across for _, _, across, _ in turned()])
DOWN: Final = vec[i64]([down for _, _, _, down in turned()])


def squares_of(kind: int, square: int) -> int:
    """Return the squares covered by a tile with this upper left square; 0 if it overhangs the board (carre.8)."""
    across, down = int(ACROSS[kind]), int(DOWN[kind])
    y, x = divmod(square, BOX["width"])
    if x + across > BOX["width"] or y + down > BOX["height"]:
        return 0
    return sum(2 ** ((y + j) * BOX["width"] + x + i) for j in range(down) for i in range(across))


COVERS: Final = vec[i64]([squares_of(kind, square) for kind in range(len(KINDS)) for square in range(int(SQUARES))])
CORNER: Final = vec[i64]([square for _ in KINDS for square in range(int(SQUARES))])
