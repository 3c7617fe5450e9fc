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
from carreau.games.raufer.spec import CARDS

# The floors that obey each order on each top card: higher, lower, or any (raufer.2, raufer.3).
EVERY: Final = 2 ** len(CARDS) * 2 - 2
ABOVE: Final = [EVERY - EVERY % 2 ** (top + 1) for top in [0, *CARDS]]
BELOW: Final = [EVERY % 2 ** max(top, 1) for top in [0, *CARDS]]
OBEYING: Final = vec[i64](ABOVE + BELOW + [EVERY] * len(ABOVE))


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
        """Return the action that deals or draws a floor of the pile."""
        return (DEAL if self.stage == Stage.DEALING else DRAW) + card - 1

    def random_action(self, seat: i64, rng: Rng, out: ActionBuffer) -> i64:
        """Choose from the same list as moves(), without making it: two orders for each card."""
        cards = self.obeying_in_hand(seat)
        if cards == 0:
            return FAIL
        chosen = rng.below(size(cards) * 2)
        return LAY + (nth(cards, chosen >> 1) - 1) * 2 + (chosen & 1)

    def sample(self, rng: Rng) -> i64:
        if self.stage == Stage.LOT:
            return START + rng.below(self.seats)
        return self.pile_action(nth(self.pile, rng.below(size(self.pile))))
