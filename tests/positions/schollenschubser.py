"""Positions of Schollenschubser for tests."""

from typing import Any

from carreau.core.game import CHANCE
from carreau.games.schollenschubser._state import SchollenschubserState
from carreau.games.schollenschubser.game import Schollenschubser
from tests.play import legal_texts

ROWS, COLUMNS = "abcde", "1234"
FIELDS = [row + column for row in ROWS for column in COLUMNS]
Table = tuple[Schollenschubser, SchollenschubserState]


def position(*floes: str, seats: int = 2, aboard: tuple[int, ...] = (), **more: Any) -> dict[str, Any]:
    """Return a position in which seat 0 has rolled; "b2 3 0 0 1" is a floe: field, size, owners of its explorers."""
    read = [(field, int(size), [int(owner) for owner in owners]) for field, size, *owners in map(str.split, floes)]
    there = [owner for _, _, owners in read for owner in owners]
    gone = list(aboard or (0,) * seats)
    return {
        "floes": [
            [field, size, [owners.count(seat) for seat in range(seats)], 0]
            for field, size, owners in sorted(read, key=lambda floe: FIELDS.index(floe[0]))
        ],
        "supply": [5 - sum(size > 2 for _, size, _ in read), 5 - sum(size < 3 for _, size, _ in read)],
        "bank": [4 - gone[seat] - there.count(seat) for seat in range(seats)],
        "aboard": gone,
        "dice": [1, 1],
        "entered": False,
        "returned": 0,
        "turns": 0,
        "starter": 0,
        "turn": 0,
        "current": 0,
        "stage": "drifting",
        **more,
    }


def loaded(*floes: str, seats: int = 2, options: dict[str, object] | None = None, **more: Any) -> Table:
    """Return the game and the position."""
    game = Schollenschubser(seats, options)
    return game, game.load(position(*floes, seats=seats, **more))


def rolled(dice: tuple[int, int], *floes: str, **more: Any) -> Table:
    return loaded(*floes, dice=sorted(dice), **more)


def moving(*floes: str, **more: Any) -> Table:
    return loaded(*floes, stage="moving", **more)


def before_roll(*floes: str, **more: Any) -> Table:
    return loaded(*floes, stage="rolling", dice=[], current=CHANCE, **more)


def texts(game: Schollenschubser, state: SchollenschubserState, *verbs: str) -> set[str]:
    """List the player's legal moves; with verbs, only those."""
    found = legal_texts(game, state, int(state.current))
    return {text for text in found if not verbs or text.split()[0] in verbs}


def moves(game: Schollenschubser, state: SchollenschubserState) -> set[str]:
    return {text for text in texts(game, state) if "-" in text}


def floes(state: SchollenschubserState) -> dict[str, int]:
    return {field: size for field, size, _, _ in state.dump()["floes"]}


def standing(state: SchollenschubserState, field: str) -> list[int]:
    """Count each player's explorers on a floe."""
    (found,) = [explorers for name, _, explorers, _ in state.dump()["floes"] if name == field]
    return list(found)
