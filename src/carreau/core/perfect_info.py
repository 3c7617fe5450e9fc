"""Games in which nothing is hidden: the view is the position, and a guess is certain."""

from collections.abc import Mapping
from typing import Any, TypeVar

from carreau.core.game import Game, State, View
from carreau.core.native import mypyc_attr
from carreau.core.rng import Rng

S = TypeVar("S", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True)  # else compiled code asks whether a view is exactly of this class
class PerfectInfoView(View):
    """The whole position, as State.dump() gives it, and whose eyes see it."""

    def __init__(self, seat: int, position: Mapping[str, Any]) -> None:
        self.seat = seat
        self.position = position

    def to_json(self) -> Mapping[str, Any]:
        return {"seat": self.seat, **self.position}


@mypyc_attr(allow_interpreted_subclasses=True)
class PerfectInfoGame(Game[S, PerfectInfoView]):
    """A game of open information; only the future is unknown."""

    def guess(self, view: PerfectInfoView, rng: Rng) -> S:
        return self.load(view.position)
