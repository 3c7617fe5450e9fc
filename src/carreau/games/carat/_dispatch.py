"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from carreau.core.game import OVER
from carreau.core.native import i64, mypyc_attr
from carreau.games.carat._spec import CHIP, DRAW, LAY
from carreau.games.carat.rules import CaratRules


@mypyc_attr(acyclic=True)
class CaratDispatch(CaratRules):
    """The way from an action to its verb: a subclass of the rules, so the calls are direct."""

    def objection(self, seat: i64, action: i64) -> str:
        if self.current == OVER:
            return "carat.15"
        if seat != self.current:
            return self.out_of_turn()
        if action >= LAY:
            return self.against_lay(seat, (action - LAY) // 36, (action - LAY) % 36)
        if action >= DRAW:
            return self.against_draw(seat, action - DRAW)
        return self.against_chip(seat, (action - CHIP) // 49 + 1, (action - CHIP) % 49)

    def apply(self, seat: i64, action: i64) -> None:
        if action >= LAY:
            self.lay(seat, (action - LAY) // 36, (action - LAY) % 36)
        elif action >= DRAW:
            self.draw(seat, action - DRAW)
        else:
            self.chip(seat, (action - CHIP) // 49 + 1, (action - CHIP) % 49)
