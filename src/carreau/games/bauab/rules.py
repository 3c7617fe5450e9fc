"""Bauab: plan buildings on sixteen plots; a chip that loses its last liberty to the opponent is captured.

A set of plots is one integer with a bit for each plot, row by row.
"""

from typing import Final

from carreau.core.bits import BIT, lowest, size
from carreau.core.game import OVER
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.result import Result, ranked
from carreau.games.bauab._spec import KIND_COUNT
from carreau.games.bauab.board import COPIES, BauabBoard
from carreau.games.bauab.spec import VALUES as VALUE_LIST

X: Final[i64] = 5  # the last kind: the option chip
PARK: Final = 6  # laid like a chip, but belongs to nobody
VALUES: Final = vec[i64](VALUE_LIST)


@mypyc_attr(acyclic=True)
class BauabRules(BauabBoard):
    """The rules of Bauab. The player to move has lost the chips that lay on the vacated plots."""

    # The lot: bauab.3

    def against_start(self, seat: i64, player: i64) -> str:
        return ""

    def start(self, seat: i64, player: i64) -> None:
        self.current = player

    # Laying: bauab.2, 4, 5, 10, 11

    def against_lay(self, seat: i64, chip: i64, plot: i64) -> str:
        if chip == PARK:
            return self.against_park(plot)
        if self.hands(seat, chip) == 0:
            return "bauab.2"
        if not self.is_free(plot):
            return "bauab.4"
        if self.touches_equal(chip, plot):  # even one it would capture (bauab.r7)
            return "bauab.5"
        return "bauab.11" if self.is_vacated(plot) else ""

    def against_park(self, plot: i64) -> str:
        if not self.is_free(plot):
            return "bauab.4"
        if not self.is_vacated(plot):
            return "bauab.10"
        return "" if self.parks_left() else "bauab.r11"

    def touches_equal(self, chip: i64, plot: i64) -> bool:  # bauab.5
        return chip != X and self.neighbours(plot) & self.chips(chip) != 0

    def is_vacated(self, plot: i64) -> bool:
        """Return whether the player to move has just lost a chip there."""
        return self.vacated & BIT[plot] != 0

    def lay(self, seat: i64, chip: i64, plot: i64) -> None:
        if chip != PARK:
            self.lay_down(seat, chip, plot)
        self.free ^= BIT[plot]
        self.capture(seat, plot)
        self.end_turn(seat)

    # Liberties and capturing: bauab.6, 7, 8

    def liberties(self, plot: i64) -> i64:  # bauab.6
        """Count the free plots beside a plot; a chip without any may be captured."""
        return size(self.neighbours(plot) & self.free)

    def capture(self, seat: i64, plot: i64) -> None:  # bauab.7, bauab.8
        """Lift the opposing chips beside the plot that lost their last liberty, all at once (bauab.r8)."""
        captured = self.without_liberty(self.neighbours(plot) & self.own(1 - seat), self.free)
        if captured:
            self.lift(1 - seat, captured)
        self.vacated = captured  # bauab.10, bauab.11, bauab.r6

    def without_liberty(self, chips: i64, free: i64) -> i64:
        """Return those of some chips, by their plots, that have no liberty if these plots are free."""
        stuck: i64 = 0
        while chips:
            if self.neighbours(lowest(chips)) & free == 0:
                stuck |= chips & -chips
            chips &= chips - 1
        return stuck

    # Passing: bauab.12

    def against_pass(self, seat: i64) -> str:
        return "bauab.12" if self.can_lay(seat, self.free & ~self.vacated) else ""

    def pass_(self, seat: i64) -> None:
        self.vacated = 0  # bauab.r6
        self.end_turn(seat)

    def can_lay(self, seat: i64, plots: i64) -> bool:
        """Return whether a player has a chip that may be laid on one of these plots, which are free."""
        while plots:
            for kind in range(KIND_COUNT):
                if self.hands(seat, kind) and not self.touches_equal(kind, lowest(plots)):
                    return True
            plots &= plots - 1
        return False

    # The end: bauab.13

    def end_turn(self, seat: i64) -> None:
        self.current = 1 - seat
        if self.nobody_can_lay():
            self.current = OVER

    def nobody_can_lay(self) -> bool:  # bauab.13, bauab.r5
        """Return whether neither player can lay a chip, even once bauab.11 bans no plot, and the mover no park."""
        if self.can_lay(0, self.free) or self.can_lay(1, self.free):
            return False
        return self.plots_for_parks() == 0

    def plots_for_parks(self) -> i64:  # bauab.10, bauab.r11
        return self.vacated if self.vacated and self.parks_left() else i64(0)

    # Counting: bauab.14, 15

    def captured(self, seat: i64, kind: i64) -> i64:
        """Count the captured chips of a kind: those that the opponent neither holds nor has on the board."""
        return COPIES[kind] - self.hands(1 - seat, kind) - size(self.on_board(1 - seat, kind))

    def scores(self, seat: i64) -> i64:  # bauab.14
        """Add up the values of a player's buildings, on the board and captured."""
        points: i64 = 0
        for kind in range(X):
            points += VALUES[kind] * (size(self.on_board(seat, kind)) + self.captured(seat, kind))
        return points

    def buildings(self, seat: i64) -> i64:  # bauab.15
        """Count a player's own buildings on the board."""
        return size(self.own(seat) & ~self.chips(X))

    def result(self) -> Result:  # bauab.15, bauab.r4
        return ranked(self.all_points(), "bauab.13", ties=[int(self.buildings(0)), int(self.buildings(1))])
