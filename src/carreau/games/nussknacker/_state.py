"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from typing import ClassVar, Self, final

from carreau.core.game import OVER
from carreau.core.hidden_info import HiddenInfoGame
from carreau.core.native import i64, mypyc_attr
from carreau.core.spec import Spec
from carreau.games.nussknacker._spec import ANNOUNCE, ASIDE, ASK, CHOOSE, DEAL, NO, PASS, PUSH, START
from carreau.games.nussknacker.audit import audit
from carreau.games.nussknacker.fast import FastNussknacker
from carreau.games.nussknacker.spec import SPEC
from carreau.games.nussknacker.view import NussknackerView


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class NussknackerState(FastNussknacker):
    """A position."""

    def clone(self) -> Self:
        return NussknackerState(self.seats, self.target, self.highest, self.limit, self.race, original=self)

    def view(self, seat: int) -> NussknackerView:
        return NussknackerView(seat, self)

    def audit(self) -> None:
        audit(self)

    def objection(self, seat: i64, action: i64) -> str:
        if self.current == OVER:
            return self.ending()
        clause = self.against_turn(seat)
        if clause:
            return clause
        if action >= PASS:
            return self.against_pass(seat)
        if action >= ANNOUNCE:
            return self.against_announce(seat, action - ANNOUNCE + 1)
        if action >= CHOOSE:
            return self.against_choose(seat, action - CHOOSE)
        if action >= PUSH:
            return self.against_push(seat, action - PUSH + 1)
        if action >= NO:
            return self.against_no(seat)
        if action >= ASK:
            return self.against_ask(seat, (action - ASK) // 8, (action - ASK) % 8 + 1)
        if action >= DEAL:
            return self.against_deal_out(seat, action - DEAL + 1)
        if action >= ASIDE:
            return self.against_lay_aside(seat, action - ASIDE + 1)
        return self.against_start(seat, action - START)

    def apply(self, seat: i64, action: i64) -> None:
        if DEAL <= action < ASK:
            self.deal_out(seat, action - DEAL + 1)
        elif action >= PASS:
            self.pass_(seat)
        elif action >= ANNOUNCE:
            self.announce(seat, action - ANNOUNCE + 1)
        elif action >= CHOOSE:
            self.choose(seat, action - CHOOSE)
        elif action >= PUSH:
            self.push(seat, action - PUSH + 1)
        elif action >= NO:
            self.no(seat)
        elif action >= ASK:
            self.ask(seat, (action - ASK) // 8, (action - ASK) % 8 + 1)
        elif action >= ASIDE:
            self.lay_aside(seat, action - ASIDE + 1)
        else:
            self.start(seat, action - START)


class NussknackerGame(HiddenInfoGame[NussknackerState, NussknackerView]):
    """The game with its declarations; a subclass adds options and the start."""

    SPEC: ClassVar[Spec] = SPEC
