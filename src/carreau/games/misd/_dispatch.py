"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from carreau.core.game import OVER
from carreau.core.native import i64, mypyc_attr
from carreau.games.misd._spec import COLOUR, LAY, MISSING, NAME, POINT, SHAPE, TIMEOUT, TURN
from carreau.games.misd.rules import MisdRules


@mypyc_attr(acyclic=True)
class MisdDispatch(MisdRules):
    """The way from an action to its verb: a subclass of the rules, so the calls are direct."""

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
