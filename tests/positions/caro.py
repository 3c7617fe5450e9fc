"""Positions of Caro for tests."""

from typing import Any

from carreau.games.caro._state import CaroState
from carreau.games.caro.game import Caro
from tests.play import play

COLOURS = ["red", "black", "grey", "white"]


def alternate(*tiles: str, seats: int = 2) -> CaroState:
    """Return the position after tiles are laid in turn."""
    return play(Caro(seats), *(f"{index % seats}: {tile}" for index, tile in enumerate(tiles)))


def scores_of(state: CaroState) -> list[int]:
    return [int(state.scores(seat)) for seat in range(int(state.seats))]


def tiles_of(state: CaroState) -> list[list[Any]]:
    return [list(tile) for tile in state.dump_tiles()]


def position(tiles: list[list[Any]], hands: list[list[int]], current: int = 0, **more: Any) -> dict[str, Any]:
    """Return a dumped position with these tiles and hands; everything else is as at the start."""
    seats = len(hands)
    return {
        "tiles": tiles,
        "hands": hands,
        "scores": [0] * seats,
        "round_scores": [0] * seats,
        "rounds_left": 1,
        "starter": 0,
        "current": current,
        "stage": "laying",
        "last": [0, 0, 0, "red", 0],
        **more,
    }
