"""The layouts of Bauab's sixteen plots (bauab.1, bauab.r12)."""

import re
from collections.abc import Sequence
from typing import Final

from carreau.core.errors import OptionError
from carreau.core.options import Option, OptionValue
from carreau.games.bauab.spec import BOX, PLOTS
from carreau.games.grids import Cell, are_beside, reached

WIDTH: Final = 16  # of a layout, for all plots may lie in a row

LAYOUTS: Final[dict[str, list[str]]] = BOX["layouts"]
CELL: Final = re.compile(r"\s*(-?\d{1,4})\s*,\s*(-?\d{1,4})\s*")
BUILDING_SITE: Final = ["#..#", "#..#", "####", "####", "#..#", "#..#"]  # an example of a free layout
SHOWN: Final = 60  # characters of a wrong layout in a message


class Layout(Option):
    """The layout option: a name, or sixteen cells written x,y;x,y;… (bauab.r12)."""

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
        """Refuse cells that are not sixteen different ones, connected along their edges."""
        doubled = [cell for index, cell in enumerate(cells) if cell in cells[:index]]
        if doubled:
            raise OptionError(f"{self.name}: {spelled_cells(doubled[:1])} is given twice; the cells must be different")
        if len(cells) != len(PLOTS):
            raise OptionError(f"{self.name}: {len(cells)} cells are given; there must be {len(PLOTS)}")
        apart = [cell for cell in cells if cell not in reached(cells[0], cells)]
        if apart:
            one, other = spelled_cells(apart[:1]), spelled_cells(cells[:1])
            raise OptionError(f"{self.name}: {one} is not connected with {other}; cells must be connected along edges")

    def allowed(self) -> str:
        return f"one of {', '.join(LAYOUTS)}, or {len(PLOTS)} connected cells written 0,0;1,0;…"

    def examples(self) -> Sequence[OptionValue]:
        return [*LAYOUTS, spelled_cells(cells_of(BUILDING_SITE))]

    def names(self) -> Sequence[str]:
        return list(LAYOUTS)


def pairs(value: object) -> list[str]:
    """Write each [x, y] as "x,y"; leave anything else as it is, to be refused."""
    if not isinstance(value, list | tuple):
        return [str(value)]
    return [",".join(map(str, cell)) if isinstance(cell, list | tuple) else str(cell) for cell in value]


def read_cells(written: str) -> list[Cell]:
    """Read the cells in a text like 0,0;1,0; none if a part of it is invalid."""
    found = [CELL.fullmatch(part) for part in written.split(";")]
    cells = [(int(match[1]), int(match[2])) for match in found if match]
    return cells if len(cells) == len(found) else []


def spelled_cells(cells: Sequence[Cell]) -> str:
    return ";".join(f"{x},{y}" for x, y in cells)


def cells_of(rows: Sequence[str]) -> list[Cell]:
    """Return the cells marked # in a drawing, row by row."""
    return [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"]


def moved_to_origin(cells: Sequence[Cell]) -> list[Cell]:
    """Move a layout to the origin, and sort it row by row."""
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return sorted(((x - left, y - top) for x, y in cells), key=lambda cell: (cell[1], cell[0]))


def layout_of(cells: Sequence[Cell]) -> list[int]:
    """Return a layout as the rules use it: the neighbours of each plot as a set, then y * 16 + x of each plot."""
    neighbours = [sum(2**plot for plot, there in enumerate(cells) if are_beside(here, there)) for here in cells]
    return neighbours + [y * WIDTH + x for x, y in cells]
