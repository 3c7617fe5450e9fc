"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from typing import ClassVar, Self, final

from carreau.core.game import OVER
from carreau.core.hidden_info import HiddenInfoGame
from carreau.core.native import i64, mypyc_attr
from carreau.core.spec import Spec
from carreau.games.plan._spec import DEAL, DRAW, GIVE, PASS, PLAY
from carreau.games.plan.audit import audit
from carreau.games.plan.fast import FastPlan
from carreau.games.plan.spec import SPEC
from carreau.games.plan.view import PlanView


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class PlanState(FastPlan):
    """A position."""

    def clone(self) -> Self:
        return PlanState(self.seats, self.deck, self.play_limit, self.open_discards, original=self)

    def view(self, seat: int) -> PlanView:
        return PlanView(seat, self)

    def audit(self) -> None:
        audit(self)

    def objection(self, seat: i64, action: i64) -> str:
        if self.current == OVER:
            return self.ending()
        clause = self.against_turn(seat)
        if clause:
            return clause
        if action >= DRAW:
            return self.against_draw(seat, action - DRAW + 1)
        if action >= PASS:
            return self.against_pass(seat, action - PASS + 1)
        if action >= GIVE:
            return self.against_give(seat, action - GIVE + 1)
        if action >= PLAY:
            return self.against_play(seat, action - PLAY + 1)
        return self.against_deal(seat, action - DEAL + 1)

    def apply(self, seat: i64, action: i64) -> None:
        if action >= DRAW:
            self.draw(seat, action - DRAW + 1)
        elif action >= PASS:
            self.pass_(seat, action - PASS + 1)
        elif action >= GIVE:
            self.give(seat, action - GIVE + 1)
        elif action >= PLAY:
            self.play(seat, action - PLAY + 1)
        else:
            self.deal(seat, action - DEAL + 1)


class PlanGame(HiddenInfoGame[PlanState, PlanView]):
    """The game with its declarations; a subclass adds options and the start."""

    SPEC: ClassVar[Spec] = SPEC
