"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from typing import Any, Final, Literal, TypedDict, get_args

from carreau.core.bits import BIT
from carreau.core.game import CHANCE, OVER, State
from carreau.core.native import i64, mypyc_attr
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.position import PositionReader
from carreau.games.schollenschubser.spec import Floe

LAY: Final[i64] = 0
START: Final[i64] = 8
ROLL: Final[i64] = 12
DRIFT: Final[i64] = 33
FLOE: Final[i64] = 53
MELT: Final[i64] = 69
DROP: Final[i64] = 89
DECLINE: Final[i64] = 169
MOVE: Final[i64] = 170
END: Final[i64] = 632
SEAT_COUNT: Final[i64] = 4
FIELD_COUNT: Final[i64] = 20
FACE_COUNT: Final[i64] = 6
KIND_COUNT: Final[i64] = 2
STAGE_COUNT: Final[i64] = 5
FieldName = Literal[
    "a1",
    "a2",
    "a3",
    "a4",
    "b1",
    "b2",
    "b3",
    "b4",
    "c1",
    "c2",
    "c3",
    "c4",
    "d1",
    "d2",
    "d3",
    "d4",
    "e1",
    "e2",
    "e3",
    "e4",
]
KindName = Literal["large", "small"]
StageName = Literal["laying", "lot", "rolling", "drifting", "moving"]
FIELD_NAMES: Final[list[FieldName]] = list(get_args(FieldName))
KIND_NAMES: Final[list[KindName]] = list(get_args(KindName))
STAGE_NAMES: Final[list[StageName]] = list(get_args(StageName))


class SchollenschubserStage:
    """The numbers of STAGE_NAMES."""

    LAYING: Final = 0
    LOT: Final = 1
    ROLLING: Final = 2
    DRIFTING: Final = 3
    MOVING: Final = 4


def lay_field(action: i64) -> i64:
    return (action - LAY) // 4


def lay_size(action: i64) -> i64:
    return (action - LAY) % 4 + 1


def lay_action(field: i64, size: i64) -> i64:
    return LAY + field * 4 + (size - 1)


def start_player(action: i64) -> i64:
    return action - START


def start_action(player: i64) -> i64:
    return START + player


def roll_dice(action: i64) -> i64:
    return action - ROLL


def roll_action(dice: i64) -> i64:
    return ROLL + dice


def drift_field(action: i64) -> i64:
    return action - DRIFT


def drift_action(field: i64) -> i64:
    return DRIFT + field


def floe_size(action: i64) -> i64:
    return (action - FLOE) // 4 + 1


def floe_field(action: i64) -> i64:
    return (action - FLOE) % 4


def floe_action(size: i64, field: i64) -> i64:
    return FLOE + (size - 1) * 4 + field


def melt_field(action: i64) -> i64:
    return action - MELT


def melt_action(field: i64) -> i64:
    return MELT + field


def drop_field(action: i64) -> i64:
    return (action - DROP) // 4


def drop_player(action: i64) -> i64:
    return (action - DROP) % 4


def drop_action(field: i64, player: i64) -> i64:
    return DROP + field * 4 + player


def move_start(action: i64) -> i64:
    return (action - MOVE) // 22


def move_to(action: i64) -> i64:
    return (action - MOVE) % 22


def move_action(start: i64, to: i64) -> i64:
    return MOVE + start * 22 + to


class SchollenschubserDerived(TypedDict):
    """Everything that follows from the rest."""

    bank: list[int]
    supply: list[int]


class SchollenschubserTable(SchollenschubserDerived):
    """Everything that all seats see and may remember."""

    floes: list[Floe]
    aboard: list[int]
    dice: list[int]
    entered: bool
    returned: int
    stage: StageName
    starter: int
    turn: int
    turns: int
    current: int


class SchollenschubserViewJson(SchollenschubserTable):
    """The contents of a View."""

    seat: int


@mypyc_attr(acyclic=True)
class SchollenschubserPosition(State):
    """The parts of a position."""

    def __init__(
        self,
        seats: i64,
        turn_limit: i64,
        large_floes: bool,
        melt_compulsory: bool,
        *,
        original: "SchollenschubserPosition | None" = None,
    ) -> None:
        self.seats = seats
        self.turn_limit = turn_limit
        self.large_floes = large_floes
        self.melt_compulsory = melt_compulsory
        if original is None:
            self.current = CHANCE
            self.sizes_0: i64 = 0
            self.explorers_0: i64 = 0
            self.explorers_1: i64 = 0
            self.explorers_2: i64 = 0
            self.explorers_3: i64 = 0
            self.moved_0: i64 = 0
            self.aboard_0: i64 = 0
            self.rolled: i64 = -1
            self.entered = False
            self.returned: i64 = 0
            self.stage: i64 = 0
            self.starter: i64 = -1
            self.turn: i64 = -1
            self.turns: i64 = 0
        else:
            self.current = original.current
            self.sizes_0 = original.sizes_0
            self.explorers_0 = original.explorers_0
            self.explorers_1 = original.explorers_1
            self.explorers_2 = original.explorers_2
            self.explorers_3 = original.explorers_3
            self.moved_0 = original.moved_0
            self.aboard_0 = original.aboard_0
            self.rolled = original.rolled
            self.entered = original.entered
            self.returned = original.returned
            self.stage = original.stage
            self.starter = original.starter
            self.turn = original.turn
            self.turns = original.turns

    def sizes(self, field: i64) -> i64:
        return (self.sizes_0 >> (3 * field)) & 7

    def add_to_sizes(self, field: i64, change: i64) -> None:
        self.sizes_0 += change * BIT[3 * field]

    def clear_sizes(self) -> None:
        self.sizes_0 = 0

    def explorers(self, seat: i64, field: i64) -> i64:
        if seat * 20 + field < 20:
            return (self.explorers_0 >> (3 * (seat * 20 + field))) & 7
        if seat * 20 + field < 40:
            return (self.explorers_1 >> (3 * (seat * 20 + field - 20))) & 7
        if seat * 20 + field < 60:
            return (self.explorers_2 >> (3 * (seat * 20 + field - 40))) & 7
        return (self.explorers_3 >> (3 * (seat * 20 + field - 60))) & 7

    def add_to_explorers(self, seat: i64, field: i64, change: i64) -> None:
        if seat * 20 + field < 20:
            self.explorers_0 += change * BIT[3 * (seat * 20 + field)]
            return
        if seat * 20 + field < 40:
            self.explorers_1 += change * BIT[3 * (seat * 20 + field - 20)]
            return
        if seat * 20 + field < 60:
            self.explorers_2 += change * BIT[3 * (seat * 20 + field - 40)]
            return
        self.explorers_3 += change * BIT[3 * (seat * 20 + field - 60)]

    def clear_explorers(self) -> None:
        self.explorers_0 = 0
        self.explorers_1 = 0
        self.explorers_2 = 0
        self.explorers_3 = 0

    def explorers_of(self, seat: i64) -> i64:
        if seat < 1:
            return (self.explorers_0 >> (60 * seat)) & 1152921504606846975
        if seat < 2:
            return (self.explorers_1 >> (60 * (seat - 1))) & 1152921504606846975
        if seat < 3:
            return (self.explorers_2 >> (60 * (seat - 2))) & 1152921504606846975
        return (self.explorers_3 >> (60 * (seat - 3))) & 1152921504606846975

    def moved(self, field: i64) -> i64:
        return (self.moved_0 >> (3 * field)) & 7

    def add_to_moved(self, field: i64, change: i64) -> None:
        self.moved_0 += change * BIT[3 * field]

    def clear_moved(self) -> None:
        self.moved_0 = 0

    def aboard(self, seat: i64) -> i64:
        return (self.aboard_0 >> (3 * seat)) & 7

    def add_to_aboard(self, seat: i64, change: i64) -> None:
        self.aboard_0 += change * BIT[3 * seat]

    def clear_aboard(self) -> None:
        self.aboard_0 = 0

    def turns_left(self) -> i64:
        return self.turn_limit * self.seats - self.turns

    def all_points(self) -> list[int]:
        return [int(self.aboard(seat)) for seat in range(int(self.seats))]

    def against_lay(self, seat: i64, field: i64, size: i64) -> str:
        raise NotImplementedError

    def lay(self, seat: i64, field: i64, size: i64) -> None:
        raise NotImplementedError

    def against_start(self, seat: i64, player: i64) -> str:
        raise NotImplementedError

    def start(self, seat: i64, player: i64) -> None:
        raise NotImplementedError

    def against_roll(self, seat: i64, dice: i64) -> str:
        raise NotImplementedError

    def roll(self, seat: i64, dice: i64) -> None:
        raise NotImplementedError

    def against_drift(self, seat: i64, field: i64) -> str:
        raise NotImplementedError

    def drift(self, seat: i64, field: i64) -> None:
        raise NotImplementedError

    def against_floe(self, seat: i64, size: i64, field: i64) -> str:
        raise NotImplementedError

    def floe(self, seat: i64, size: i64, field: i64) -> None:
        raise NotImplementedError

    def against_melt(self, seat: i64, field: i64) -> str:
        raise NotImplementedError

    def melt(self, seat: i64, field: i64) -> None:
        raise NotImplementedError

    def against_drop(self, seat: i64, field: i64, player: i64) -> str:
        raise NotImplementedError

    def drop(self, seat: i64, field: i64, player: i64) -> None:
        raise NotImplementedError

    def against_decline(self, seat: i64) -> str:
        raise NotImplementedError

    def decline(self, seat: i64) -> None:
        raise NotImplementedError

    def against_move(self, seat: i64, start: i64, to: i64) -> str:
        raise NotImplementedError

    def move(self, seat: i64, start: i64, to: i64) -> None:
        raise NotImplementedError

    def against_end(self, seat: i64) -> str:
        raise NotImplementedError

    def end(self, seat: i64) -> None:
        raise NotImplementedError

    def dump_floes(self) -> list[Floe]:
        raise NotImplementedError

    def read_floes(self, reader: PositionReader) -> None:
        raise NotImplementedError

    def bank(self, seat: i64) -> i64:
        raise NotImplementedError

    def supply(self, kind: i64) -> i64:
        raise NotImplementedError

    def dump_dice(self) -> list[int]:
        raise NotImplementedError

    def read_dice(self, reader: PositionReader) -> None:
        raise NotImplementedError

    def shown(self, face: i64) -> i64:
        raise NotImplementedError

    def ending(self) -> str:
        raise NotImplementedError

    def rebuild(self) -> None:
        """Find what is kept besides the parts, if anything is."""

    def dump(self) -> dict[str, Any]:
        return dict(self.table())

    def table(self) -> SchollenschubserTable:
        """Return everything that all seats see and may remember."""
        return {
            "floes": self.dump_floes(),
            "aboard": [int(self.aboard(seat)) for seat in range(self.seats)],
            "dice": self.dump_dice(),
            "entered": self.entered,
            "returned": int(self.returned),
            "stage": STAGE_NAMES[int(self.stage)],
            "starter": int(self.starter),
            "turn": int(self.turn),
            "turns": int(self.turns),
            "current": int(self.current),
            **self.derived(),
        }

    def derived(self) -> SchollenschubserDerived:
        """Return everything that follows from the rest."""
        return {
            "bank": [int(self.bank(seat)) for seat in range(self.seats)],
            "supply": [int(self.supply(kind)) for kind in range(KIND_COUNT)],
        }

    def load(self, reader: PositionReader) -> None:
        """Take all parts from a reader; raises PositionError for impossible ones."""
        given = reader.derived(self.derived())
        self.read_floes(reader)
        self.clear_aboard()
        for seat, each in enumerate(reader.numbers("aboard", int(self.seats), 0, 4)):
            self.add_to_aboard(seat, each)
        self.read_dice(reader)
        self.entered = reader.flag("entered")
        self.returned = reader.number("returned", 0, 4)
        self.stage = reader.choice("stage", STAGE_NAMES)
        self.starter = reader.number("starter", -1, int(self.seats) - 1)
        self.turn = reader.number("turn", -1, int(self.seats) - 1)
        self.turns = reader.number("turns", 0, int(self.turn_limit) * int(self.seats))
        self.current = reader.number("current", OVER, int(self.seats) - 1)
        reader.finish()
        self.rebuild()
        self.audit()
        reader.agree(given, self.derived())

    def observe(self, seat: i64, row: ObsBuffer) -> None:
        self.observe_sizes(seat, 0, row)
        self.observe_explorers(seat, 20, row)
        self.observe_moved(seat, 100, row)
        self.observe_bank(seat, 120, row)
        self.observe_aboard(seat, 124, row)
        self.observe_supply(seat, 128, row)
        self.observe_shown(seat, 130, row)
        if self.entered:
            row.put(136, 1)
        row.put(137, self.returned)
        row.put(138, self.stage)
        if self.turn >= 0:
            row.put(139, counted_from(seat, self.turn, self.seats) + 1)
        row.put(140, self.turns_left())
        if self.large_floes:
            row.put(141, 1)
        if self.melt_compulsory:
            row.put(142, 1)

    def observe_sizes(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        field: i64 = 0
        while field < FIELD_COUNT:
            row.put(first + field, self.sizes(field))
            field += 1

    def observe_explorers(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            field: i64 = 0
            while field < FIELD_COUNT:
                row.put(first + counted_from(seat, other, self.seats) * 20 + field, self.explorers(other, field))
                field += 1
            other += 1

    def observe_moved(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        field: i64 = 0
        while field < FIELD_COUNT:
            row.put(first + field, self.moved(field))
            field += 1

    def observe_bank(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            row.put(first + counted_from(seat, other, self.seats), self.bank(other))
            other += 1

    def observe_aboard(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            row.put(first + counted_from(seat, other, self.seats), self.aboard(other))
            other += 1

    def observe_supply(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        kind: i64 = 0
        while kind < KIND_COUNT:
            row.put(first + kind, self.supply(kind))
            kind += 1

    def observe_shown(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        face: i64 = 0
        while face < FACE_COUNT:
            row.put(first + face, self.shown(face))
            face += 1

    def action_count(self) -> i64:
        return 633
