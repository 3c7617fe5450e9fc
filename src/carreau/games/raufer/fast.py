"""Raufer's rules at speed: the floors that obey are looked up."""

from typing import Final

from carreau.core.action_buffer import ActionBuffer
from carreau.core.bits import BIT, lowest, nth, size
from carreau.core.game import OVER
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.rng import Rng
from carreau.games.raufer._spec import DEAL, DRAW, FAIL, FLOOR_COUNT, LAY, START, lay_action
from carreau.games.raufer._spec import RauferOrder as Order
from carreau.games.raufer._spec import RauferStage as Stage
from carreau.games.raufer.rules import RauferRules


def obeying_table() -> list[int]:
    """Return the floors that obey, by order and top card: higher, lower, or any (raufer.2, raufer.3)."""
    floors = int(FLOOR_COUNT)
    every = 2**floors - 2
    above = [every - every % 2 ** (top + 1) for top in range(floors)]
    below = [every % 2 ** max(top, 1) for top in range(floors)]
    return above + below + [every] * floors


OBEYING: Final = vec[i64](obeying_table())


def obeying_floors(order: i64, top: i64) -> i64:
    return OBEYING[order * FLOOR_COUNT + top]


@mypyc_attr(acyclic=True)
class FastRaufer(RauferRules):
    """The rules of Raufer, optimised."""

    def obeying(self) -> i64:
        return obeying_floors(self.order, self.top) & (BIT[self.floors + 1] - 1)

    def obeying_in_hand(self, seat: i64) -> i64:
        return self.hands(seat) & obeying_floors(self.order, self.top)

    def can_obey(self, seat: i64) -> bool:
        return self.obeying_in_hand(seat) != 0

    def moves(self, seat: i64, out: ActionBuffer) -> None:
        if seat != self.current or seat == OVER:
            return
        if self.stage == Stage.PLAYING:
            self.lays(seat, out)
        elif self.stage == Stage.LOT:
            out.add_range(START, self.seats)
        else:
            out.add_set(self.pile_action(0), self.pile)

    def lays(self, seat: i64, out: ActionBuffer) -> None:
        cards = self.obeying_in_hand(seat)
        if cards == 0:
            out.add(FAIL)
        while cards:
            out.add(lay_action(lowest(cards), Order.UP))
            out.add(lay_action(lowest(cards), Order.DOWN))
            cards &= cards - 1

    def pile_action(self, card: i64) -> i64:
        """Dealing or drawing a floor of the pile."""
        if self.stage == Stage.DEALING:
            return DEAL + card - 1
        return DRAW + card - 1

    def random_action(self, seat: i64, rng: Rng, out: ActionBuffer) -> i64:
        """Choose as from the list of moves(), which has two orders for each card."""
        cards = self.obeying_in_hand(seat)
        if cards == 0:
            return FAIL
        chosen = rng.below(size(cards) * 2)
        return LAY + (nth(cards, chosen >> 1) - 1) * 2 + (chosen & 1)

    def sample(self, rng: Rng) -> i64:
        if self.stage == Stage.LOT:
            return START + rng.below(self.seats)
        return self.pile_action(nth(self.pile, rng.below(size(self.pile))))
