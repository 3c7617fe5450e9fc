"""The board of Bauab: sixteen plots, what lies on them, and how that is dumped, loaded and observed."""

from typing import Final

from carreau.core.bits import BIT, lowest, members, size
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.position import PositionReader, require
from carreau.games.bauab._spec import KIND_COUNT, KIND_NAMES, PLOT_COUNT, PLOT_NAMES, SEAT_COUNT, BauabPosition
from carreau.games.bauab.spec import BOX, COLOURS, PARK_COLOUR, PARK_NAME, LaidChip

WIDTH: Final[i64] = 16  # of a layout
EVERY_PLOT: Final = 0xFFFF
PARKS: Final[i64] = BOX["parks"]
COPIES: Final = vec[i64](list(BOX["chips"].values()))


@mypyc_attr(acyclic=True)
class BauabBoard(BauabPosition):
    """The plots, what lies on them, and what lies beside what."""

    def is_free(self, plot: i64) -> bool:
        return self.free & BIT[plot] != 0

    def neighbours(self, plot: i64) -> i64:
        """Return the plots that share an edge with a plot."""
        return self.layout[plot]

    def plots(self, plot: i64, side: i64) -> i64:
        """Return where a plot lies: its column for side 0, its row for side 1."""
        place = self.layout[PLOT_COUNT + plot]
        return place // WIDTH if side else place % WIDTH

    def on_board(self, seat: i64, kind: i64) -> i64:
        """Return the plots that have a player's chip of a kind."""
        return self.chips(kind) & self.own(seat)

    def parks(self) -> i64:
        return EVERY_PLOT & ~(self.free | self.own(0) | self.own(1))

    def lay_down(self, seat: i64, kind: i64, plot: i64) -> None:
        """Move a chip from a player's hand to a plot."""
        self.add_to_hands(seat, kind, -1)
        self.add_to_chips(kind, BIT[plot])
        self.add_to_own(seat, BIT[plot])

    def lift(self, seat: i64, plots: i64) -> None:
        """Take a player's chips off the board, from some plots."""
        for kind in range(KIND_COUNT):
            self.add_to_chips(kind, -(self.chips(kind) & plots))
        self.add_to_own(seat, -plots)
        self.free |= plots

    # Written down

    def dump_board(self) -> list[LaidChip]:
        """List what lies on the plots, from a to p."""
        found = [LaidChip(PLOT_NAMES[plot], PARK_COLOUR, PARK_NAME) for plot in members(self.parks())]
        for seat, colour in enumerate(COLOURS):
            for kind, name in enumerate(KIND_NAMES):
                found += [LaidChip(PLOT_NAMES[plot], colour, name) for plot in members(self.on_board(seat, kind))]
        return sorted(found)

    def read_board(self, reader: PositionReader) -> None:
        for chip in reader.tuples("board", LaidChip._fields):
            plot = chip.choice("plot", PLOT_NAMES)
            require(self.is_free(plot), f"bauab.4: two chips lie on {PLOT_NAMES[plot]}")
            self.free ^= BIT[plot]
            colour = chip.choice("colour", [*COLOURS, PARK_COLOUR])
            if colour == len(COLOURS):
                chip.choice("chip", [PARK_NAME])
            else:
                self.add_to_chips(chip.choice("chip", KIND_NAMES), BIT[plot])
                self.add_to_own(colour, BIT[plot])

    def observe_board(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        for other in range(SEAT_COUNT):
            start = first + counted_from(seat, other, 2) * PLOT_COUNT
            for kind in range(KIND_COUNT):
                plots = self.on_board(other, kind)
                while plots:
                    row.put(start + lowest(plots), kind + 1)
                    plots &= plots - 1

    def parks_left(self) -> i64:  # bauab.r11
        return PARKS - size(self.parks())
