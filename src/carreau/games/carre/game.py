"""Carré as a game: its options, its start, and positions that somebody wrote down."""

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
from carreau.core.position import PositionReader, in_range
from carreau.games.carre.board import EACH, HELD, height_of, in_supply, is_flat, lay, supply
from carreau.games.carre.observation import MOST_TURNS, OBSERVATION, observe
from carreau.games.carre.rules import ACTIONS, BOUGHT, MIDDLE, NEW, SEAT, STAGES, CarreState
from carreau.games.carre.tables import BOX, COPIES, COVERS, DICE, GOODS, IN_GAME, KINDS, SQUARES, TILE, VALUES, WIDTH

TILE_PARTS: Final = ["kind", "x", "y", "level"]


class Carre(PerfectInfoGame[CarreState]):
    """Carré for two to four players."""

    NAME: ClassVar[str] = "carre"
    VERSION: ClassVar[int] = 1
    SEATS: ClassVar[tuple[int, ...]] = (2, 3, 4)
    OPTIONS: ClassVar[Options] = Options(
        Number("turn_limit", BOX["turn_limit"], 1, MOST_TURNS, examples=(3, 12), bounds_length=True),
        Flag("stoppers", True),
    )
    ACTIONS: ClassVar[Actions] = ACTIONS
    OBSERVATION: ClassVar[Observation] = OBSERVATION

    def start(self) -> CarreState:
        cells = vec[i64]([0] * (SEAT + int(EACH) * self.seats))
        state = CarreState(cells, self.seats, int(self.options["turn_limit"]), self.options["stoppers"] is True)
        state.set_up()
        return state

    def observe(self, state: CarreState, seat: i64, row: ObsBuffer) -> None:
        observe(state, seat, row)

    def load(self, data: Mapping[str, Any]) -> CarreState:
        reader = PositionReader(self.NAME, data)
        state = self.start()
        self.read_boards(reader, state)
        self.read_supplies(reader, state)
        self.read_goods(reader, state)
        self.read_dice(reader, state)
        state.turns = reader.number("turns", 0, int(state.turn_limit) * self.seats)
        state.turn = reader.number("turn", 0, self.seats - 1)
        state.current = reader.number("current", OVER, self.seats - 1)
        state.stage = reader.choice("stage", STAGES)
        reader.finish()
        state.audit()
        return state

    def read_boards(self, reader: PositionReader, state: CarreState) -> None:
        boards = reader.entries("boards")
        if len(boards) != self.seats:
            raise PositionError(f"carre: boards must have {self.seats} entries, not {len(boards)}")
        for seat, board in enumerate(boards):
            for index, entry in enumerate(PositionReader(self.NAME, {"boards": board}).entries("boards")):
                self.read_tile(
                    PositionReader(self.NAME, reader.named(f"boards[{seat}][{index}]", entry, TILE_PARTS)), state, seat
                )

    def read_tile(self, entry: PositionReader, state: CarreState, seat: int) -> None:
        kind = entry.choice("kind", KINDS)
        x, y = entry.number("x", 0, int(WIDTH) - 1), entry.number("y", 0, BOX["height"] - 1)
        tile, own = kind * int(SQUARES) + y * int(WIDTH) + x, state.own(seat)
        if in_supply(state.cells, own, TILE[kind]) == 0:
            raise PositionError(f"carre.2: player {seat} has only {COPIES} tiles of the value of {KINDS[kind]}")
        if COVERS[tile] == 0:
            raise PositionError(f"carre.8: {KINDS[kind]} {x},{y} reaches over the edge of the board")
        if not is_flat(state.cells, own, tile):
            raise PositionError(f"carre.9: {KINDS[kind]} {x},{y} of player {seat} does not lie flat")
        level = int(height_of(state.cells, own, tile % int(SQUARES)))
        if entry.take("level") != level:
            raise PositionError(f"carre.9: {KINDS[kind]} {x},{y} of player {seat} lies on level {level}")
        lay(state.cells, own, tile)

    def read_supplies(self, reader: PositionReader, state: CarreState) -> None:
        for seat, held in enumerate(reader.rows("supplies", self.seats, len(VALUES), 0, int(COPIES))):
            right = supply(state.cells, state.own(seat))
            if held != right:
                raise PositionError(
                    f"carre.2: with these tiles built the supply of player {seat} is {right}, not {held}"
                )

    def read_goods(self, reader: PositionReader, state: CarreState) -> None:
        for goods, key in enumerate(("stoppers", "chips")):
            for seat, held in enumerate(reader.numbers(key, self.seats, 0, IN_GAME[goods] * self.seats)):
                state.cells[state.own(seat) + HELD + goods] = held
        for offset, key, most in (
            (MIDDLE, "middle", max(IN_GAME) * self.seats),
            (NEW, "new", 2),
            (BOUGHT, "bought", 1),
        ):
            for goods, count in enumerate(reader.numbers(key, len(GOODS), 0, most)):
                state.cells[offset + goods] = count

    def read_dice(self, reader: PositionReader, state: CarreState) -> None:
        entries = reader.entries("dice")
        dice = [in_range(self.NAME, f"dice[{i}]", face, 1, BOX["sides"]) for i, face in enumerate(entries)]
        if tuple(dice) not in DICE:
            raise PositionError(f"carre.4: dice={dice!r} are not at most {BOX['dice']} dice in ascending order")
        state.dice = DICE.index(tuple(dice))
        state.stopped = reader.number("stopped", 0, max(VALUES))
        if state.stopped and int(state.stopped) not in VALUES:
            raise PositionError(f"carre.2: stopped={state.stopped} is not 0 or one of {VALUES}")
