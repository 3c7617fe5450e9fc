"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from typing import ClassVar, Self, final

from carreau.core.game import CHANCE, OVER
from carreau.core.native import i64, mypyc_attr
from carreau.core.perfect_info import PerfectInfoGame, PerfectInfoView
from carreau.core.spec import Spec
from carreau.games.carre._spec import ALSO, BUILD, BUY, END, NAME, ROLL, STOP, TAKE_BACK, CarreViewJson
from carreau.games.carre.audit import audit
from carreau.games.carre.fast import FastCarre
from carreau.games.carre.spec import SPEC


@final
class CarreView(PerfectInfoView["CarreState"]):
    """The whole position, and whose eyes see it."""

    def to_json(self) -> CarreViewJson:
        return {"seat": self.seat, **self.known.table()}


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class CarreState(FastCarre):
    """A position."""

    def clone(self) -> Self:
        return CarreState(self.seats, self.turn_limit, self.with_stoppers, original=self)

    def view(self, seat: int) -> CarreView:
        return CarreView(seat, self.clone())

    def audit(self) -> None:
        audit(self)

    def objection(self, seat: i64, action: i64) -> str:
        if self.current == OVER:
            return self.ending()
        if seat != self.current:
            return "carre.4"
        if action >= END:
            if seat == CHANCE:
                return "carre.4"
            return self.against_end(seat)
        if action >= NAME:
            if seat == CHANCE:
                return "carre.4"
            return self.against_name(seat, action - NAME)
        if action >= BUY:
            if seat == CHANCE:
                return "carre.4"
            return self.against_buy(seat, (action - BUY) // 136, (action - BUY) // 68 % 2 + 1, (action - BUY) % 68)
        if action >= TAKE_BACK:
            if seat == CHANCE:
                return "carre.4"
            return self.against_take_back(seat, action - TAKE_BACK)
        if action >= ALSO:
            if seat == CHANCE:
                return "carre.4"
            return self.against_also(seat, action - ALSO)
        if action >= STOP:
            if seat == CHANCE:
                return "carre.4"
            return self.against_stop(seat, (action - STOP) // 1360, (action - STOP) // 68 % 20, (action - STOP) % 68)
        if action >= BUILD:
            if seat == CHANCE:
                return "carre.4"
            return self.against_build(seat, (action - BUILD) // 68, (action - BUILD) % 68)
        if seat != CHANCE:
            return "carre.4"
        return self.against_roll(seat, action - ROLL)

    def apply(self, seat: i64, action: i64) -> None:
        if action >= END:
            self.end(seat)
        elif action >= NAME:
            self.name(seat, action - NAME)
        elif action >= BUY:
            self.buy(seat, (action - BUY) // 136, (action - BUY) // 68 % 2 + 1, (action - BUY) % 68)
        elif action >= TAKE_BACK:
            self.take_back(seat, action - TAKE_BACK)
        elif action >= ALSO:
            self.also(seat, action - ALSO)
        elif action >= STOP:
            self.stop(seat, (action - STOP) // 1360, (action - STOP) // 68 % 20, (action - STOP) % 68)
        elif action >= BUILD:
            self.build(seat, (action - BUILD) // 68, (action - BUILD) % 68)
        else:
            self.roll(seat, action - ROLL)


class CarreGame(PerfectInfoGame[CarreState]):
    """The game with its declarations; a subclass adds options and the start."""

    SPEC: ClassVar[Spec] = SPEC
