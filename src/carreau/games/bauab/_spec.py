"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from typing import Any, Final, Literal, TypedDict, get_args

from carreau.core.bits import BIT, members
from carreau.core.game import CHANCE, OVER, State
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.position import PositionReader
from carreau.games.bauab.spec import LaidChip

START: Final[i64] = 0
LAY: Final[i64] = 2
PASS: Final[i64] = 114
SEAT_COUNT: Final[i64] = 2
PLOT_COUNT: Final[i64] = 16
KIND_COUNT: Final[i64] = 6
CHIP_COUNT: Final[i64] = 7
COLOUR_COUNT: Final[i64] = 3
SIDE_COUNT: Final[i64] = 2
PlotName = Literal["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"]
KindName = Literal["1", "2", "3", "4", "5", "x"]
ChipName = Literal["1", "2", "3", "4", "5", "x", "park"]
ColourName = Literal["blue", "red", "green"]
SideName = Literal["x", "y"]
PLOT_NAMES: Final[list[PlotName]] = list(get_args(PlotName))
KIND_NAMES: Final[list[KindName]] = list(get_args(KindName))
CHIP_NAMES: Final[list[ChipName]] = list(get_args(ChipName))
COLOUR_NAMES: Final[list[ColourName]] = list(get_args(ColourName))
SIDE_NAMES: Final[list[SideName]] = list(get_args(SideName))


def start_player(action: i64) -> i64:
    return action - START


def start_action(player: i64) -> i64:
    return START + player


def lay_chip(action: i64) -> i64:
    return (action - LAY) // 16


def lay_plot(action: i64) -> i64:
    return (action - LAY) % 16


def lay_action(chip: i64, plot: i64) -> i64:
    return LAY + chip * 16 + plot


class BauabDerived(TypedDict):
    """Everything that follows from the rest."""

    liberties: list[int]
    plots: list[list[int]]
    captured: list[list[int]]
    scores: list[int]
    buildings: list[int]
    parks_left: int


class BauabTable(BauabDerived):
    """Everything that all seats see and may remember."""

    board: list[LaidChip]
    vacated: list[PlotName]
    hands: list[list[int]]
    current: int


class BauabViewJson(BauabTable):
    """The contents of a View."""

    seat: int


@mypyc_attr(acyclic=True)
class BauabPosition(State):
    """The parts of a position."""

    def __init__(self, layout: vec[i64], *, original: "BauabPosition | None" = None) -> None:
        self.layout = layout
        if original is None:
            self.current = CHANCE
            self.chips_0: i64 = 0
            self.chips_1: i64 = 0
            self.own_0: i64 = 0
            self.free: i64 = 65535
            self.blocked_0: i64 = 0
            self.blocked_1: i64 = 0
            self.vacated: i64 = 0
            self.hands_0: i64 = 0
        else:
            self.current = original.current
            self.chips_0 = original.chips_0
            self.chips_1 = original.chips_1
            self.own_0 = original.own_0
            self.free = original.free
            self.blocked_0 = original.blocked_0
            self.blocked_1 = original.blocked_1
            self.vacated = original.vacated
            self.hands_0 = original.hands_0

    def chips(self, kind: i64) -> i64:
        if kind < 3:
            return (self.chips_0 >> (16 * kind)) & 65535
        return (self.chips_1 >> (16 * (kind - 3))) & 65535

    def add_to_chips(self, kind: i64, change: i64) -> None:
        if kind < 3:
            self.chips_0 += change * BIT[16 * kind]
            return
        self.chips_1 += change * BIT[16 * (kind - 3)]

    def clear_chips(self) -> None:
        self.chips_0 = 0
        self.chips_1 = 0

    def own(self, seat: i64) -> i64:
        return (self.own_0 >> (16 * seat)) & 65535

    def add_to_own(self, seat: i64, change: i64) -> None:
        self.own_0 += change * BIT[16 * seat]

    def clear_own(self) -> None:
        self.own_0 = 0

    def blocked(self, kind: i64) -> i64:
        if kind < 3:
            return (self.blocked_0 >> (16 * kind)) & 65535
        return (self.blocked_1 >> (16 * (kind - 3))) & 65535

    def add_to_blocked(self, kind: i64, change: i64) -> None:
        if kind < 3:
            self.blocked_0 += change * BIT[16 * kind]
            return
        self.blocked_1 += change * BIT[16 * (kind - 3)]

    def clear_blocked(self) -> None:
        self.blocked_0 = 0
        self.blocked_1 = 0

    def hands(self, seat: i64, kind: i64) -> i64:
        return (self.hands_0 >> (2 * (seat * 6 + kind))) & 3

    def add_to_hands(self, seat: i64, kind: i64, change: i64) -> None:
        self.hands_0 += change * BIT[2 * (seat * 6 + kind)]

    def clear_hands(self) -> None:
        self.hands_0 = 0

    def hands_of(self, seat: i64) -> i64:
        return (self.hands_0 >> (12 * seat)) & 4095

    def all_points(self) -> list[int]:
        return [int(self.scores(seat)) for seat in range(2)]

    def against_start(self, seat: i64, player: i64) -> str:
        raise NotImplementedError

    def start(self, seat: i64, player: i64) -> None:
        raise NotImplementedError

    def against_lay(self, seat: i64, chip: i64, plot: i64) -> str:
        raise NotImplementedError

    def lay(self, seat: i64, chip: i64, plot: i64) -> None:
        raise NotImplementedError

    def against_pass(self, seat: i64) -> str:
        raise NotImplementedError

    def pass_(self, seat: i64) -> None:
        raise NotImplementedError

    def dump_board(self) -> list[LaidChip]:
        raise NotImplementedError

    def read_board(self, reader: PositionReader) -> None:
        raise NotImplementedError

    def parks(self) -> i64:
        raise NotImplementedError

    def liberties(self, plot: i64) -> i64:
        raise NotImplementedError

    def plots(self, plot: i64, side: i64) -> i64:
        raise NotImplementedError

    def captured(self, seat: i64, kind: i64) -> i64:
        raise NotImplementedError

    def scores(self, seat: i64) -> i64:
        raise NotImplementedError

    def buildings(self, seat: i64) -> i64:
        raise NotImplementedError

    def parks_left(self) -> i64:
        raise NotImplementedError

    def observe_board(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        raise NotImplementedError

    def rebuild(self) -> None:
        """Find what is kept besides the parts, if anything is."""

    def dump(self) -> dict[str, Any]:
        return dict(self.table())

    def table(self) -> BauabTable:
        """Return everything that all seats see and may remember."""
        return {
            "board": self.dump_board(),
            "vacated": [PLOT_NAMES[each] for each in members(self.vacated)],
            "hands": [[int(self.hands(seat, kind)) for kind in range(KIND_COUNT)] for seat in range(SEAT_COUNT)],
            "current": int(self.current),
            **self.derived(),
        }

    def derived(self) -> BauabDerived:
        """Return everything that follows from the rest."""
        return {
            "liberties": [int(self.liberties(plot)) for plot in range(PLOT_COUNT)],
            "plots": [[int(self.plots(plot, side)) for side in range(SIDE_COUNT)] for plot in range(PLOT_COUNT)],
            "captured": [[int(self.captured(seat, kind)) for kind in range(KIND_COUNT)] for seat in range(SEAT_COUNT)],
            "scores": [int(self.scores(seat)) for seat in range(SEAT_COUNT)],
            "buildings": [int(self.buildings(seat)) for seat in range(SEAT_COUNT)],
            "parks_left": int(self.parks_left()),
        }

    def load(self, reader: PositionReader) -> None:
        """Take all parts from a reader; raises PositionError for impossible ones."""
        given = reader.derived(self.derived())
        self.read_board(reader)
        self.vacated = reader.name_set("vacated", PLOT_NAMES)
        self.clear_hands()
        rows = reader.rows("hands", 2, 6, 0, 3)
        for seat, row in enumerate(rows):
            for kind, each in enumerate(row):
                self.add_to_hands(seat, kind, each)
        self.current = reader.number("current", OVER, 1)
        reader.finish()
        self.rebuild()
        self.audit()
        reader.agree(given, self.derived())

    def observe(self, seat: i64, row: ObsBuffer) -> None:
        self.observe_board(seat, 0, row)
        row.put_set(32, self.parks())
        row.put_set(48, self.vacated)
        self.observe_liberties(seat, 64, row)
        self.observe_plots(seat, 80, row)
        self.observe_hands(seat, 112, row)
        self.observe_captured(seat, 124, row)
        self.observe_scores(seat, 136, row)
        self.observe_buildings(seat, 138, row)
        row.put(140, self.parks_left())
        if self.current >= 0:
            row.put(141, counted_from(seat, self.current, SEAT_COUNT) + 1)

    def observe_liberties(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        plot: i64 = 0
        while plot < PLOT_COUNT:
            row.put(first + plot, self.liberties(plot))
            plot += 1

    def observe_plots(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        plot: i64 = 0
        while plot < PLOT_COUNT:
            side: i64 = 0
            while side < SIDE_COUNT:
                row.put(first + plot * 2 + side, self.plots(plot, side))
                side += 1
            plot += 1

    def observe_hands(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < SEAT_COUNT:
            kind: i64 = 0
            while kind < KIND_COUNT:
                row.put(first + counted_from(seat, other, SEAT_COUNT) * 6 + kind, self.hands(other, kind))
                kind += 1
            other += 1

    def observe_captured(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < SEAT_COUNT:
            kind: i64 = 0
            while kind < KIND_COUNT:
                row.put(first + counted_from(seat, other, SEAT_COUNT) * 6 + kind, self.captured(other, kind))
                kind += 1
            other += 1

    def observe_scores(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < SEAT_COUNT:
            row.put(first + counted_from(seat, other, SEAT_COUNT), self.scores(other))
            other += 1

    def observe_buildings(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < SEAT_COUNT:
            row.put(first + counted_from(seat, other, SEAT_COUNT), self.buildings(other))
            other += 1

    def action_count(self) -> i64:
        return 115
