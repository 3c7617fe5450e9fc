"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from carreau.core.game import CHANCE, OVER
from carreau.core.native import i64, mypyc_attr
from carreau.games.schollenschubser._spec import DECLINE, DRIFT, DROP, END, FLOE, LAY, MELT, MOVE, ROLL, START
from carreau.games.schollenschubser.rules import SchollenschubserRules


@mypyc_attr(acyclic=True)
class SchollenschubserDispatch(SchollenschubserRules):
    """The way from an action to its verb: a subclass of the rules, so the calls are direct."""

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
