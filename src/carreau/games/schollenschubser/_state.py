"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from typing import ClassVar, Self, final

from carreau.core.game import CHANCE, OVER
from carreau.core.native import i64, mypyc_attr
from carreau.core.perfect_info import PerfectInfoGame, PerfectInfoView
from carreau.core.spec import Spec
from carreau.games.schollenschubser._spec import (
    DECLINE,
    DRIFT,
    DROP,
    END,
    FLOE,
    LAY,
    MELT,
    MOVE,
    ROLL,
    START,
    SchollenschubserViewJson,
)
from carreau.games.schollenschubser.audit import audit
from carreau.games.schollenschubser.fast import FastSchollenschubser
from carreau.games.schollenschubser.spec import SPEC


@final
class SchollenschubserView(PerfectInfoView["SchollenschubserState"]):
    """The whole position, and whose eyes see it."""

    def to_json(self) -> SchollenschubserViewJson:
        return {"seat": self.seat, **self.known.table()}


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class SchollenschubserState(FastSchollenschubser):
    """A position."""

    def clone(self) -> Self:
        return SchollenschubserState(self.seats, self.turn_limit, self.large_floes, self.melt_compulsory, original=self)

    def view(self, seat: int) -> SchollenschubserView:
        return SchollenschubserView(seat, self.clone())

    def audit(self) -> None:
        audit(self)

    def objection(self, seat: i64, action: i64) -> str:
        if self.current == OVER:
            return self.ending()
        if seat != self.current:
            return "scholle.4"
        if action >= END:
            if seat == CHANCE:
                return "scholle.4"
            if self.stage != 4:  # moving
                return "scholle.4"
            return self.against_end(seat)
        if action >= MOVE:
            if seat == CHANCE:
                return "scholle.4"
            if self.stage != 4:  # moving
                return "scholle.4"
            return self.against_move(seat, (action - MOVE) // 22, (action - MOVE) % 22)
        if action >= DECLINE:
            if seat == CHANCE:
                return "scholle.4"
            if self.stage != 3:  # drifting
                return "scholle.4"
            return self.against_decline(seat)
        if action >= DROP:
            if seat == CHANCE:
                return "scholle.4"
            if self.stage != 3:  # drifting
                return "scholle.4"
            return self.against_drop(seat, (action - DROP) // 4, (action - DROP) % 4)
        if action >= MELT:
            if seat == CHANCE:
                return "scholle.4"
            if self.stage != 3:  # drifting
                return "scholle.4"
            return self.against_melt(seat, action - MELT)
        if action >= FLOE:
            if seat == CHANCE:
                return "scholle.4"
            if self.stage != 3:  # drifting
                return "scholle.4"
            return self.against_floe(seat, (action - FLOE) // 4 + 1, (action - FLOE) % 4)
        if action >= DRIFT:
            if seat == CHANCE:
                return "scholle.4"
            if self.stage != 3:  # drifting
                return "scholle.4"
            return self.against_drift(seat, action - DRIFT)
        if action >= ROLL:
            if seat != CHANCE:
                return "scholle.4"
            if self.stage != 2:  # rolling
                return "scholle.4"
            return self.against_roll(seat, action - ROLL)
        if action >= START:
            if seat != CHANCE:
                return "scholle.4"
            if self.stage != 1:  # lot
                return "scholle.4"
            return self.against_start(seat, action - START)
        if seat != CHANCE:
            return "scholle.4"
        return self.against_lay(seat, (action - LAY) // 4, (action - LAY) % 4 + 1)

    def apply(self, seat: i64, action: i64) -> None:
        if action >= END:
            self.end(seat)
        elif action >= MOVE:
            self.move(seat, (action - MOVE) // 22, (action - MOVE) % 22)
        elif action >= DECLINE:
            self.decline(seat)
        elif action >= DROP:
            self.drop(seat, (action - DROP) // 4, (action - DROP) % 4)
        elif action >= MELT:
            self.melt(seat, action - MELT)
        elif action >= FLOE:
            self.floe(seat, (action - FLOE) // 4 + 1, (action - FLOE) % 4)
        elif action >= DRIFT:
            self.drift(seat, action - DRIFT)
        elif action >= ROLL:
            self.roll(seat, action - ROLL)
        elif action >= START:
            self.start(seat, action - START)
        else:
            self.lay(seat, (action - LAY) // 4, (action - LAY) % 4 + 1)


class SchollenschubserGame(PerfectInfoGame[SchollenschubserState]):
    """The game with its declarations; a subclass adds options and the start."""

    SPEC: ClassVar[Spec] = SPEC
