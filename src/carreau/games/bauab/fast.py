"""Bauab's rules at speed: what may be laid is found for all plots and three kinds at once.

The sets of plots of three kinds share a word, sixteen bits each, in the order of the actions. So what a player can lay
is one `&` for each half of the kinds: the free plots for every kind, the kinds in hand on every plot, not blocked.
"""

from typing import Final

from carreau.core.action_buffer import ActionBuffer
from carreau.core.bits import lowest, nth, size
from carreau.core.game import CHANCE, OVER
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.rng import Rng
from carreau.games.bauab._spec import LAY, PASS, PLOT_COUNT, START
from carreau.games.bauab.rules import PARK, BauabRules

HALF: Final = 48  # bits of the three kinds of a half
EVERY_KIND: Final = 0x1_0001_0001  # times a set of plots: that set for three kinds
PLANNING_1: Final = 0xFFFF_FFFF  # of the second half all but the X, which blocks nothing
PARKS_FROM: Final[i64] = LAY + PARK * PLOT_COUNT
HELD: Final = vec[i64]([sum(0xFFFF * 2 ** (16 * k) for k in range(3) if hand // 4**k % 4) for hand in range(64)])


@mypyc_attr(acyclic=True)
class FastBauab(BauabRules):
    """The rules of Bauab, optimised."""

    # What may be laid

    def first_half(self, seat: i64, plots: i64) -> i64:
        """Return which chips of the kinds 1, 2 and 3 a player can lay on which of these free plots."""
        return plots * EVERY_KIND & HELD[self.hands_of(seat) & 63] & ~self.blocked_0

    def second_half(self, seat: i64, plots: i64) -> i64:
        """Return which chips of the kinds 4, 5 and X a player can lay on which of these free plots."""
        return plots * EVERY_KIND & HELD[self.hands_of(seat) >> 6] & ~self.blocked_1

    def can_lay(self, seat: i64, plots: i64) -> bool:
        return (self.first_half(seat, plots) | self.second_half(seat, plots)) != 0

    def moves(self, seat: i64, out: ActionBuffer) -> None:
        if seat != self.current or seat == OVER:
            return
        if seat == CHANCE:
            out.add_range(START, 2)
            return
        plots = self.free & ~self.vacated
        low = self.first_half(seat, plots)
        high = self.second_half(seat, plots)
        out.add_set(LAY, low)
        out.add_set(LAY + HALF, high)
        out.add_set(PARKS_FROM, self.plots_for_parks())
        if low | high == 0:  # bauab.12
            out.add(PASS)

    def random_action(self, seat: i64, rng: Rng, out: ActionBuffer) -> i64:
        """Choose from the same list as moves(), without making it: count both halves, then look up one bit."""
        plots = self.free & ~self.vacated
        low = self.first_half(seat, plots)
        high = self.second_half(seat, plots)
        parks = self.plots_for_parks()
        lows = size(low)
        highs = lows + size(high)
        last = highs + size(parks)
        if highs == 0:
            last += 1
        chosen = rng.below(last)
        if chosen < lows:
            return LAY + nth(low, chosen)
        if chosen < highs:
            return LAY + HALF + nth(high, chosen - lows)
        if chosen == last - 1 and highs == 0:
            return PASS
        return PARKS_FROM + nth(parks, chosen - highs)

    def sample(self, rng: Rng) -> i64:  # bauab.3
        return START + rng.below(2)

    # What is blocked (bauab.5)

    def lay_down(self, seat: i64, kind: i64, plot: i64) -> None:
        BauabRules.lay_down(self, seat, kind, plot)
        if kind < 3:
            self.blocked_0 |= self.layout[plot] << (16 * kind)
        else:
            self.blocked_1 |= (self.layout[plot] << (16 * (kind - 3))) & PLANNING_1

    def lift(self, seat: i64, plots: i64) -> None:
        gone = ~(plots * EVERY_KIND)
        self.chips_0 &= gone
        self.chips_1 &= gone
        self.add_to_own(seat, -plots)
        self.free |= plots
        self.rebuild()

    def rebuild(self) -> None:
        self.blocked_0 = self.beside_chips(self.chips_0)
        self.blocked_1 = self.beside_chips(self.chips_1 & PLANNING_1)

    def beside_chips(self, chips: i64) -> i64:
        """Return for each of three kinds the plots beside its chips: bauab.5 blocks them for this kind."""
        blocked: i64 = 0
        while chips:
            chip = lowest(chips)
            plot = chip % PLOT_COUNT
            blocked |= self.layout[plot] << (chip - plot)
            chips &= chips - 1
        return blocked
