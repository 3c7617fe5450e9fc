"""One seat's view of Raufer."""

from typing import final

from carreau.core.bits import BIT
from carreau.core.hidden_info import GuessingView
from carreau.core.rng import Rng
from carreau.games.raufer._spec import RauferViewJson
from carreau.games.raufer.belief import Deals
from carreau.games.raufer.rules import RauferRules


@final
class RauferView(GuessingView):
    """The position with all that is hidden from a seat left blank, and how much that is."""

    def __init__(self, seat: int, state: RauferRules) -> None:
        self.seat = seat
        self.sight = state.sight(seat)
        self.drew = state.face_down()
        self.known = state.clone()
        self.known.hide_from(seat)
        self.deals: Deals | None = None  # counted when the first guess is asked for

    def guess(self, rng: Rng) -> RauferRules:
        """Draw a position that fits this view; every deal that fits is equally likely."""
        if self.deals is None:
            own = self.seat >= 0
            hand, batches = (self.known.hands(self.seat), self.known.owns(self.seat)) if own else (0, 0)
            self.deals = Deals(self.known, hand, batches)
        state = self.known.clone()
        self.deals.fill(state, self.drew, rng)
        return state

    def to_json(self) -> RauferViewJson:
        drawn = [int(self.drew & BIT[seat] != 0) for seat in range(int(self.known.seats))]
        return {**self.sight, "drawn": drawn, **self.known.table()}
