"""Bauab as a game: its layouts and its start."""

from typing import ClassVar

from carreau.core.bits import members
from carreau.core.effects import Effect
from carreau.core.native import i64, vec
from carreau.core.options import Options
from carreau.games.bauab._spec import KIND_NAMES, PLOT_NAMES
from carreau.games.bauab._state import BauabGame, BauabState
from carreau.games.bauab.layouts import LAYOUTS, Layout, cells_of, layout_of, read_cells
from carreau.games.bauab.spec import COPIES


class Bauab(BauabGame):
    """Bauab for two players."""

    DRAWS_LOTS: ClassVar[bool] = True
    OPTIONS: ClassVar[Options] = Options(Layout("layout", "square"))

    def prepare(self) -> None:
        written = str(self.options["layout"])
        cells = cells_of(LAYOUTS[written]) if written in LAYOUTS else read_cells(written)
        self.layout: vec[i64] = vec[i64](layout_of(cells))

    def start(self) -> BauabState:
        state = BauabState(self.layout)
        for kind, copies in enumerate(COPIES):
            state.add_to_hands(0, kind, copies)
            state.add_to_hands(1, kind, copies)
        return state

    def effects(self, before: BauabState, seat: int, action: int, after: BauabState) -> list[Effect]:
        """List the captured chips, and the points they bring."""
        captured = [
            Effect("capture", 1 - seat, fields={"chip": KIND_NAMES[kind], "plot": PLOT_NAMES[plot]})
            for kind in range(len(KIND_NAMES))
            for plot in members(before.on_board(1 - seat, kind) & after.vacated)
        ]
        return [*captured, *super().effects(before, seat, action, after)]
