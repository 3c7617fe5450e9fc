"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from carreau.core.game import OVER
from carreau.core.native import i64, mypyc_attr
from carreau.games.caro._spec import LAY, OBJECT, PASS, SILENT
from carreau.games.caro.rules import CaroRules


@mypyc_attr(acyclic=True)
class CaroDispatch(CaroRules):
    """The way from an action to its verb: a subclass of the rules, so the calls are direct."""

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
