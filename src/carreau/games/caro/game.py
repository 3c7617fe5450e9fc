"""Caro as a game: its options, its start, and positions that somebody wrote down."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from carreau.core.actions import Actions
from carreau.core.errors import PositionError
from carreau.core.game import OVER
from carreau.core.native import i64, vec
from carreau.core.obs_buffer import ObsBuffer
from carreau.core.observation import Observation
from carreau.core.options import Flag, Number, Options
from carreau.core.perfect_info import PerfectInfoGame
from carreau.core.position import PositionReader
from carreau.games.caro.board import BOX, COLOURS, REACH, tile
from carreau.games.caro.observation import OBSERVATION, observe
from carreau.games.caro.rules import ACTIONS, CELLS, HAND, PER_COLOUR, ROUND, STAGES, TOTAL, CaroState

MOST_POINTS: Final = 100_000
MOST_ROUNDS: Final = 20


class Caro(PerfectInfoGame[CaroState]):
    """Caro for two to four players."""

    NAME: ClassVar[str] = "caro"
    VERSION: ClassVar[int] = 1
    SEATS: ClassVar[tuple[int, ...]] = (2, 3, 4)
    OPTIONS: ClassVar[Options] = Options(
        Flag("honour", False), Number("rounds", 1, 1, MOST_ROUNDS, examples=(1, 3), bounds_length=True)
    )
    ACTIONS: ClassVar[Actions] = ACTIONS
    OBSERVATION: ClassVar[Observation] = OBSERVATION

    def start(self) -> CaroState:
        side = BOX["side"][str(self.seats)]
        cells = vec[i64]([0] * CELLS)
        state = CaroState(cells, self.seats, side, self.options["honour"] is True, int(self.options["rounds"]))
        state.set_up()
        return state

    def observe(self, state: CaroState, seat: i64, row: ObsBuffer) -> None:
        observe(state, seat, row)

    def load(self, data: Mapping[str, Any]) -> CaroState:
        reader = PositionReader(self.NAME, data)
        state = self.start()
        self.read_tiles(reader, state)
        for seat, hand in enumerate(reader.rows("hands", self.seats, 4, 0, PER_COLOUR)):
            state.cells[HAND + seat] = sum(held * 16**colour for colour, held in enumerate(hand))
        for offset, key in ((TOTAL, "scores"), (ROUND, "round_scores")):
            for seat, points in enumerate(reader.numbers(key, self.seats, -MOST_POINTS, MOST_POINTS)):
                state.cells[offset + seat] = points
        state.rounds = reader.number("rounds_left", 1, int(state.rounds))
        state.starter = reader.number("starter", 0, self.seats - 1)
        state.current = reader.number("current", OVER, self.seats - 1)
        state.stage = reader.choice("stage", STAGES)
        self.read_last(reader, state)
        reader.finish()
        state.audit()
        return state

    def read_tiles(self, reader: PositionReader, state: CaroState) -> None:
        for index, entry in enumerate(reader.entries("tiles")):
            entry_of = PositionReader(self.NAME, reader.named(f"tiles[{index}]", entry, ["x", "y", "colour"]))
            x, y = entry_of.number("x", -REACH, REACH) + REACH, entry_of.number("y", -REACH, REACH) + REACH
            if tile(state.cells, x, y):
                raise PositionError(f"caro.3: two tiles lie on {x - REACH},{y - REACH}")
            state.place(x, y, entry_of.choice("colour", COLOURS))

    def read_last(self, reader: PositionReader, state: CaroState) -> None:
        names = ["layer", "x", "y", "colour", "points"]
        last = PositionReader(self.NAME, reader.named("last", reader.take("last"), names))
        state.layer = last.number("layer", 0, self.seats - 1)
        state.last_x = last.number("x", -REACH, REACH) + REACH
        state.last_y = last.number("y", -REACH, REACH) + REACH
        state.last_colour = last.choice("colour", COLOURS)
        state.last_points = last.number("points", -MOST_POINTS, MOST_POINTS)
