"""Hand-written results with their series, and a game with a planted bias."""

from typing import Any, ClassVar

from carreau.core.result import Result, ranked
from carreau.lab.series import Series
from tests.toy import Toy, ToyState


def row(index: int, ranks: list[int], **more: Any) -> dict[str, Any]:
    """Return a row with defaults for everything a test isn't about."""
    usual = {
        "series": "equals 2 2",
        "index": index,
        "seed": index,
        "lineup": [0] * len(ranks),
        "ranks": ranks,
        "points": [3 - rank for rank in ranks],
        "decisions": 4,
        "turns": 4,
        "moves": f"{index}",
        "clause": "toy.4",
        "actions": [],
        "choices": [1, 2, 3, 2],
        "offered": {},
        "chances": [[1 / len(ranks)] * len(ranks)] * 24,
    }
    return {**usual, **more}


def series(kind: str, game: str = "caro", seats: int = 2, bots: tuple[str, ...] = ("2",)) -> Series:
    return Series(kind, game, seats, {}, list(bots), seed=1, simulations=10)


class UnfairState(ToyState):
    """A game that the first player wins, whatever the cards."""

    def result(self) -> Result:
        return ranked([2, 1], "toy.4")


class Unfair(Toy):
    STATE: ClassVar[type[ToyState]] = UnfairState
