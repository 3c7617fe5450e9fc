"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from typing import ClassVar, Self, final

from carreau.core.game import OVER
from carreau.core.native import i64, mypyc_attr
from carreau.core.perfect_info import PerfectInfoGame, PerfectInfoView
from carreau.core.spec import Spec
from carreau.games.caro._spec import LAY, OBJECT, PASS, SILENT, CaroViewJson
from carreau.games.caro.audit import audit
from carreau.games.caro.fast import FastCaro
from carreau.games.caro.spec import SPEC


@final
class CaroView(PerfectInfoView["CaroState"]):
    """The whole position, and whose eyes see it."""

    def to_json(self) -> CaroViewJson:
        return {"seat": self.seat, **self.known.table()}


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class CaroState(FastCaro):
    """A position."""

    def clone(self) -> Self:
        return CaroState(self.seats, self.honour, self.rounds, self.side, original=self)

    def view(self, seat: int) -> CaroView:
        return CaroView(seat, self.clone())

    def audit(self) -> None:
        audit(self)

    def objection(self, seat: i64, action: i64) -> str:
        if self.current == OVER:
            return "caro.15"
        if seat != self.current:
            return "caro.3"
        if action >= SILENT:
            return self.against_silent(seat)
        if action >= OBJECT:
            return self.against_object(seat)
        if action >= PASS:
            return self.against_pass(seat)
        return self.against_lay(seat, (action - LAY) // 4, (action - LAY) % 4)

    def apply(self, seat: i64, action: i64) -> None:
        if action >= SILENT:
            self.silent(seat)
        elif action >= OBJECT:
            self.object(seat)
        elif action >= PASS:
            self.pass_(seat)
        else:
            self.lay(seat, (action - LAY) // 4, (action - LAY) % 4)


class CaroGame(PerfectInfoGame[CaroState]):
    """The game with its declarations; a subclass adds options and the start."""

    SPEC: ClassVar[Spec] = SPEC
