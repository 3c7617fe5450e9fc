"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from carreau.core.game import CHANCE, OVER
from carreau.core.native import i64, mypyc_attr
from carreau.games.bauab._spec import LAY, PASS, START
from carreau.games.bauab.rules import BauabRules


@mypyc_attr(acyclic=True)
class BauabDispatch(BauabRules):
    """The way from an action to its verb: a subclass of the rules, so the calls are direct."""

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
