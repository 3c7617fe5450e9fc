"""Games of perfect information: the view is the position, and a guess is certain."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from carreau.core.game import Game, State, View
from carreau.core.native import mypyc_attr
from carreau.core.rng import Rng

S = TypeVar("S", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True)  # or compiled code demands exactly this class
class PerfectInfoView(View, Generic[S]):
    """A copy of the whole position, and the seat that sees it."""

    def __init__(self, seat: int, known: S) -> None:
        self.seat = seat
        self.known = known

    def to_json(self) -> Mapping[str, Any]:
        return {"seat": self.seat, **self.known.dump()}


@mypyc_attr(allow_interpreted_subclasses=True)
class PerfectInfoGame(Game[S, PerfectInfoView[S]]):
    """A game in which only the future is unknown."""

    def guess(self, view: PerfectInfoView[S], rng: Rng) -> S:
        return view.known.clone()
