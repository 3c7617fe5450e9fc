"""Games with hidden information: a view is the position without the other seats' secrets."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar, cast

from carreau.core.game import Game, State, View
from carreau.core.native import mypyc_attr
from carreau.core.rng import Rng

S = TypeVar("S", bound=State)


class HiddenInfoView(View, Generic[S]):
    """A copy of the position, cleared of everything a seat may not see."""

    def __init__(self, seat: int, known: S) -> None:
        self.seat = seat
        self.known = known

    def to_json(self) -> Mapping[str, Any]:
        return {"seat": self.seat, **self.known.dump()}


@mypyc_attr(allow_interpreted_subclasses=True)
class GuessingView(View):
    """A View that knows how likely every state is that fits it."""

    def guess(self, rng: Rng) -> State:
        """Draw a state that fits, each with the likelihood it has given the View."""
        raise NotImplementedError


G = TypeVar("G", bound=GuessingView)


@mypyc_attr(allow_interpreted_subclasses=True)
class HiddenInfoGame(Game[S, G]):
    """A game in which guesses are up to the Views."""

    def guess(self, view: G, rng: Rng) -> S:
        return cast(S, view.guess(rng))
