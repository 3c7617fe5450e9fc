"""Positions of Carat for tests."""

import json
from collections.abc import Sequence
from itertools import permutations
from typing import Any

from carreau.core.action_buffer import ActionBuffer
from carreau.core.game import CHANCE, SPECTATOR
from carreau.core.playout import playout
from carreau.core.rng import Rng
from carreau.games.carat._state import CaratState
from carreau.games.carat.game import Carat
from tests.play import legal_texts

SMALL = {"side": 3, "chips": [4, 3, 3, 3, 3]}
Wishes = dict[tuple[int, int], int]
Gem = tuple[str, int]


def tile_of(gems: str) -> str:
    """Return the order of a laid tile, read from its red gem on."""
    return gems[gems.index("r") :] + gems[: gems.index("r")]


def chip_values(game: Carat, wishes: Wishes) -> list[int]:
    """Return a layout of all chips, row by row, with some values at given places."""
    left = [value for value, count in enumerate(game.chips, start=1) for _ in range(count)]
    for value in wishes.values():
        left.remove(value)
    corners = range(game.side + 1)
    return [wishes[x, y] if (x, y) in wishes else left.pop(0) for y in corners for x in corners]


def chips_laid(game: Carat, wishes: Wishes | None = None) -> CaratState:
    values, corners = chip_values(game, wishes or {}), game.side + 1
    state = game.start()
    for place, value in enumerate(values):
        game.act(state, int(state.current), game.parse(f"chip {value} {place % corners},{place // corners}"))
    return state


def laid(game: Carat, *lays: str, chips: Wishes | None = None) -> CaratState:
    """Return the position after laying these tiles in turn; everybody draws the tiles they will lay, then others."""
    state = chips_laid(game, chips)
    wanted: list[list[str]] = [[] for _ in range(game.seats)]
    for number, lay in enumerate(lays):
        carats, gems, _ = lay.split()
        wanted[number % game.seats].append(f"draw {carats} {tile_of(gems)}")
    kept = {move for moves in wanted for move in moves}
    for lay in [*lays, ""]:
        while state.current == CHANCE:
            for_whom = wanted[state.turn]
            others = [move for move in legal_texts(game, state, CHANCE) if move not in kept]
            game.act(state, CHANCE, game.parse(for_whom.pop(0) if for_whom else others[0]))
        if lay:
            game.act(state, int(state.current), game.parse(lay))
    return state


def around(gems: Sequence[Gem]) -> list[str]:
    """Return four lays around chip 3,3, clockwise from upper left, each with one gem (letter, carats) towards it."""
    found: list[str] = []
    used = set()
    for (letter, carats), place, corner in zip(gems, ["2,2", "3,2", "3,3", "2,3"], [2, 3, 0, 1], strict=True):
        ways = ["".join(way) for way in permutations("rbgy") if way[corner] == letter]
        way = next(way for way in ways if (carats, tile_of(way)) not in used)
        used.add((carats, tile_of(way)))
        found.append(f"{carats} {way} {place}")
    return found


def seen(state: CaratState, seat: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(state.view(seat).to_json()))
    return found


def chip(state: CaratState, x: int, y: int) -> dict[str, Any]:
    found: dict[str, Any] = seen(state, SPECTATOR)["chips"][y][x]
    return found


def after_playout(game: Carat, seed: int) -> CaratState:
    state = game.start()
    playout(state, Rng(seed), ActionBuffer())
    return state


CASES: list[tuple[list[Gem], str, int]] = [
    ([("r", 5), ("b", 4), ("g", 2), ("y", 1)], "red", 4),
    ([("r", 5), ("b", 4), ("b", 2), ("g", 1)], "blue", 3),  # two gems of 6 in total against a single 5
    ([("r", 4), ("b", 4), ("g", 2), ("g", 1)], "green", 3),  # red and blue tie
    ([("r", 3), ("b", 3), ("g", 1), ("g", 2)], "yellow", 3),  # three tie, the fourth has no gem
    ([("r", 5), ("g", 5), ("b", 3), ("y", 3)], "nobody", 4),  # two ties
    ([("r", 3), ("r", 2), ("g", 4), ("g", 1)], "nobody", 2),  # a tie, and two with 0
    ([("r", 2), ("b", 2), ("g", 2), ("y", 2)], "nobody", 4),
    ([("r", 1), ("b", 2), ("b", 3), ("b", 4)], "blue", 2),
    ([("y", 1), ("y", 2), ("y", 3), ("y", 4)], "yellow", 1),
    ([("r", 6), ("b", 6), ("y", 6), ("g", 1)], "green", 4),
]
