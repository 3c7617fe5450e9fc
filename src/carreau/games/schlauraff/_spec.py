"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from typing import Any, Final, Literal, TypedDict, get_args

from carreau.core.bits import BIT
from carreau.core.game import CHANCE, OVER, State
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.position import PositionReader
from carreau.games.dice import faces_shown, read_dice
from carreau.games.schlauraff.spec import DICE

START: Final[i64] = 0
LAY: Final[i64] = 4
ROLL: Final[i64] = 8
ASSIGN: Final[i64] = 931
CARRY: Final[i64] = 1171
LEAVE: Final[i64] = 1177
TAKE: Final[i64] = 1178
REROLL: Final[i64] = 1179
STOP: Final[i64] = 1180
SEAT_COUNT: Final[i64] = 4
COLOUR_COUNT: Final[i64] = 4
STAGE_COUNT: Final[i64] = 6
COLUMN_COUNT: Final[i64] = 8
PLACE_COUNT: Final[i64] = 5
LINE_COUNT: Final[i64] = 40
FACE_COUNT: Final[i64] = 6
SHOWING: Final = vec[i64](faces_shown(DICE))  # by dice * sides + face
ColourName = Literal["yellow", "green", "blue", "red"]
StageName = Literal["starting", "laying", "rolling", "assigning", "carrying", "ended"]
COLOUR_NAMES: Final[list[ColourName]] = list(get_args(ColourName))
STAGE_NAMES: Final[list[StageName]] = list(get_args(StageName))


class SchlauraffStage:
    """The numbers of STAGE_NAMES."""

    STARTING: Final = 0
    LAYING: Final = 1
    ROLLING: Final = 2
    ASSIGNING: Final = 3
    CARRYING: Final = 4
    ENDED: Final = 5


def start_player(action: i64) -> i64:
    return action - START


def start_action(player: i64) -> i64:
    return START + player


def lay_colour(action: i64) -> i64:
    return action - LAY


def lay_action(colour: i64) -> i64:
    return LAY + colour


def roll_dice(action: i64) -> i64:
    return action - ROLL


def roll_action(dice: i64) -> i64:
    return ROLL + dice


def assign_row(action: i64) -> i64:
    return (action - ASSIGN) // 6 + 1


def assign_face(action: i64) -> i64:
    return (action - ASSIGN) % 6 + 1


def assign_action(row: i64, face: i64) -> i64:
    return ASSIGN + (row - 1) * 6 + (face - 1)


def carry_face(action: i64) -> i64:
    return action - CARRY + 1


def carry_action(face: i64) -> i64:
    return CARRY + (face - 1)


class SchlauraffDerived(TypedDict):
    """Everything that follows from the rest."""

    rounds: int


class SchlauraffTable(SchlauraffDerived):
    """Everything that all seats see and may remember."""

    bag: list[int]
    captured: list[list[int]]
    points: list[int]
    reds: list[int]
    dice: list[int]
    on: list[int]
    to_roll: int
    row: int
    assigned: bool
    stage: StageName
    turn: int
    starter: int
    round: int
    played: int
    columns: list[list[ColourName]]
    column: list[list[ColourName]]
    current: int


class SchlauraffViewJson(SchlauraffTable):
    """The contents of a View."""

    seat: int


@mypyc_attr(acyclic=True)
class SchlauraffPosition(State):
    """The parts of a position."""

    def __init__(
        self,
        seats: i64,
        columns: i64,
        rounds: i64,
        extend: bool,
        choice: bool,
        *,
        original: "SchlauraffPosition | None" = None,
    ) -> None:
        self.seats = seats
        self.columns = columns
        self.rounds = rounds
        self.extend = extend
        self.choice = choice
        if original is None:
            self.current = CHANCE
            self.tops_0: i64 = 0
            self.tops_1: i64 = 0
            self.length: i64 = 0
            self.bag_0: i64 = 0
            self.captured_0: i64 = 0
            self.captured_1: i64 = 0
            self.points_0: i64 = 0
            self.reds_0: i64 = 0
            self.dice: i64 = 0
            self.on: i64 = 0
            self.to_roll: i64 = 0
            self.row: i64 = 0
            self.assigned = False
            self.stage: i64 = 0
            self.turn: i64 = 0
            self.starter: i64 = 0
            self.round: i64 = 1
            self.played: i64 = 0
            self.laid: i64 = 0
            self.queue_0: i64 = 0
            self.queue_1: i64 = 0
            self.piles_0: i64 = 0
            self.piles_1: i64 = 0
        else:
            self.current = original.current
            self.tops_0 = original.tops_0
            self.tops_1 = original.tops_1
            self.length = original.length
            self.bag_0 = original.bag_0
            self.captured_0 = original.captured_0
            self.captured_1 = original.captured_1
            self.points_0 = original.points_0
            self.reds_0 = original.reds_0
            self.dice = original.dice
            self.on = original.on
            self.to_roll = original.to_roll
            self.row = original.row
            self.assigned = original.assigned
            self.stage = original.stage
            self.turn = original.turn
            self.starter = original.starter
            self.round = original.round
            self.played = original.played
            self.laid = original.laid
            self.queue_0 = original.queue_0
            self.queue_1 = original.queue_1
            self.piles_0 = original.piles_0
            self.piles_1 = original.piles_1

    def tops(self, line: i64) -> i64:
        if line < 20:
            return (self.tops_0 >> (3 * line)) & 7
        return (self.tops_1 >> (3 * (line - 20))) & 7

    def add_to_tops(self, line: i64, change: i64) -> None:
        if line < 20:
            self.tops_0 += change * BIT[3 * line]
            return
        self.tops_1 += change * BIT[3 * (line - 20)]

    def clear_tops(self) -> None:
        self.tops_0 = 0
        self.tops_1 = 0

    def bag(self, colour: i64) -> i64:
        return (self.bag_0 >> (4 * colour)) & 15

    def add_to_bag(self, colour: i64, change: i64) -> None:
        self.bag_0 += change * BIT[4 * colour]

    def clear_bag(self) -> None:
        self.bag_0 = 0

    def captured(self, seat: i64, colour: i64) -> i64:
        if seat * 4 + colour < 12:
            return (self.captured_0 >> (4 * (seat * 4 + colour))) & 15
        return (self.captured_1 >> (4 * (seat * 4 + colour - 12))) & 15

    def add_to_captured(self, seat: i64, colour: i64, change: i64) -> None:
        if seat * 4 + colour < 12:
            self.captured_0 += change * BIT[4 * (seat * 4 + colour)]
            return
        self.captured_1 += change * BIT[4 * (seat * 4 + colour - 12)]

    def clear_captured(self) -> None:
        self.captured_0 = 0
        self.captured_1 = 0

    def captured_of(self, seat: i64) -> i64:
        if seat < 3:
            return (self.captured_0 >> (16 * seat)) & 65535
        return (self.captured_1 >> (16 * (seat - 3))) & 65535

    def points(self, seat: i64) -> i64:
        return (self.points_0 >> (10 * seat)) & 1023

    def add_to_points(self, seat: i64, change: i64) -> None:
        self.points_0 += change * BIT[10 * seat]

    def clear_points(self) -> None:
        self.points_0 = 0

    def reds(self, seat: i64) -> i64:
        return (self.reds_0 >> (8 * seat)) & 255

    def add_to_reds(self, seat: i64, change: i64) -> None:
        self.reds_0 += change * BIT[8 * seat]

    def clear_reds(self) -> None:
        self.reds_0 = 0

    def queue(self, column: i64, place: i64) -> i64:
        if column * 5 + place < 20:
            return (self.queue_0 >> (3 * (column * 5 + place))) & 7
        return (self.queue_1 >> (3 * (column * 5 + place - 20))) & 7

    def add_to_queue(self, column: i64, place: i64, change: i64) -> None:
        if column * 5 + place < 20:
            self.queue_0 += change * BIT[3 * (column * 5 + place)]
            return
        self.queue_1 += change * BIT[3 * (column * 5 + place - 20)]

    def clear_queue(self) -> None:
        self.queue_0 = 0
        self.queue_1 = 0

    def queue_of(self, column: i64) -> i64:
        if column < 4:
            return (self.queue_0 >> (15 * column)) & 32767
        return (self.queue_1 >> (15 * (column - 4))) & 32767

    def piles(self, place: i64, colour: i64) -> i64:
        if place * 4 + colour < 12:
            return (self.piles_0 >> (4 * (place * 4 + colour))) & 15
        return (self.piles_1 >> (4 * (place * 4 + colour - 12))) & 15

    def add_to_piles(self, place: i64, colour: i64, change: i64) -> None:
        if place * 4 + colour < 12:
            self.piles_0 += change * BIT[4 * (place * 4 + colour)]
            return
        self.piles_1 += change * BIT[4 * (place * 4 + colour - 12)]

    def clear_piles(self) -> None:
        self.piles_0 = 0
        self.piles_1 = 0

    def piles_of(self, place: i64) -> i64:
        if place < 3:
            return (self.piles_0 >> (16 * place)) & 65535
        return (self.piles_1 >> (16 * (place - 3))) & 65535

    def rounds_left(self) -> i64:
        return self.rounds - self.round + 1

    def against_start(self, seat: i64, player: i64) -> str:
        raise NotImplementedError

    def start(self, seat: i64, player: i64) -> None:
        raise NotImplementedError

    def against_lay(self, seat: i64, colour: i64) -> str:
        raise NotImplementedError

    def lay(self, seat: i64, colour: i64) -> None:
        raise NotImplementedError

    def against_roll(self, seat: i64, dice: i64) -> str:
        raise NotImplementedError

    def roll(self, seat: i64, dice: i64) -> None:
        raise NotImplementedError

    def against_assign(self, seat: i64, row: i64, face: i64) -> str:
        raise NotImplementedError

    def assign(self, seat: i64, row: i64, face: i64) -> None:
        raise NotImplementedError

    def against_carry(self, seat: i64, face: i64) -> str:
        raise NotImplementedError

    def carry(self, seat: i64, face: i64) -> None:
        raise NotImplementedError

    def against_leave(self, seat: i64) -> str:
        raise NotImplementedError

    def leave(self, seat: i64) -> None:
        raise NotImplementedError

    def against_take(self, seat: i64) -> str:
        raise NotImplementedError

    def take(self, seat: i64) -> None:
        raise NotImplementedError

    def against_reroll(self, seat: i64) -> str:
        raise NotImplementedError

    def reroll(self, seat: i64) -> None:
        raise NotImplementedError

    def against_stop(self, seat: i64) -> str:
        raise NotImplementedError

    def stop(self, seat: i64) -> None:
        raise NotImplementedError

    def stacks(self, line: i64, colour: i64) -> i64:
        raise NotImplementedError

    def coming(self, column: i64, place: i64) -> i64:
        raise NotImplementedError

    def dump_columns(self) -> list[list[ColourName]]:
        raise NotImplementedError

    def read_columns(self, reader: PositionReader) -> None:
        raise NotImplementedError

    def dump_column(self) -> list[list[ColourName]]:
        raise NotImplementedError

    def read_column(self, reader: PositionReader) -> None:
        raise NotImplementedError

    def against_turn(self, seat: i64) -> str:
        raise NotImplementedError

    def rebuild(self) -> None:
        """Find what is kept besides the parts, if anything is."""

    def dump(self) -> dict[str, Any]:
        return dict(self.table())

    def table(self) -> SchlauraffTable:
        """Return everything that all seats see and may remember."""
        return {
            "bag": [int(self.bag(colour)) for colour in range(COLOUR_COUNT)],
            "captured": [
                [int(self.captured(seat, colour)) for colour in range(COLOUR_COUNT)] for seat in range(self.seats)
            ],
            "points": [int(self.points(seat)) for seat in range(self.seats)],
            "reds": [int(self.reds(seat)) for seat in range(self.seats)],
            "dice": list(DICE[int(self.dice)]),
            "on": list(DICE[int(self.on)]),
            "to_roll": int(self.to_roll),
            "row": int(self.row),
            "assigned": self.assigned,
            "stage": STAGE_NAMES[int(self.stage)],
            "turn": int(self.turn),
            "starter": int(self.starter),
            "round": int(self.round),
            "played": int(self.played),
            "columns": self.dump_columns(),
            "column": self.dump_column(),
            "current": int(self.current),
            **self.derived(),
        }

    def derived(self) -> SchlauraffDerived:
        """Return everything that follows from the rest."""
        return {
            "rounds": int(self.rounds),
        }

    def load(self, reader: PositionReader) -> None:
        """Take all parts from a reader; raises PositionError for impossible ones."""
        given = reader.derived(self.derived())
        self.clear_bag()
        for colour, each in enumerate(reader.numbers("bag", 4, 0, 10)):
            self.add_to_bag(colour, each)
        self.clear_captured()
        rows = reader.rows("captured", int(self.seats), 4, 0, 10)
        for seat, row in enumerate(rows):
            for colour, each in enumerate(row):
                self.add_to_captured(seat, colour, each)
        self.clear_points()
        for seat, each in enumerate(reader.numbers("points", int(self.seats), 0, int(self.rounds) * 40)):
            self.add_to_points(seat, each)
        self.clear_reds()
        for seat, each in enumerate(reader.numbers("reds", int(self.seats), 0, int(self.rounds) * 10)):
            self.add_to_reds(seat, each)
        self.dice = read_dice(reader, "dice", DICE, "schlauraff.5")
        self.on = read_dice(reader, "on", DICE, "schlauraff.5")
        self.to_roll = reader.number("to_roll", 0, 6)
        self.row = reader.number("row", 0, 40)
        self.assigned = reader.flag("assigned")
        self.stage = reader.choice("stage", STAGE_NAMES)
        self.turn = reader.number("turn", 0, int(self.seats) - 1)
        self.starter = reader.number("starter", 0, int(self.seats) - 1)
        self.round = reader.number("round", 1, int(self.rounds))
        self.played = reader.number("played", 0, int(self.columns) - 1)
        self.read_columns(reader)
        self.read_column(reader)
        self.current = reader.number("current", OVER, int(self.seats) - 1)
        reader.finish()
        self.rebuild()
        self.audit()
        reader.agree(given, self.derived())

    def observe(self, seat: i64, row: ObsBuffer) -> None:
        self.observe_tops(seat, 0, row)
        self.observe_stacks(seat, 40, row)
        row.put(200, self.length)
        self.observe_coming(seat, 201, row)
        self.observe_bag(seat, 241, row)
        self.observe_captured(seat, 245, row)
        self.observe_points(seat, 261, row)
        self.observe_reds(seat, 265, row)
        self.observe_dice(seat, 269, row)
        self.observe_on(seat, 275, row)
        row.put(281, self.to_roll)
        row.put(282, self.row)
        if self.assigned:
            row.put(283, 1)
        row.put(284, self.stage)
        row.put(285, counted_from(seat, self.turn, self.seats))
        row.put(286, counted_from(seat, self.starter, self.seats))
        row.put(287, self.rounds_left())
        if self.extend:
            row.put(288, 1)
        if self.choice:
            row.put(289, 1)

    def observe_tops(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        line: i64 = 0
        while line < LINE_COUNT:
            row.put(first + line, self.tops(line))
            line += 1

    def observe_stacks(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        line: i64 = 0
        while line < LINE_COUNT:
            colour: i64 = 0
            while colour < COLOUR_COUNT:
                row.put(first + line * 4 + colour, self.stacks(line, colour))
                colour += 1
            line += 1

    def observe_coming(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        column: i64 = 0
        while column < COLUMN_COUNT:
            place: i64 = 0
            while place < PLACE_COUNT:
                row.put(first + column * 5 + place, self.coming(column, place))
                place += 1
            column += 1

    def observe_bag(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        colour: i64 = 0
        while colour < COLOUR_COUNT:
            row.put(first + colour, self.bag(colour))
            colour += 1

    def observe_captured(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            colour: i64 = 0
            while colour < COLOUR_COUNT:
                row.put(first + counted_from(seat, other, self.seats) * 4 + colour, self.captured(other, colour))
                colour += 1
            other += 1

    def observe_points(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            row.put(first + counted_from(seat, other, self.seats), self.points(other))
            other += 1

    def observe_reds(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            row.put(first + counted_from(seat, other, self.seats), self.reds(other))
            other += 1

    def observe_dice(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        for face in range(i64(6)):
            row.put(first + face, SHOWING[self.dice * 6 + face])

    def observe_on(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        for face in range(i64(6)):
            row.put(first + face, SHOWING[self.on * 6 + face])

    def action_count(self) -> i64:
        return 1181
