"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from typing import ClassVar, Self, final

from carreau.core.game import OVER
from carreau.core.native import i64, mypyc_attr
from carreau.core.perfect_info import PerfectInfoGame, PerfectInfoView
from carreau.core.spec import Spec
from carreau.games.schlauraff._spec import (
    ASSIGN,
    CARRY,
    LAY,
    LEAVE,
    REROLL,
    ROLL,
    START,
    STOP,
    TAKE,
    SchlauraffViewJson,
)
from carreau.games.schlauraff.audit import audit
from carreau.games.schlauraff.fast import FastSchlauraff
from carreau.games.schlauraff.spec import SPEC


@final
class SchlauraffView(PerfectInfoView["SchlauraffState"]):
    """The whole position, and whose eyes see it."""

    def to_json(self) -> SchlauraffViewJson:
        return {"seat": self.seat, **self.known.table()}


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class SchlauraffState(FastSchlauraff):
    """A position."""

    def clone(self) -> Self:
        return SchlauraffState(self.seats, self.columns, self.rounds, self.extend, self.choice, original=self)

    def view(self, seat: int) -> SchlauraffView:
        return SchlauraffView(seat, self.clone())

    def audit(self) -> None:
        audit(self)

    def objection(self, seat: i64, action: i64) -> str:
        if self.current == OVER:
            return "schlauraff.14"
        clause = self.against_turn(seat)
        if clause:
            return clause
        if action >= STOP:
            return self.against_stop(seat)
        if action >= REROLL:
            return self.against_reroll(seat)
        if action >= TAKE:
            return self.against_take(seat)
        if action >= LEAVE:
            return self.against_leave(seat)
        if action >= CARRY:
            return self.against_carry(seat, action - CARRY + 1)
        if action >= ASSIGN:
            return self.against_assign(seat, (action - ASSIGN) // 6 + 1, (action - ASSIGN) % 6 + 1)
        if action >= ROLL:
            return self.against_roll(seat, action - ROLL)
        if action >= LAY:
            return self.against_lay(seat, action - LAY)
        return self.against_start(seat, action - START)

    def apply(self, seat: i64, action: i64) -> None:
        if action >= STOP:
            self.stop(seat)
        elif action >= REROLL:
            self.reroll(seat)
        elif action >= TAKE:
            self.take(seat)
        elif action >= LEAVE:
            self.leave(seat)
        elif action >= CARRY:
            self.carry(seat, action - CARRY + 1)
        elif action >= ASSIGN:
            self.assign(seat, (action - ASSIGN) // 6 + 1, (action - ASSIGN) % 6 + 1)
        elif action >= ROLL:
            self.roll(seat, action - ROLL)
        elif action >= LAY:
            self.lay(seat, action - LAY)
        else:
            self.start(seat, action - START)


class SchlauraffGame(PerfectInfoGame[SchlauraffState]):
    """The game with its declarations; a subclass adds options and the start."""

    SPEC: ClassVar[Spec] = SPEC
