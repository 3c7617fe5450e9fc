"""Reasons for actions, from the rules and the exact solvers of each game: `reasons(worlds, seat, action)`.

The worlds are guessed from a view, so what differs between them depends on what the seat can't see: it is told as a
share of the worlds. The texts are in words.*.toml, under the name of the game.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

from carreau.core.actions import Value
from carreau.core.game import State

TENTHS: Final = 10


class Reason(NamedTuple):
    """One reason: the key of its text, the seat it concerns, and what fills the text's gaps."""

    kind: str
    seat: int = -1
    values: Mapping[str, Value | Sequence[Value]] = {}


def reasons(game: str, worlds: Sequence[State], seat: int, action: int) -> list[Reason]:
    """List what a game's rules and solvers know of an action; nothing if it has no reasons of its own."""
    name = f"{__name__}.{game}"
    if not find_spec(name):
        return []
    told: Any = import_module(name)
    found: list[Reason] = told.reasons(worlds, seat, action)
    return found


def tenths(holds: Sequence[bool]) -> int:
    """Return in how many of ten worlds something holds."""
    return round(TENTHS * sum(holds) / len(holds))


def decimal(number: float) -> str:
    """Write a number with one digit after the point, as in English."""
    return f"{abs(number) if abs(number) < 0.05 else number:.1f}"
