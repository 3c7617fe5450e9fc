"""Schlauraff as a game: its options, its start, and positions that somebody wrote down."""

from collections.abc import Mapping
from typing import Any, ClassVar

from carreau.core.actions import Actions
from carreau.core.errors import OptionError, PositionError
from carreau.core.game import OVER
from carreau.core.native import i64, vec
from carreau.core.obs_buffer import ObsBuffer
from carreau.core.observation import Observation
from carreau.core.options import Choice, Number, Options
from carreau.core.perfect_info import PerfectInfoGame
from carreau.core.position import PositionReader, in_range, name_in
from carreau.games.schlauraff.audit import TURN
from carreau.games.schlauraff.board import CAPTURED, CHIP, COLUMN, POINTS, REDS, TOP, WAITING
from carreau.games.schlauraff.observation import MOST_ROUNDS, OBSERVATION, observe
from carreau.games.schlauraff.rules import ACTIONS, STAGES, SchlauraffState
from carreau.games.schlauraff.tables import ALL_DICE, BOX, CHIPS, COLOURS, MOST_COLUMNS, NUMBER, PER_COLOUR, ROWS


class Schlauraff(PerfectInfoGame[SchlauraffState]):
    """Schlauraff for two to four players."""

    NAME: ClassVar[str] = "schlauraff"
    VERSION: ClassVar[int] = 1
    DRAWS_LOTS: ClassVar[bool] = True
    SEATS: ClassVar[tuple[int, ...]] = (2, 3, 4)
    OPTIONS: ClassVar[Options] = Options(
        Number("columns", 0, 0, MOST_COLUMNS, examples=(0, 4, 8)),  # 0: what the number of players asks for
        Number("rounds", 0, 0, MOST_ROUNDS, examples=(2,), bounds_length=True),  # 0: one for each player
        Choice("leftovers", "stack", ["stack", "extend"]),
        Choice("yellow", "auto", ["auto", "choice"]),
    )
    ACTIONS: ClassVar[Actions] = ACTIONS
    OBSERVATION: ClassVar[Observation] = OBSERVATION

    def __init__(self, seats: int, options: Mapping[str, object] | None = None) -> None:
        super().__init__(seats, options)
        possible: list[int] = BOX["columns"][str(seats)]
        self.columns = int(self.options["columns"]) or possible[0]
        self.rounds = int(self.options["rounds"]) or seats  # schlauraff.3
        if self.columns not in possible:  # schlauraff.2
            numbers = ", ".join(str(count) for count in sorted(possible))
            which = f"one of {numbers}" if len(possible) > 1 else numbers
            raise OptionError(f"columns={self.columns} with {seats} players is not {which} (or 0 for {possible[0]})")

    def start(self) -> SchlauraffState:
        extend = self.options["leftovers"] == "extend"
        cells = vec[i64]([0] * (int(COLUMN) + int(ROWS) * (self.columns if extend else 1)))
        return SchlauraffState(cells, self.seats, self.columns, self.rounds, extend, self.options["yellow"] == "choice")

    def observe(self, state: SchlauraffState, seat: i64, row: ObsBuffer) -> None:
        observe(state, seat, row)

    def load(self, data: Mapping[str, Any]) -> SchlauraffState:
        reader = PositionReader(self.NAME, data)
        state = self.start()
        state.stage = reader.choice("stage", STAGES)
        state.column = reader.number("played", 0, self.columns - 1 if self.in_turn(state) else 0)
        self.read_noted(reader, state)
        state.bag = packed(reader.numbers("bag", len(COLOURS), 0, int(PER_COLOUR)))
        self.read_waiting(reader, state)
        self.read_column(reader, state)
        self.read_dice(reader, state)
        state.round = reader.number("round", 1, self.rounds)
        reader.number("rounds", self.rounds, self.rounds)
        state.starter = reader.number("starter", 0, self.seats - 1)
        state.turn = reader.number("turn", 0, self.seats - 1)
        state.current = reader.number("current", OVER, self.seats - 1)
        reader.finish()
        state.audit()
        return state

    def in_turn(self, state: SchlauraffState) -> bool:
        return STAGES[int(state.stage)] in TURN

    def read_noted(self, reader: PositionReader, state: SchlauraffState) -> None:
        most = self.rounds * int(CHIPS)
        for offset, key in ((POINTS, "points"), (REDS, "reds")):
            for seat, count in enumerate(reader.numbers(key, self.seats, 0, most)):
                state.cells[offset + seat] = count
        for seat, chips in enumerate(reader.rows("captured", self.seats, len(COLOURS), 0, int(PER_COLOUR))):
            state.cells[CAPTURED + seat] = packed(chips)

    def read_waiting(self, reader: PositionReader, state: SchlauraffState) -> None:
        columns = [self.read_chips(f"columns[{i}]", entry) for i, entry in enumerate(reader.entries("columns"))]
        first = int(state.column) + 1 if self.in_turn(state) else 0
        self.check_waiting(columns, self.columns - first, STAGES[int(state.stage)])
        for index, chips in enumerate(columns):
            state.cells[WAITING + first + index] = sum(colour * 4**row for row, colour in enumerate(chips))
        if not self.in_turn(state):
            state.column, state.row = divmod(sum(len(chips) for chips in columns), int(ROWS))

    def check_waiting(self, columns: list[list[int]], room: int, stage: str) -> None:
        """Whole columns wait during a turn; while they are laid out, some are missing and the last one may be short."""
        if stage in TURN and (len(columns) != room or any(len(chips) != ROWS for chips in columns)):
            raise PositionError(f"schlauraff.2: {room} columns of {ROWS} chips should wait, not {columns}")
        laid = sum(len(chips) for chips in columns)
        if stage == "laying" and laid >= ROWS * room:
            raise PositionError(f"schlauraff.2: {laid} chips are laid out: the round has begun")
        if stage == "laying" and (any(len(chips) != ROWS for chips in columns[:-1]) or [] in columns):
            raise PositionError(f"schlauraff.2: a column is full, of {ROWS} chips, before the next is begun")
        if stage not in TURN and stage != "laying" and columns:
            raise PositionError(f"schlauraff.2: no column is laid out: {stage}")

    def read_chips(self, key: str, entry: object) -> list[int]:
        """The colours of some chips that lie one after the other."""
        names = PositionReader(self.NAME, {key: entry}).entries(key)
        if len(names) > CHIPS:
            raise PositionError(f"schlauraff.1: {key} has {len(names)} chips; there are {CHIPS}")
        return [name_in(self.NAME, f"{key}[{i}]", name, COLOURS) for i, name in enumerate(names)]

    def read_column(self, reader: PositionReader, state: SchlauraffState) -> None:
        rows = [self.read_chips(f"column[{i}]", entry) for i, entry in enumerate(reader.entries("column"))]
        most = len(state.cells) - int(COLUMN)
        if len(rows) > most:
            raise PositionError(f"schlauraff.2: column must have at most {most} rows, not {len(rows)}")
        for row, chips in enumerate(rows):
            if chips:
                state.cells[COLUMN + row] = chips[0] * 2**TOP + sum(int(CHIP[colour]) for colour in chips)
        state.length = len(rows)
        row = reader.number("row", 0, len(rows) + 1 if self.in_turn(state) else 0)
        if self.in_turn(state):
            state.row = row - 1

    def read_dice(self, reader: PositionReader, state: SchlauraffState) -> None:
        state.dice = self.read_multiset(reader, "dice")
        state.on = self.read_multiset(reader, "on")
        state.to_roll = reader.number("to_roll", 0, int(ALL_DICE))
        state.assigned = reader.flag("assigned")

    def read_multiset(self, reader: PositionReader, key: str) -> int:
        entries = reader.entries(key)
        dice = tuple(in_range(self.NAME, f"{key}[{i}]", face, 1, BOX["sides"]) for i, face in enumerate(entries))
        if dice not in NUMBER:
            raise PositionError(f"schlauraff.5: {key}={list(dice)} are not at most {ALL_DICE} dice in ascending order")
        return NUMBER[dice]


def packed(counts: list[int]) -> int:
    """How many chips there are of each colour, in one number."""
    return sum(count * int(CHIP[colour]) for colour, count in enumerate(counts))
