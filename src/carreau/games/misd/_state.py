"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from typing import ClassVar, Self, final

from carreau.core.game import OVER
from carreau.core.native import i64, mypyc_attr
from carreau.core.perfect_info import PerfectInfoGame, PerfectInfoView
from carreau.core.spec import Spec
from carreau.games.misd._spec import COLOUR, LAY, MISSING, NAME, POINT, SHAPE, TIMEOUT, TURN, MisdViewJson
from carreau.games.misd.audit import audit
from carreau.games.misd.fast import FastMisd
from carreau.games.misd.spec import SPEC


@final
class MisdView(PerfectInfoView["MisdState"]):
    """The whole position, and whose eyes see it."""

    def to_json(self) -> MisdViewJson:
        return {"seat": self.seat, **self.known.table()}


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class MisdState(FastMisd):
    """A position."""

    def clone(self) -> Self:
        return MisdState(
            self.seats,
            self.stake,
            self.hard,
            self.places,
            self.others_go_on,
            self.mixed_sides,
            self.limit,
            original=self,
        )

    def view(self, seat: int) -> MisdView:
        return MisdView(seat, self.clone())

    def audit(self) -> None:
        audit(self)

    def objection(self, seat: i64, action: i64) -> str:
        if self.current == OVER:
            return self.ending()
        clause = self.against_turn(seat)
        if clause:
            return clause
        if action >= TIMEOUT:
            return self.against_timeout(seat)
        if action >= MISSING:
            return self.against_missing(seat)
        if action >= POINT:
            return self.against_point(seat, action - POINT + 1)
        if action >= NAME:
            return self.against_name(seat, (action - NAME) // 10, (action - NAME) % 10)
        if action >= COLOUR:
            return self.against_show_colour(seat, action - COLOUR)
        if action >= SHAPE:
            return self.against_show_shape(seat, action - SHAPE)
        if action >= LAY:
            return self.against_lay_out(seat, (action - LAY) // 2 + 1, (action - LAY) % 2)
        return self.against_turn_up(seat, (action - TURN) // 2 + 1, (action - TURN) % 2)

    def apply(self, seat: i64, action: i64) -> None:
        if action >= TIMEOUT:
            self.timeout(seat)
        elif action >= MISSING:
            self.missing(seat)
        elif action >= POINT:
            self.point(seat, action - POINT + 1)
        elif action >= NAME:
            self.name(seat, (action - NAME) // 10, (action - NAME) % 10)
        elif action >= COLOUR:
            self.show_colour(seat, action - COLOUR)
        elif action >= SHAPE:
            self.show_shape(seat, action - SHAPE)
        elif action >= LAY:
            self.lay_out(seat, (action - LAY) // 2 + 1, (action - LAY) % 2)
        else:
            self.turn_up(seat, (action - TURN) // 2 + 1, (action - TURN) % 2)


class MisdGame(PerfectInfoGame[MisdState]):
    """The game with its declarations; a subclass adds options and the start."""

    SPEC: ClassVar[Spec] = SPEC
