"""Raufer as a game: its options, its start and its guesses."""

from collections.abc import Mapping
from typing import Any, ClassVar

from carreau.core.bits import BIT, members
from carreau.core.effects import Effect
from carreau.core.errors import PositionError
from carreau.core.hidden_info import HiddenInfoGame
from carreau.core.options import Flag, Options, OptionValue
from carreau.core.position import PositionReader
from carreau.core.spec import Spec
from carreau.games.raufer._spec import RauferStage as Stage
from carreau.games.raufer._state import RauferState
from carreau.games.raufer.spec import BOX, FLOORS, MOST_DRAWS, SPEC
from carreau.games.raufer.view import RauferView


class Raufer(HiddenInfoGame[RauferState, RauferView]):
    """Raufer for three to five players; a smaller box makes a game small enough to enumerate."""

    SPEC: ClassVar[Spec] = SPEC
    OPTIONS: ClassVar[Options] = Options(Flag("open_discards", False), Flag("lot", True))

    def __init__(
        self, seats: int, options: Mapping[str, object] | None = None, box: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(seats, options)
        box = box or BOX
        self.floors: int = box["floors"]
        self.hand: int = box["hand"][str(seats)]
        pile = self.floors - seats * self.hand
        if self.floors > FLOORS or not 0 <= pile <= MOST_DRAWS:
            raise PositionError(f"raufer.1: a pile of {pile} from {self.floors} floors is not in 0..{MOST_DRAWS}")

    def empty(self) -> RauferState:
        return RauferState(self.seats, self.floors, self.hand, self.options["open_discards"] is True)

    def start(self) -> RauferState:
        state = self.empty()
        state.pile = BIT[self.floors + 1] - BIT[1]
        state.batches = self.seats
        for seat in range(self.seats):
            state.add_to_owns(seat, BIT[seat])
        if not self.options["lot"]:
            state.stage = Stage.DEALING
        return state

    def rematch_options(self) -> dict[str, OptionValue]:
        return {**self.options, "lot": False}  # raufer.r9

    def load(self, data: Mapping[str, Any]) -> RauferState:
        state = self.empty()
        state.load(PositionReader(self.NAME, data))
        if not self.options["lot"]:
            check_first_seat(state)
        return state

    def effects(self, before: RauferState, seat: int, action: int, after: RauferState) -> list[Effect]:
        """List who is out, and who took cards from the pile in the end (raufer.5, raufer.6, raufer.8)."""
        if before.stage == Stage.DEALING:
            return []
        out = [Effect("out", each) for each in members(after.out & ~before.out)]
        took = [(each, int(after.held(each) - before.held(each))) for each in range(self.seats)]
        return [*out, *(Effect("takes", each, cards) for each, cards in took if cards > 0)]


def check_first_seat(state: RauferState) -> None:
    """Check that seat 0 starts if no lots are drawn (raufer.r9)."""
    if state.stage == Stage.LOT:
        raise PositionError("raufer.r9: there is no lot; with lot=off the game begins with dealing")
    if state.starter:
        raise PositionError(f"raufer.r9: without a lot seat 0 begins, not seat {state.starter}")
