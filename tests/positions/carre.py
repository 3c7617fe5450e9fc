"""Positions of Carré for tests."""

from collections import Counter
from itertools import product
from typing import Any

from carreau.games.carre._state import CarreState
from carreau.games.carre.game import Carre
from tests.play import legal_texts

VALUES = [2, 3, 4, 6, 7, 8, 9, 12]
SIZES = {2: (2, 1), 3: (3, 1), 4: (2, 2), 6: (3, 2), 7: (1, 1), 8: (4, 2), 9: (3, 3), 12: (4, 3)}
# All sixteen tiles: two full layers twice over, and the last four on top.
LAYERS = ["12y 0,0", "8y 3,0"] * 2 + ["9 0,0", "6y 3,0", "3x 0,3", "2x 3,3"] * 2
FULL = [*LAYERS, "4 0,0", "4 2,0", "7 4,0", "7 4,1"]


def squares(kind: str, x: int, y: int) -> set[tuple[int, int]]:
    long, short = SIZES[int(kind.rstrip("xy"))]
    across, down = (short, long) if kind.endswith("y") else (long, short)
    return {(x + i, y + j) for i in range(across) for j in range(down)}


def board(tiles: list[str]) -> list[list[Any]]:
    """Return tiles such as "8x 0,1", in building order, as a dumped board."""
    found: list[list[Any]] = []
    for tile in tiles:
        kind, place = tile.split()
        x, y = map(int, place.split(","))
        found.append([kind, x, y, sum((x, y) in squares(*below[:3]) for below in found)])
    return found


def supply(tiles: list[str]) -> list[int]:
    built = [int(tile.split()[0].rstrip("xy")) for tile in tiles]
    return [2 - built.count(value) for value in VALUES]


def position(
    *boards: list[str],
    dice: tuple[int, ...] = (1, 1, 1),
    chips: tuple[int, ...] | None = None,
    stoppers: tuple[int, ...] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Return a position in which seat 0 has rolled, with these boards; all other chips are in the middle."""
    seats = len(boards)
    held = [list(stoppers or (0,) * seats), list(chips or (1,) * seats)]
    return {
        "boards": [board(tiles) for tiles in boards],
        "supplies": [supply(tiles) for tiles in boards],
        "stoppers": held[0],
        "chips": held[1],
        "middle": [2 * seats - sum(held[0]), 2 * seats - sum(held[1])],
        "new": [0, 0],
        "bought": [0, 0],
        "dice": list(dice),
        "stopped": 0,
        "turns": 0,
        "turn": 0,
        "current": 0,
        "stage": "acting",
        **more,
    }


def loaded(*boards: list[str], **more: Any) -> tuple[Carre, CarreState]:
    game = Carre(len(boards))
    return game, game.load(position(*boards, **more))


def texts(game: Carre, state: CarreState, start: str) -> list[str]:
    return [text for text in legal_texts(game, state, int(state.current)) if text.startswith(start)]


def heights(state: CarreState, seat: int) -> list[int]:
    counted = Counter(square for tile in state.dump()["boards"][seat] for square in squares(*tile[:3]))
    return [counted[x, y] for y, x in product(range(4), range(5))]
