"""Bauab: plan buildings on sixteen plots; a chip that loses its last liberty to the opponent is captured.

A set of plots is one integer with a bit for each plot, row by row. A set of chips on plots has sixteen
such bits for each kind, which is the order of the actions too, in two halves: one integer for the kinds
1, 2 and 3 and one for 4, 5 and X. So the lays of a player are two `&` of such sets:

    the free plots, for every kind        bauab.4
    the kinds in hand, on every plot      bauab.2
    not BLOCKED                           bauab.5
"""

from typing import Any, Final, Self, final

from carreau.core._native import i64, mypyc_attr, vec
from carreau.core.actions import Actions
from carreau.core.bits import BIT, lowest, members, nth, size
from carreau.core.errors import PositionError
from carreau.core.game import CHANCE, OVER, State
from carreau.core.moves import Moves
from carreau.core.open import OpenView
from carreau.core.result import Result
from carreau.core.rng import Rng
from carreau.games.components import components

BOX: Final = components("bauab")
COLOURS: Final[list[str]] = BOX["colours"]
KINDS: Final[list[str]] = list(BOX["chips"])
COPIES: Final = vec[i64]([BOX["chips"][kind] for kind in KINDS])
VALUES: Final = vec[i64]([int(kind) if kind.isdecimal() else 0 for kind in KINDS])
PARKS: Final[i64] = BOX["parks"]
PLOTS: Final = [chr(ord("a") + plot) for plot in range(BOX["plots"])]  # named by letters, row by row
PARK_COLOUR: Final = "green"
PARK_NAME: Final = "park"

LANE: Final = 16  # bits for the plots of one kind
HALF: Final = 48  # bits for the three kinds of one half
HALVES: Final = 2
X: Final = 5  # the last kind: the option chip

ACTIONS: Final = Actions("bauab")
START: Final[i64] = ACTIONS.add("start", "start {player}", player=range(len(COLOURS)))
LAY: Final[i64] = ACTIONS.add("lay", "{chip} {plot}", chip=[*KINDS, PARK_NAME], plot=PLOTS)
PASS: Final[i64] = ACTIONS.add("pass", "pass")
PARK: Final[i64] = LAY + HALVES * HALF  # laying a park on the first plot

# Where each part of a state stands in its cells.
CHIPS: Final = 0  # where chips of each kind lie, whatever their colour; two halves
BLOCKED: Final = 2  # where the neighbourhood rule forbids each kind; two halves
OWN: Final = 4  # the plots on which a seat's chips lie
HAND: Final = 6  # two bits for each kind: how many chips of it the seat has still to lay
CELLS: Final = 8

# Where each part of a layout stands. It is the same for all positions of a game and is never written to.
NEIGHBOURS: Final = 0  # the plots that share an edge with each plot
PLACE: Final = 16  # where each plot lies: y * WIDTH + x
WIDTH: Final = 16

EVERY_PLOT: Final = 0xFFFF
EVERY_KIND: Final = 0x1_0001_0001  # times a set of plots: that set for all three kinds of a half
PLANNING: Final = vec[i64]([0xFFFF_FFFF_FFFF, 0xFFFF_FFFF])  # planning chips, the X apart, by half
HAND_HALF: Final = 6  # bits of a hand for one half
FULL_HAND: Final = sum(copies * 4**kind for kind, copies in enumerate(COPIES))


def held_table() -> list[int]:
    """All plots for every kind that is there at least once, by half of a hand."""
    return [sum(EVERY_PLOT * 2 ** (LANE * k) for k in range(3) if hand // 4**k % 4) for hand in range(64)]


HELD: Final = vec[i64](held_table())


# Chips on plots. These take the cells, not the state: that spares counting a reference for each look.


def lays(cells: vec[i64], seat: i64, half: i64, plots: i64) -> i64:  # bauab.4, bauab.5
    """What a seat can lay on some free plots, of one half of the kinds."""
    hand = (cells[HAND + seat] >> (HAND_HALF * half)) & 63
    return plots * EVERY_KIND & HELD[hand] & ~cells[BLOCKED + half]


def can_lay_on(cells: vec[i64], seat: i64, plots: i64) -> bool:
    return (lays(cells, seat, 0, plots) | lays(cells, seat, 1, plots)) != 0


def blocked_by(layout: vec[i64], chips: i64) -> i64:  # bauab.5
    """The plots beside each planning chip of a half, for its own kind."""
    blocked: i64 = 0
    while chips:
        chip = lowest(chips)
        plot = chip % LANE
        blocked |= layout[NEIGHBOURS + plot] << (chip - plot)
        chips &= chips - 1
    return blocked


def without_liberty(layout: vec[i64], chips: i64, free: i64) -> i64:  # bauab.6
    """Those of the chips, by their plots, that no free plot is beside."""
    stuck: i64 = 0
    while chips:
        if layout[NEIGHBOURS + lowest(chips)] & free == 0:
            stuck |= chips & -chips
        chips &= chips - 1
    return stuck


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class BauabState(State):
    """A position of Bauab. The seat to act has lost its chips on the vacated plots in the turn before."""

    def __init__(self, cells: vec[i64], layout: vec[i64]) -> None:
        self.cells = cells
        self.layout = layout
        self.current = CHANCE
        self.free: i64 = EVERY_PLOT
        self.vacated: i64 = 0  # by captures in the turn before (bauab.10, bauab.11)

    def clone(self) -> Self:
        copy = BauabState(self.cells[:], self.layout)
        copy.current = self.current
        copy.free = self.free
        copy.vacated = self.vacated
        return copy

    # The words of the rules

    def holds(self, seat: i64, kind: i64) -> i64:
        """How many chips of a kind a seat has still to lay."""
        return (self.cells[HAND + seat] >> (2 * kind)) & 3

    def chips_of(self, kind: i64) -> i64:
        """The plots on which chips of a kind lie."""
        return (self.cells[CHIPS + kind // 3] >> (LANE * (kind % 3))) & EVERY_PLOT

    def on_board(self, seat: i64, kind: i64) -> i64:
        """The plots on which a seat's chips of a kind lie."""
        return self.chips_of(kind) & self.cells[OWN + seat]

    def parks(self) -> i64:
        """The plots with a park."""
        return EVERY_PLOT & ~(self.free | self.cells[OWN] | self.cells[OWN + 1])

    def parks_left(self) -> i64:  # bauab.r11
        return PARKS - size(self.parks())

    def beside(self, plot: i64) -> i64:
        return self.layout[NEIGHBOURS + plot]

    def touches_equal(self, plot: i64, kind: i64) -> bool:  # bauab.5
        return kind != X and self.beside(plot) & self.chips_of(kind) != 0

    def is_banned(self, plot: i64) -> bool:  # bauab.11
        return self.vacated & BIT[plot] != 0

    def plots_for_parks(self) -> i64:  # bauab.10
        if self.vacated and self.parks_left():
            return self.vacated
        return 0

    # The contract: what may be done

    def moves(self, seat: i64, out: Moves) -> None:
        if seat != self.current or seat == OVER:
            return
        if seat == CHANCE:
            out.add_range(START, 2)
            return
        plots = self.free & ~self.vacated
        low = lays(self.cells, seat, 0, plots)
        high = lays(self.cells, seat, 1, plots)
        out.add_set(LAY, low)
        out.add_set(LAY + HALF, high)
        out.add_set(PARK, self.plots_for_parks())
        if low | high == 0:  # bauab.12
            out.add(PASS)

    def pick(self, seat: i64, rng: Rng, out: Moves) -> i64:
        """As from the list of moves(), but both halves are counted and only one bit is looked up."""
        plots = self.free & ~self.vacated
        low = lays(self.cells, seat, 0, plots)
        high = lays(self.cells, seat, 1, plots)
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
        return PARK + nth(parks, chosen - highs)

    def sample(self, rng: Rng) -> i64:  # bauab.3
        return START + rng.below(2)

    def objection(self, seat: i64, action: i64) -> str:
        if self.current == OVER:
            return "bauab.13"
        if seat != self.current or (seat == CHANCE) != (action < LAY):
            return "bauab.3"
        if seat == CHANCE:
            return ""
        if action == PASS:
            return "bauab.12" if self.must_lay(seat) else ""
        plot = (action - LAY) % LANE
        if action >= PARK:
            return self.park_objection(plot)
        return self.lay_objection(seat, plot, (action - LAY) // LANE)

    def lay_objection(self, seat: i64, plot: i64, kind: i64) -> str:
        if self.holds(seat, kind) == 0:
            return "bauab.2"
        if self.free & BIT[plot] == 0:
            return "bauab.4"
        if self.touches_equal(plot, kind):  # even if the equal one would be captured (bauab.r7)
            return "bauab.5"
        return "bauab.11" if self.is_banned(plot) else ""

    def park_objection(self, plot: i64) -> str:
        if self.free & BIT[plot] == 0:
            return "bauab.4"
        if self.vacated & BIT[plot] == 0:
            return "bauab.10"
        return "" if self.parks_left() else "bauab.r11"

    def must_lay(self, seat: i64) -> bool:  # bauab.12
        """Whether the player has an own chip that can be laid somewhere."""
        kinds, plots = range(len(KINDS)), range(len(PLOTS))
        return any(self.lay_objection(seat, plot, kind) == "" for kind in kinds for plot in plots)

    # The contract: doing it

    def apply(self, seat: i64, action: i64) -> None:
        if action == PASS:
            self.vacated = 0  # bauab.r6
            self.end_turn(seat)
        elif action >= PARK:
            self.build_on(seat, action - PARK)
        elif action >= LAY:
            self.lay(seat, action - LAY)
        else:
            self.current = action - START

    def lay(self, seat: i64, chip: i64) -> None:
        """An own chip, by kind and plot as in the actions."""
        half = chip // HALF
        plot = chip % LANE
        place = chip % HALF
        cells = self.cells
        cells[CHIPS + half] |= BIT[place]
        cells[BLOCKED + half] |= (self.layout[NEIGHBOURS + plot] << (place - plot)) & PLANNING[half]
        cells[OWN + seat] |= BIT[plot]
        cells[HAND + seat] -= BIT[2 * (chip // LANE)]
        self.build_on(seat, plot)

    def build_on(self, seat: i64, plot: i64) -> None:  # bauab.7, bauab.8
        """The plot is free no longer: opposing chips beside it, and no others, may lose their last liberty."""
        self.free ^= BIT[plot]
        theirs = self.layout[NEIGHBOURS + plot] & self.cells[OWN + 1 - seat]
        captured = without_liberty(self.layout, theirs, self.free)
        if captured:
            self.remove(1 - seat, captured)
        self.vacated = captured
        self.end_turn(seat)

    def remove(self, seat: i64, captured: i64) -> None:
        """A seat's chips leave the board, all at once (bauab.r8)."""
        cells = self.cells
        cells[OWN + seat] ^= captured
        half: i64 = 0
        while half < HALVES:
            cells[CHIPS + half] &= ~(captured * EVERY_KIND)
            cells[BLOCKED + half] = blocked_by(self.layout, cells[CHIPS + half] & PLANNING[half])
            half += 1
        self.free |= captured

    def end_turn(self, seat: i64) -> None:
        self.current = 1 - seat
        if self.nobody_can_lay():
            self.current = OVER

    def nobody_can_lay(self) -> bool:  # bauab.13, bauab.r5
        """Neither player an own chip, not even when the ban is over, nor the player to act a park."""
        if can_lay_on(self.cells, 0, self.free) or can_lay_on(self.cells, 1, self.free):
            return False
        return self.plots_for_parks() == 0

    # The contract: looking at it

    def captured_from(self, seat: i64, kind: i64) -> i64:
        """How many chips of a kind a seat has lost."""
        return COPIES[kind] - self.holds(seat, kind) - size(self.on_board(seat, kind))

    def score(self, seat: i64) -> i64:  # bauab.14
        points: i64 = 0
        kind: i64 = 0
        while kind < X:
            chips = size(self.on_board(seat, kind)) + self.captured_from(1 - seat, kind)
            points += VALUES[kind] * chips
            kind += 1
        return points

    def buildings(self, seat: i64) -> i64:  # bauab.15
        """How many own planning chips a seat has on the board."""
        return size(self.cells[OWN + seat] & ~self.chips_of(X))

    def scores(self) -> list[int]:
        return [int(self.score(0)), int(self.score(1))]

    def lead(self) -> i64:  # bauab.15
        """Above 0 if blue is ahead, below if red is, 0 at a draw (bauab.r4)."""
        points = self.score(0) - self.score(1)
        if points:
            return points
        return self.buildings(0) - self.buildings(1)

    def result(self) -> Result:
        lead = self.lead()
        return Result(self.scores(), [1 + int(lead < 0), 1 + int(lead > 0)], "bauab.13")

    def view(self, seat: int) -> OpenView:
        return OpenView(seat, self.dump())

    def board(self) -> list[list[str]]:
        """Everything that lies on a plot as [plot, colour, chip], in the order of the plots."""
        found = [[PLOTS[plot], PARK_COLOUR, PARK_NAME] for plot in members(self.parks())]
        for seat, colour in enumerate(COLOURS):
            for kind, name in enumerate(KINDS):
                found += [[PLOTS[plot], colour, name] for plot in members(self.on_board(seat, kind))]
        return sorted(found)

    def dump(self) -> dict[str, Any]:
        hands = [[int(self.holds(seat, kind)) for kind in range(len(KINDS))] for seat in range(2)]
        return {
            "board": self.board(),
            "hands": hands,
            "vacated": [PLOTS[plot] for plot in members(self.vacated)],
            "current": int(self.current),
            **self.derived(),
        }

    def derived(self) -> dict[str, Any]:
        """What follows from the rest and the layout, for those who draw it."""
        kinds, plots = range(len(KINDS)), range(len(PLOTS))
        return {
            "plots": [
                [int(self.layout[PLACE + plot]) % WIDTH, int(self.layout[PLACE + plot]) // WIDTH] for plot in plots
            ],
            "liberties": [int(size(self.beside(plot) & self.free)) for plot in plots],
            "captured": [[int(self.captured_from(1 - seat, kind)) for kind in kinds] for seat in range(2)],
            "parks_left": int(self.parks_left()),
            "scores": self.scores(),
            "buildings": [int(self.buildings(0)), int(self.buildings(1))],
        }

    def audit(self) -> None:
        self.audit_chips()
        self.audit_neighbours()
        self.audit_vacated()
        self.audit_turn()

    def audit_chips(self) -> None:
        """Every chip is somewhere, and no plot carries two."""
        own = int(self.cells[OWN]) + int(self.cells[OWN + 1])
        if own != sum(int(self.chips_of(kind)) for kind in range(len(KINDS))) or own & self.free:
            raise PositionError("bauab.4: the plots of the players, their chips and the free plots don't fit together")
        for seat, colour in enumerate(COLOURS):
            for kind, name in enumerate(KINDS):
                held, laid = int(self.holds(seat, kind)), len(members(self.on_board(seat, kind)))
                if held + laid > COPIES[kind]:
                    both = f"{held} in hand and {laid} on the board"
                    raise PositionError(f"bauab.2: {colour} has {both} of {name}; there are {COPIES[kind]}")
        if self.parks_left() < 0:
            raise PositionError(f"bauab.2: {size(self.parks())} parks on the board; there are {PARKS}")

    def audit_neighbours(self) -> None:
        for kind in range(X):
            for plot in members(self.chips_of(kind)):
                if self.touches_equal(plot, kind):
                    raise PositionError(f"bauab.5: {KINDS[kind]} on {PLOTS[plot]} lies beside another {KINDS[kind]}")
        for half in range(HALVES):
            blocked = blocked_by(self.layout, self.cells[CHIPS + half] & PLANNING[half])
            if self.cells[BLOCKED + half] != blocked:
                raise PositionError("bauab.5: the plots forbidden to equal chips are not the ones remembered")

    def lost(self, seat: int) -> int:
        """How many chips a seat has lost."""
        return sum(int(self.captured_from(seat, kind)) for kind in range(len(KINDS)))

    def audit_vacated(self) -> None:
        """Each park and each vacated plot stands for a chip captured, the latter by one lay beside them all."""
        parks, vacated = len(members(self.parks())), members(self.vacated)
        if parks + len(vacated) > self.lost(0) + self.lost(1):
            most = self.lost(0) + self.lost(1)
            raise PositionError(f"bauab.10: {parks + len(vacated)} parks and vacated plots, but {most} chips captured")
        if not vacated:
            return
        victims = [int(self.current)] if self.current >= 0 else [0, 1]
        if not any(self.could_lose(victim) for victim in victims):
            names = ", ".join(PLOTS[plot] for plot in vacated)
            raise PositionError(f"bauab.10: no lay of the turn before can have captured what lay on {names}")

    def could_lose(self, victim: int) -> bool:
        """Whether a park or chip of the opponent lies where it captured just what lay on the vacated plots."""
        before = self.free & ~self.vacated
        if self.lost(victim) < len(members(self.vacated)) or self.vacated & ~self.free:
            return False
        if without_liberty(self.layout, self.vacated, before) != self.vacated:
            return False
        return any(
            self.vacated & ~self.beside(laid) == 0
            and without_liberty(self.layout, self.beside(laid) & self.cells[OWN + victim], before) == 0
            for laid in members(self.parks() | self.cells[OWN + 1 - victim])
        )

    def audit_turn(self) -> None:
        if self.current == CHANCE:
            if self.free != EVERY_PLOT or self.cells[HAND] != FULL_HAND or self.cells[HAND + 1] != FULL_HAND:
                raise PositionError("bauab.3: chips have been laid before the lot")
        elif self.current < 0 and self.current != OVER:
            raise PositionError(
                f"bauab.3: current={self.current} is neither a seat nor {CHANCE} for the lot nor {OVER} at the end"
            )
        elif (self.current == OVER) != self.nobody_can_lay():
            still = "not " if self.current == OVER else ""
            raise PositionError(f"bauab.13: current={self.current}, but the game is {still}over")
