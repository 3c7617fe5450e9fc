"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from typing import ClassVar, Self, final

from carreau.core.game import OVER
from carreau.core.hidden_info import HiddenInfoGame
from carreau.core.native import i64, mypyc_attr
from carreau.core.spec import Spec
from carreau.games.qarre._spec import DEAL, DECLINE, DISCARD, DRAW, END, FILL, LAY, REMOVE, RESERVE, START, TAKE, TURN
from carreau.games.qarre.audit import audit
from carreau.games.qarre.fast import FastQarre
from carreau.games.qarre.spec import SPEC
from carreau.games.qarre.view import QarreView


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class QarreState(FastQarre):
    """A position."""

    def clone(self) -> Self:
        return QarreState(self.deck, self.action_deck, self.keep, self.target, self.lead, self.limit, original=self)

    def view(self, seat: int) -> QarreView:
        return QarreView(seat, self)

    def audit(self) -> None:
        audit(self)

    def objection(self, seat: i64, action: i64) -> str:
        if self.current == OVER:
            return self.ending()
        if seat != self.current:
            return "qarre.3"
        if action >= END:
            return self.against_end(seat)
        if action >= RESERVE:
            return self.against_reserve(seat, action - RESERVE)
        if action >= LAY:
            return self.against_lay(seat, (action - LAY) // 4, (action - LAY) % 4)
        if action >= DISCARD:
            return self.against_discard(seat, action - DISCARD)
        if action >= DECLINE:
            return self.against_decline(seat)
        if action >= REMOVE:
            return self.against_remove(seat, action - REMOVE)
        if action >= TAKE:
            return self.against_take(seat, action - TAKE)
        if action >= TURN:
            return self.against_turn_up(seat, action - TURN)
        if action >= DRAW:
            return self.against_draw(seat, action - DRAW)
        if action >= DEAL:
            return self.against_deal(seat, action - DEAL)
        if action >= FILL:
            return self.against_fill(seat, action - FILL)
        return self.against_start(seat, action - START)

    def apply(self, seat: i64, action: i64) -> None:
        if action >= END:
            self.end(seat)
        elif action >= RESERVE:
            self.reserve(seat, action - RESERVE)
        elif action >= LAY:
            self.lay(seat, (action - LAY) // 4, (action - LAY) % 4)
        elif action >= DISCARD:
            self.discard(seat, action - DISCARD)
        elif action >= DECLINE:
            self.decline(seat)
        elif action >= REMOVE:
            self.remove(seat, action - REMOVE)
        elif action >= TAKE:
            self.take(seat, action - TAKE)
        elif action >= TURN:
            self.turn_up(seat, action - TURN)
        elif action >= DRAW:
            self.draw(seat, action - DRAW)
        elif action >= DEAL:
            self.deal(seat, action - DEAL)
        elif action >= FILL:
            self.fill(seat, action - FILL)
        else:
            self.start(seat, action - START)


class QarreGame(HiddenInfoGame[QarreState, QarreView]):
    """The game with its declarations; a subclass adds options and the start."""

    SPEC: ClassVar[Spec] = SPEC
