"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from typing import ClassVar, Self, final

from carreau.core.game import CHANCE, OVER
from carreau.core.native import i64, mypyc_attr
from carreau.core.perfect_info import PerfectInfoGame, PerfectInfoView
from carreau.core.spec import Spec
from carreau.games.bauab._spec import LAY, PASS, START, BauabViewJson
from carreau.games.bauab.audit import audit
from carreau.games.bauab.fast import FastBauab
from carreau.games.bauab.spec import SPEC


@final
class BauabView(PerfectInfoView["BauabState"]):
    """The whole position, and whose eyes see it."""

    def to_json(self) -> BauabViewJson:
        return {"seat": self.seat, **self.known.table()}


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class BauabState(FastBauab):
    """A position."""

    def clone(self) -> Self:
        return BauabState(self.layout, original=self)

    def view(self, seat: int) -> BauabView:
        return BauabView(seat, self.clone())

    def audit(self) -> None:
        audit(self)

    def objection(self, seat: i64, action: i64) -> str:
        if self.current == OVER:
            return "bauab.13"
        if seat != self.current:
            return "bauab.3"
        if action >= PASS:
            if seat == CHANCE:
                return "bauab.3"
            return self.against_pass(seat)
        if action >= LAY:
            if seat == CHANCE:
                return "bauab.3"
            return self.against_lay(seat, (action - LAY) // 16, (action - LAY) % 16)
        if seat != CHANCE:
            return "bauab.3"
        return self.against_start(seat, action - START)

    def apply(self, seat: i64, action: i64) -> None:
        if action >= PASS:
            self.pass_(seat)
        elif action >= LAY:
            self.lay(seat, (action - LAY) // 16, (action - LAY) % 16)
        else:
            self.start(seat, action - START)


class BauabGame(PerfectInfoGame[BauabState]):
    """The game with its declarations; a subclass adds options and the start."""

    SPEC: ClassVar[Spec] = SPEC
