"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from typing import ClassVar, Self, final

from carreau.core.game import OVER
from carreau.core.hidden_info import HiddenInfoGame
from carreau.core.native import i64, mypyc_attr
from carreau.core.spec import Spec
from carreau.games.raufer._spec import DEAL, DRAW, FAIL, LAY, START
from carreau.games.raufer.audit import audit
from carreau.games.raufer.fast import FastRaufer
from carreau.games.raufer.spec import SPEC
from carreau.games.raufer.view import RauferView


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class RauferState(FastRaufer):
    """A position."""

    def clone(self) -> Self:
        return RauferState(self.seats, self.floors, self.hand_size, self.open_discards, original=self)

    def view(self, seat: int) -> RauferView:
        return RauferView(seat, self)

    def audit(self) -> None:
        audit(self)

    def objection(self, seat: i64, action: i64) -> str:
        if self.current == OVER:
            return self.ending()
        if seat != self.current:
            return "raufer.3"
        if action >= DRAW:
            return self.against_draw(seat, action - DRAW + 1)
        if action >= FAIL:
            return self.against_fail(seat)
        if action >= LAY:
            return self.against_lay(seat, (action - LAY) // 2 + 1, (action - LAY) % 2)
        if action >= DEAL:
            return self.against_deal(seat, action - DEAL + 1)
        return self.against_start(seat, action - START)

    def apply(self, seat: i64, action: i64) -> None:
        if action >= DRAW:
            self.draw(seat, action - DRAW + 1)
        elif action >= FAIL:
            self.fail(seat)
        elif action >= LAY:
            self.lay(seat, (action - LAY) // 2 + 1, (action - LAY) % 2)
        elif action >= DEAL:
            self.deal(seat, action - DEAL + 1)
        else:
            self.start(seat, action - START)


class RauferGame(HiddenInfoGame[RauferState, RauferView]):
    """The game with its declarations; a subclass adds options and the start."""

    SPEC: ClassVar[Spec] = SPEC
