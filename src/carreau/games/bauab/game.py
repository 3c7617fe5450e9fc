"""Bauab as a game: its layouts, its start, and positions that somebody wrote down."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from carreau.core._native import i64, vec
from carreau.core.actions import Actions
from carreau.core.bits import BIT
from carreau.core.errors import OptionError, PositionError
from carreau.core.game import OVER
from carreau.core.observation import Observation
from carreau.core.open import OpenGame
from carreau.core.options import Option, Options, OptionValue
from carreau.core.position import Reader
from carreau.core.row import Rows
from carreau.games.bauab.observation import OBSERVATION, observe
from carreau.games.bauab.rules import (
    ACTIONS,
    BLOCKED,
    BOX,
    CELLS,
    CHIPS,
    COLOURS,
    COPIES,
    EVERY_PLOT,
    FULL_HAND,
    HALF,
    HALVES,
    HAND,
    KINDS,
    LANE,
    OWN,
    PARK_COLOUR,
    PARK_NAME,
    PLANNING,
    PLOTS,
    WIDTH,
    BauabState,
    blocked_by,
)

Cell = tuple[int, int]

LAYOUTS: Final[dict[str, list[str]]] = BOX["layouts"]
CELL: Final = re.compile(r"\s*(-?\d{1,4})\s*,\s*(-?\d{1,4})\s*")
BUILDING_SITE: Final = ["#..#", "#..#", "####", "####", "#..#", "#..#"]  # an example of one's own
SHOWN: Final = 60  # characters of a wrong layout in a message


class Layout(Option):
    """How the plots lie: a name, or sixteen cells of one's own, written x,y;x,y;… (bauab.1)."""

    def __init__(self, name: str, default: str) -> None:
        self.name = name
        self.default = default

    def read(self, value: object) -> OptionValue:
        written = value if isinstance(value, str) else ";".join(pairs(value))
        if written.strip().casefold() in LAYOUTS:
            return written.strip().casefold()
        cells = read_cells(written)
        if not cells:
            raise self.refuse(written if len(written) <= SHOWN else written[: SHOWN - 1] + "…")
        self.check(cells)
        return spelled_cells(moved_to_origin(cells))

    def check(self, cells: list[Cell]) -> None:
        doubled = [cell for index, cell in enumerate(cells) if cell in cells[:index]]
        if doubled:
            raise OptionError(f"{self.name}: {spelled_cells(doubled[:1])} is given twice; the cells must be different")
        if len(cells) != len(PLOTS):
            raise OptionError(f"{self.name}: {len(cells)} cells are given; there must be {len(PLOTS)}")
        apart = [cell for cell in cells if cell not in reached(cells)]
        if apart:
            one, other = spelled_cells(apart[:1]), spelled_cells(cells[:1])
            raise OptionError(f"{self.name}: {one} is not connected with {other}; cells must hang together along edges")

    def allowed(self) -> str:
        return f"one of {', '.join(LAYOUTS)}, or {len(PLOTS)} connected cells written 0,0;1,0;…"

    def examples(self) -> Sequence[OptionValue]:
        return [*LAYOUTS, spelled_cells(cells_of(BUILDING_SITE))]

    def names(self) -> Sequence[str]:
        return list(LAYOUTS)


def pairs(value: object) -> list[str]:
    """The cells of a list of pairs as they would be written; anything else as it is, to be refused."""
    if not isinstance(value, list | tuple):
        return [str(value)]
    return [",".join(map(str, cell)) if isinstance(cell, list | tuple) else str(cell) for cell in value]


def read_cells(written: str) -> list[Cell]:
    """The cells in a text like 0,0;1,0; none if any of it can't be read."""
    found = [CELL.fullmatch(part) for part in written.split(";")]
    cells = [(int(match[1]), int(match[2])) for match in found if match]
    return cells if len(cells) == len(found) else []


def spelled_cells(cells: Sequence[Cell]) -> str:
    return ";".join(f"{x},{y}" for x, y in cells)


def cells_of(rows: Sequence[str]) -> list[Cell]:
    """The cells marked # in a drawing, row by row."""
    return [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"]


def moved_to_origin(cells: Sequence[Cell]) -> list[Cell]:
    """The same layout with its left edge and its top at 0, row by row."""
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return sorted(((x - left, y - top) for x, y in cells), key=lambda cell: (cell[1], cell[0]))


def beside(one: Cell, other: Cell) -> bool:
    """Whether two cells share an edge."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def reached(cells: Sequence[Cell]) -> list[Cell]:
    """The cells that can be walked to from the first one."""
    found = [cells[0]]
    for here in found:  # it grows while it is walked through
        found += [cell for cell in cells if cell not in found and beside(here, cell)]
    return found


def layout_of(cells: Sequence[Cell]) -> list[int]:
    """A layout as the rules use it: the neighbours of each plot, then where each plot lies."""
    neighbours = [sum(2**plot for plot, there in enumerate(cells) if beside(here, there)) for here in cells]
    return neighbours + [y * WIDTH + x for x, y in cells]


class Bauab(OpenGame[BauabState]):
    """Bauab for two players."""

    NAME: ClassVar[str] = "bauab"
    VERSION: ClassVar[int] = 1
    SEATS: ClassVar[tuple[int, ...]] = (2,)
    OPTIONS: ClassVar[Options] = Options(Layout("layout", "square"))
    ACTIONS: ClassVar[Actions] = ACTIONS
    OBSERVATION: ClassVar[Observation] = OBSERVATION

    def __init__(self, seats: int, options: Mapping[str, object] | None = None) -> None:
        super().__init__(seats, options)
        written = str(self.options["layout"])
        cells = cells_of(LAYOUTS[written]) if written in LAYOUTS else read_cells(written)
        self.layout: vec[i64] = vec[i64](layout_of(cells))

    def start(self) -> BauabState:
        cells = vec[i64]([0] * CELLS)
        cells[HAND] = FULL_HAND
        cells[HAND + 1] = FULL_HAND
        return BauabState(cells, self.layout)

    def observe(self, state: BauabState, seat: i64, row: Rows) -> None:
        observe(state, seat, row)

    def load(self, data: Mapping[str, Any]) -> BauabState:
        reader = Reader(self.NAME, data)
        state = self.start()
        derived = reader.derived(state.derived())
        self.read_board(reader, state)
        self.read_hands(reader, state)
        state.vacated = reader.name_set("vacated", PLOTS)
        state.current = reader.number("current", OVER, self.seats - 1)
        reader.finish()
        state.audit()
        reader.agree(derived, state.derived())
        return state

    def read_board(self, reader: Reader, state: BauabState) -> None:
        state.free = EVERY_PLOT
        for index, entry in enumerate(reader.entries("board")):
            key = f"board[{index}]"
            chip = Reader(self.NAME, reader.named(key, entry, ["plot", "colour", "chip"]))
            plot = chip.choice("plot", PLOTS)
            if not state.free & BIT[plot]:
                raise PositionError(f"bauab.4: two chips lie on {PLOTS[plot]}")
            state.free ^= BIT[plot]
            self.read_chip(chip, state, plot)
        for half in range(HALVES):
            state.cells[BLOCKED + half] = blocked_by(state.layout, state.cells[CHIPS + half] & PLANNING[half])

    def read_chip(self, chip: Reader, state: BauabState, plot: int) -> None:
        colour = chip.choice("colour", [*COLOURS, PARK_COLOUR])
        if colour == len(COLOURS):
            chip.choice("chip", [PARK_NAME])
            return
        place = chip.choice("chip", KINDS) * LANE + plot
        state.cells[CHIPS + place // HALF] |= BIT[place % HALF]
        state.cells[OWN + colour] |= BIT[plot]

    def read_hands(self, reader: Reader, state: BauabState) -> None:
        rows = reader.rows("hands", self.seats, len(KINDS), 0, max(COPIES))
        for seat, hand in enumerate(rows):
            state.cells[HAND + seat] = sum(held * 4**kind for kind, held in enumerate(hand))
