"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from typing import Any, Final, Literal, TypedDict, get_args

from carreau.core.bits import BIT
from carreau.core.game import CHANCE, OVER, State
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.position import PositionReader
from carreau.games.caro.spec import ColouredTile, LastTile

LAY: Final[i64] = 0
PASS: Final[i64] = 900
OBJECT: Final[i64] = 901
SILENT: Final[i64] = 902
SEAT_COUNT: Final[i64] = 4
COLOUR_COUNT: Final[i64] = 4
STAGE_COUNT: Final[i64] = 3
CELL_COUNT: Final[i64] = 225
LINE_COUNT: Final[i64] = 53
NO_CELLS: Final = vec[i64]()  # of a new position: clear_NAME gives it its own
ColourName = Literal["red", "black", "grey", "white"]
StageName = Literal["laying", "answering", "laying_anew"]
COLOUR_NAMES: Final[list[ColourName]] = list(get_args(ColourName))
STAGE_NAMES: Final[list[StageName]] = list(get_args(StageName))


class CaroStage:
    """The numbers of STAGE_NAMES."""

    LAYING: Final = 0
    ANSWERING: Final = 1
    LAYING_ANEW: Final = 2


def lay_cell(action: i64) -> i64:
    return (action - LAY) // 4


def lay_colour(action: i64) -> i64:
    return (action - LAY) % 4


def lay_action(cell: i64, colour: i64) -> i64:
    return LAY + cell * 4 + colour


class CaroTable(TypedDict):
    """Everything that all seats see and may remember."""

    tiles: list[ColouredTile]
    hands: list[list[int]]
    scores: list[int]
    round_scores: list[int]
    rounds_left: int
    starter: int
    stage: StageName
    last: LastTile
    current: int


class CaroViewJson(CaroTable):
    """The contents of a View."""

    seat: int


@mypyc_attr(acyclic=True)
class CaroPosition(State):
    """The parts of a position."""

    def __init__(
        self, seats: i64, honour: bool, rounds: i64, side: i64, *, original: "CaroPosition | None" = None
    ) -> None:
        self.seats = seats
        self.honour = honour
        self.rounds = rounds
        self.side = side
        if original is None:
            self.current = CHANCE
            self.rows_cells: vec[i64] = NO_CELLS
            self.laid: i64 = 0
            self.left: i64 = 7
            self.right: i64 = 7
            self.top: i64 = 7
            self.bottom: i64 = 7
            self.hands_0: i64 = 0
            self.scores_0: i64 = 576443159580491775
            self.round_scores_0: i64 = 576443159580491775
            self.rounds_left: i64 = 1
            self.starter: i64 = 0
            self.stage: i64 = 0
            self.layer: i64 = 0
            self.last_cell: i64 = 112
            self.last_colour: i64 = 0
            self.last_points: i64 = 0
        else:
            self.current = original.current
            self.rows_cells = original.rows_cells[:]
            self.laid = original.laid
            self.left = original.left
            self.right = original.right
            self.top = original.top
            self.bottom = original.bottom
            self.hands_0 = original.hands_0
            self.scores_0 = original.scores_0
            self.round_scores_0 = original.round_scores_0
            self.rounds_left = original.rounds_left
            self.starter = original.starter
            self.stage = original.stage
            self.layer = original.layer
            self.last_cell = original.last_cell
            self.last_colour = original.last_colour
            self.last_points = original.last_points

    def rows(self, line: i64) -> i64:
        return self.rows_cells[line]

    def add_to_rows(self, line: i64, change: i64) -> None:
        self.rows_cells[line] += change

    def clear_rows(self) -> None:
        self.rows_cells = vec[i64]([0] * (53 * 1))

    def hands(self, seat: i64, colour: i64) -> i64:
        return (self.hands_0 >> (2 * (seat * 4 + colour))) & 3

    def add_to_hands(self, seat: i64, colour: i64, change: i64) -> None:
        self.hands_0 += change * BIT[2 * (seat * 4 + colour)]

    def clear_hands(self) -> None:
        self.hands_0 = 0

    def hands_of(self, seat: i64) -> i64:
        return (self.hands_0 >> (8 * seat)) & 255

    def scores(self, seat: i64) -> i64:
        return ((self.scores_0 >> (15 * seat)) & 32767) - 16383

    def add_to_scores(self, seat: i64, change: i64) -> None:
        self.scores_0 += change * BIT[15 * seat]

    def clear_scores(self) -> None:
        self.scores_0 = 576443159580491775

    def round_scores(self, seat: i64) -> i64:
        return ((self.round_scores_0 >> (15 * seat)) & 32767) - 16383

    def add_to_round_scores(self, seat: i64, change: i64) -> None:
        self.round_scores_0 += change * BIT[15 * seat]

    def clear_round_scores(self) -> None:
        self.round_scores_0 = 576443159580491775

    def all_points(self) -> list[int]:
        return [int(self.scores(seat)) for seat in range(int(self.seats))]

    def against_lay(self, seat: i64, cell: i64, colour: i64) -> str:
        raise NotImplementedError

    def lay(self, seat: i64, cell: i64, colour: i64) -> None:
        raise NotImplementedError

    def against_pass(self, seat: i64) -> str:
        raise NotImplementedError

    def pass_(self, seat: i64) -> None:
        raise NotImplementedError

    def against_object(self, seat: i64) -> str:
        raise NotImplementedError

    def object(self, seat: i64) -> None:
        raise NotImplementedError

    def against_silent(self, seat: i64) -> str:
        raise NotImplementedError

    def silent(self, seat: i64) -> None:
        raise NotImplementedError

    def dump_tiles(self) -> list[ColouredTile]:
        raise NotImplementedError

    def read_tiles(self, reader: PositionReader) -> None:
        raise NotImplementedError

    def board(self, cell: i64) -> i64:
        raise NotImplementedError

    def dump_last(self) -> LastTile:
        raise NotImplementedError

    def read_last(self, reader: PositionReader) -> None:
        raise NotImplementedError

    def observe_last(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        raise NotImplementedError

    def rebuild(self) -> None:
        """Find what is kept besides the parts, if anything is."""

    def dump(self) -> dict[str, Any]:
        return dict(self.table())

    def table(self) -> CaroTable:
        """Return everything that all seats see and may remember."""
        return {
            "tiles": self.dump_tiles(),
            "hands": [[int(self.hands(seat, colour)) for colour in range(COLOUR_COUNT)] for seat in range(self.seats)],
            "scores": [int(self.scores(seat)) for seat in range(self.seats)],
            "round_scores": [int(self.round_scores(seat)) for seat in range(self.seats)],
            "rounds_left": int(self.rounds_left),
            "starter": int(self.starter),
            "stage": STAGE_NAMES[int(self.stage)],
            "last": self.dump_last(),
            "current": int(self.current),
        }

    def load(self, reader: PositionReader) -> None:
        """Take all parts from a reader; raises PositionError for impossible ones."""
        self.read_tiles(reader)
        self.clear_hands()
        rows = reader.rows("hands", int(self.seats), 4, 0, 3)
        for seat, row in enumerate(rows):
            for colour, each in enumerate(row):
                self.add_to_hands(seat, colour, each)
        self.clear_scores()
        for seat, each in enumerate(reader.numbers("scores", int(self.seats), -16383, 16383)):
            self.add_to_scores(seat, each)
        self.clear_round_scores()
        for seat, each in enumerate(reader.numbers("round_scores", int(self.seats), -16383, 16383)):
            self.add_to_round_scores(seat, each)
        self.rounds_left = reader.number("rounds_left", 1, int(self.rounds))
        self.starter = reader.number("starter", 0, int(self.seats) - 1)
        self.stage = reader.choice("stage", STAGE_NAMES)
        self.read_last(reader)
        self.current = reader.number("current", OVER, int(self.seats) - 1)
        reader.finish()
        self.rebuild()
        self.audit()

    def observe(self, seat: i64, row: ObsBuffer) -> None:
        self.observe_board(seat, 0, row)
        self.observe_hands(seat, 225, row)
        self.observe_scores(seat, 241, row)
        self.observe_round_scores(seat, 245, row)
        row.put(249, self.rounds_left)
        row.put(250, self.side)
        row.put(251, self.stage)
        row.put(252, counted_from(seat, self.layer, self.seats))
        self.observe_last(seat, 253, row)

    def observe_board(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        cell: i64 = 0
        while cell < CELL_COUNT:
            row.put(first + cell, self.board(cell))
            cell += 1

    def observe_hands(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            colour: i64 = 0
            while colour < COLOUR_COUNT:
                row.put(first + counted_from(seat, other, self.seats) * 4 + colour, self.hands(other, colour))
                colour += 1
            other += 1

    def observe_scores(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            row.put(first + counted_from(seat, other, self.seats), max(-10000, min(self.scores(other), 10000)))
            other += 1

    def observe_round_scores(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            row.put(first + counted_from(seat, other, self.seats), max(-10000, min(self.round_scores(other), 10000)))
            other += 1

    def action_count(self) -> i64:
        return 903
