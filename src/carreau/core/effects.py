"""Effects: what a move does besides moving a piece, for the log and for previews.

Most are points. A game adds its own kinds: a capture, a correct call, a player who is out. Effects are public:
everybody who sees a move may see all its effects, and a law checks that they reveal no more than the Views do.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from carreau.core.actions import Value

POINTS: Final = "points"
NO_FIELDS: Final[Mapping[str, Value]] = {}


class Effect(NamedTuple):
    """One effect of a move, with fields like those of an action: what is captured, and where."""

    kind: str
    seat: int  # the seat it concerns, or NOBODY
    amount: int = 0
    fields: Mapping[str, Value] = NO_FIELDS


@lru_cache(maxsize=10_000)
def points(seat: int, amount: int) -> Effect:
    """Return an effect on points: the same few occur again and again, and making one costs as much as a rule."""
    return Effect(POINTS, seat, amount)


def point_changes(before: list[int], after: list[int]) -> list[Effect]:
    """List the points that each seat gained or lost."""
    return [points(seat, after[seat] - had) for seat, had in enumerate(before) if after[seat] != had]
