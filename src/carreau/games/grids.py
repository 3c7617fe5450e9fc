"""Cells of a grid, and which of them are connected."""

from collections.abc import Sequence

Cell = tuple[int, int]  # column and row


def are_beside(one: Cell, other: Cell) -> bool:
    """Return whether two cells share an edge."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def reached(start: Cell, cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells that can be walked to from one of them, over shared edges."""
    found = [start]
    for here in found:  # it grows while it is walked through
        found += [cell for cell in cells if cell not in found and are_beside(here, cell)]
    return found


def hang_together(cells: Sequence[Cell]) -> bool:
    return not cells or len(reached(cells[0], cells)) == len(cells)
