"""Raufer as a game: its options, its start and its guesses."""

from collections.abc import Mapping
from typing import Any, ClassVar

from carreau.core.bits import BIT, members
from carreau.core.effects import Effect
from carreau.core.options import Flag, Options, OptionValue
from carreau.core.position import PositionReader, require
from carreau.games.raufer._spec import RauferStage as Stage
from carreau.games.raufer._state import RauferGame, RauferState
from carreau.games.raufer.spec import FLOORS, MOST_DRAWS


class Raufer(RauferGame):
    """Raufer for three to five players; a smaller box makes a game small enough to enumerate."""

    OPTIONS: ClassVar[Options] = Options(Flag("open_discards", False), Flag("lot", True))

    def prepare(self) -> None:
        self.floors: int = self.box["floors"]
        self.hand: int = self.box["hand"][str(self.seats)]
        pile = self.floors - self.seats * self.hand
        fits = self.floors <= FLOORS and 0 <= pile <= MOST_DRAWS
        require(fits, f"raufer.1: a pile of {pile} from {self.floors} floors is not in 0..{MOST_DRAWS}")

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
            require(state.stage != Stage.LOT, "raufer.r9: there is no lot; with lot=off the game begins with dealing")
            require(state.starter == 0, f"raufer.r9: without a lot seat 0 begins, not seat {state.starter}")
        return state

    def effects(self, before: RauferState, seat: int, action: int, after: RauferState) -> list[Effect]:
        """List who is out, and who took cards from the pile in the end (raufer.5, raufer.6, raufer.8)."""
        if before.stage == Stage.DEALING:
            return []
        out = [Effect("out", each) for each in members(after.out & ~before.out)]
        took = [(each, int(after.held(each) - before.held(each))) for each in range(self.seats)]
        return [*out, *(Effect("takes", each, cards) for each, cards in took if cards > 0)]
