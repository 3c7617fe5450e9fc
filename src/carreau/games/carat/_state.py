"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from typing import ClassVar, Self, final

from carreau.core.game import OVER
from carreau.core.hidden_info import HiddenInfoGame
from carreau.core.native import i64, mypyc_attr
from carreau.core.spec import Spec
from carreau.games.carat._spec import CHIP, DRAW, LAY
from carreau.games.carat.audit import audit
from carreau.games.carat.fast import FastCarat
from carreau.games.carat.spec import SPEC
from carreau.games.carat.view import CaratView


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class CaratState(FastCarat):
    """A position."""

    def clone(self) -> Self:
        return CaratState(
            self.seats, self.played, self.by_players, self.open_hands, self.side, self.hand_size, original=self
        )

    def view(self, seat: int) -> CaratView:
        return CaratView(seat, self)

    def audit(self) -> None:
        audit(self)

    def objection(self, seat: i64, action: i64) -> str:
        if self.current == OVER:
            return "carat.15"
        if seat != self.current:
            return self.out_of_turn()
        if action >= LAY:
            return self.against_lay(seat, (action - LAY) // 36, (action - LAY) % 36)
        if action >= DRAW:
            return self.against_draw(seat, action - DRAW)
        return self.against_chip(seat, (action - CHIP) // 49 + 1, (action - CHIP) % 49)

    def apply(self, seat: i64, action: i64) -> None:
        if action >= LAY:
            self.lay(seat, (action - LAY) // 36, (action - LAY) % 36)
        elif action >= DRAW:
            self.draw(seat, action - DRAW)
        else:
            self.chip(seat, (action - CHIP) // 49 + 1, (action - CHIP) % 49)


class CaratGame(HiddenInfoGame[CaratState, CaratView]):
    """The game with its declarations; a subclass adds options and the start."""

    SPEC: ClassVar[Spec] = SPEC
