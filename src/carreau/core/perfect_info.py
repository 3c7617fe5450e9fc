"""Games of perfect information: the view is the position, and a guess is certain."""

from collections.abc import Mapping
from typing import Any, TypeVar

from carreau.core.game import Game, State, View
from carreau.core.native import mypyc_attr
from carreau.core.rng import Rng

S = TypeVar("S", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True)  # or compiled code demands exactly this class
class PerfectInfoView(View):
    """The whole position, as State.dump() returns it, and the seat that sees it."""

    def __init__(self, seat: int, position: Mapping[str, Any]) -> None:
        self.seat = seat
        self.position = position

    def to_json(self) -> Mapping[str, Any]:
        return {"seat": self.seat, **self.position}


@mypyc_attr(allow_interpreted_subclasses=True)
class PerfectInfoGame(Game[S, PerfectInfoView]):
    """A game in which only the future is unknown."""

    def guess(self, view: PerfectInfoView, rng: Rng) -> S:
        return self.load(view.position)
