"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from typing import Any, Final, Literal, TypedDict, get_args

from carreau.core.bits import BIT, size
from carreau.core.game import CHANCE, OVER, State
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.position import PositionReader
from carreau.games.carat.spec import HeldTile, LaidTile, ShownChip

CHIP: Final[i64] = 0
DRAW: Final[i64] = 245
LAY: Final[i64] = 281
SEAT_COUNT: Final[i64] = 4
COLOUR_COUNT: Final[i64] = 4
STAGE_COUNT: Final[i64] = 3
VALUE_COUNT: Final[i64] = 5
PLACE_COUNT: Final[i64] = 49
FIELD_COUNT: Final[i64] = 36
TILE_COUNT: Final[i64] = 36
NO_CELLS: Final = vec[i64]()  # of a new position: clear_NAME gives it its own
ColourName = Literal["red", "blue", "green", "yellow"]
StageName = Literal["chipping", "drawing", "laying"]
COLOUR_NAMES: Final[list[ColourName]] = list(get_args(ColourName))
STAGE_NAMES: Final[list[StageName]] = list(get_args(StageName))


class CaratStage:
    """The numbers of STAGE_NAMES."""

    CHIPPING: Final = 0
    DRAWING: Final = 1
    LAYING: Final = 2


def chip_value(action: i64) -> i64:
    return (action - CHIP) // 49 + 1


def chip_place(action: i64) -> i64:
    return (action - CHIP) % 49


def chip_action(value: i64, place: i64) -> i64:
    return CHIP + (value - 1) * 49 + place


def draw_tile(action: i64) -> i64:
    return action - DRAW


def draw_action(tile: i64) -> i64:
    return DRAW + tile


def lay_way(action: i64) -> i64:
    return (action - LAY) // 36


def lay_field(action: i64) -> i64:
    return (action - LAY) % 36


def lay_action(way: i64, field: i64) -> i64:
    return LAY + way * 36 + field


class CaratTable(TypedDict):
    """Everything that all seats see and may remember."""

    hands: list[list[HeldTile]]
    tiles: list[LaidTile]
    stage: StageName
    turn: int
    current: int


class CaratSight(TypedDict):
    """Everything that a seat sees besides the table."""

    seat: int
    open_hands: bool
    held: list[int]
    stock: int
    chips_left: list[int]
    scores: list[int]
    side: int


class CaratViewJson(CaratTable, CaratSight):
    """The contents of a View."""

    colours: list[list[str]]
    points: dict[str, int]
    chips: list[list[ShownChip]]
    unseen: list[HeldTile]


@mypyc_attr(acyclic=True)
class CaratPosition(State):
    """The parts of a position."""

    def __init__(
        self,
        seats: i64,
        played: i64,
        by_players: bool,
        open_hands: bool,
        side: i64,
        hand_size: i64,
        *,
        original: "CaratPosition | None" = None,
    ) -> None:
        self.seats = seats
        self.played = played
        self.by_players = by_players
        self.open_hands = open_hands
        self.side = side
        self.hand_size = hand_size
        if original is None:
            self.current = CHANCE
            self.chips_cells: vec[i64] = NO_CELLS
            self.free_chips: i64 = 0
            self.points_0: i64 = 0
            self.ways_0: i64 = 0
            self.ways_1: i64 = 0
            self.ways_2: i64 = 0
            self.ways_3: i64 = 0
            self.ways_4: i64 = 0
            self.ways_5: i64 = 0
            self.laid: i64 = 0
            self.hands_0: i64 = 0
            self.hands_1: i64 = 0
            self.hands_2: i64 = 0
            self.hands_3: i64 = 0
            self.stock: i64 = 0
            self.chips_left_0: i64 = 0
            self.stage: i64 = 0
            self.turn: i64 = 0
        else:
            self.current = original.current
            self.chips_cells = original.chips_cells[:]
            self.free_chips = original.free_chips
            self.points_0 = original.points_0
            self.ways_0 = original.ways_0
            self.ways_1 = original.ways_1
            self.ways_2 = original.ways_2
            self.ways_3 = original.ways_3
            self.ways_4 = original.ways_4
            self.ways_5 = original.ways_5
            self.laid = original.laid
            self.hands_0 = original.hands_0
            self.hands_1 = original.hands_1
            self.hands_2 = original.hands_2
            self.hands_3 = original.hands_3
            self.stock = original.stock
            self.chips_left_0 = original.chips_left_0
            self.stage = original.stage
            self.turn = original.turn

    def chips(self, place: i64) -> i64:
        return self.chips_cells[place]

    def add_to_chips(self, place: i64, change: i64) -> None:
        self.chips_cells[place] += change

    def clear_chips(self) -> None:
        self.chips_cells = vec[i64]([0] * (49 * 1))

    def points(self, colour: i64) -> i64:
        return (self.points_0 >> (10 * colour)) & 1023

    def add_to_points(self, colour: i64, change: i64) -> None:
        self.points_0 += change * BIT[10 * colour]

    def clear_points(self) -> None:
        self.points_0 = 0

    def ways(self, field: i64) -> i64:
        word = field // 7
        mask_0 = -(word & 1)
        mask_1 = -((word >> 1) & 1)
        mask_2 = -((word >> 2) & 1)
        word_0 = self.ways_0 ^ ((self.ways_0 ^ self.ways_1) & mask_0)
        word_1 = self.ways_2 ^ ((self.ways_2 ^ self.ways_3) & mask_0)
        word_2 = self.ways_4 ^ ((self.ways_4 ^ self.ways_5) & mask_0)
        word_0 = word_0 ^ ((word_0 ^ word_1) & mask_1)
        word_1 = word_2
        word_0 = word_0 ^ ((word_0 ^ word_1) & mask_2)
        return (word_0 >> (8 * (field - word * 7))) & 255

    def add_to_ways(self, field: i64, change: i64) -> None:
        word = field // 7
        mask_0 = -(word & 1)
        mask_1 = -((word >> 1) & 1)
        mask_2 = -((word >> 2) & 1)
        change <<= 8 * (field - word * 7)
        self.ways_0 += change & ~mask_0 & ~mask_1 & ~mask_2
        self.ways_1 += change & mask_0 & ~mask_1 & ~mask_2
        self.ways_2 += change & ~mask_0 & mask_1 & ~mask_2
        self.ways_3 += change & mask_0 & mask_1 & ~mask_2
        self.ways_4 += change & ~mask_0 & ~mask_1 & mask_2
        self.ways_5 += change & mask_0 & ~mask_1 & mask_2

    def clear_ways(self) -> None:
        self.ways_0 = 0
        self.ways_1 = 0
        self.ways_2 = 0
        self.ways_3 = 0
        self.ways_4 = 0
        self.ways_5 = 0

    def hands(self, seat: i64) -> i64:
        if seat < 1:
            return self.hands_0
        if seat < 2:
            return self.hands_1
        if seat < 3:
            return self.hands_2
        return self.hands_3

    def add_to_hands(self, seat: i64, change: i64) -> None:
        if seat < 1:
            self.hands_0 += change
            return
        if seat < 2:
            self.hands_1 += change
            return
        if seat < 3:
            self.hands_2 += change
            return
        self.hands_3 += change

    def clear_hands(self) -> None:
        self.hands_0 = 0
        self.hands_1 = 0
        self.hands_2 = 0
        self.hands_3 = 0

    def chips_left(self, value: i64) -> i64:
        return (self.chips_left_0 >> (6 * value)) & 63

    def add_to_chips_left(self, value: i64, change: i64) -> None:
        self.chips_left_0 += change * BIT[6 * value]

    def clear_chips_left(self) -> None:
        self.chips_left_0 = 0

    def held(self, seat: i64) -> i64:
        return size(self.hands(seat))

    def stock_size(self) -> i64:
        return size(self.stock)

    def values_left(self) -> i64:
        found: i64 = 0
        if self.chips_left_0 & 63:
            found |= 1
        if self.chips_left_0 & 4032:
            found |= 2
        if self.chips_left_0 & 258048:
            found |= 4
        if self.chips_left_0 & 16515072:
            found |= 8
        if self.chips_left_0 & 1056964608:
            found |= 16
        return found

    def all_points(self) -> list[int]:
        return [int(self.scores(seat)) for seat in range(int(self.seats))]

    def against_chip(self, seat: i64, value: i64, place: i64) -> str:
        raise NotImplementedError

    def chip(self, seat: i64, value: i64, place: i64) -> None:
        raise NotImplementedError

    def against_draw(self, seat: i64, tile: i64) -> str:
        raise NotImplementedError

    def draw(self, seat: i64, tile: i64) -> None:
        raise NotImplementedError

    def against_lay(self, seat: i64, way: i64, field: i64) -> str:
        raise NotImplementedError

    def lay(self, seat: i64, way: i64, field: i64) -> None:
        raise NotImplementedError

    def dump_chips(self) -> list[list[int]]:
        raise NotImplementedError

    def read_chips(self, reader: PositionReader) -> None:
        raise NotImplementedError

    def dump_hands(self) -> list[list[HeldTile]]:
        raise NotImplementedError

    def read_hands(self, reader: PositionReader) -> None:
        raise NotImplementedError

    def dump_tiles(self) -> list[LaidTile]:
        raise NotImplementedError

    def read_tiles(self, reader: PositionReader) -> None:
        raise NotImplementedError

    def values(self, place: i64) -> i64:
        raise NotImplementedError

    def missing(self, place: i64) -> i64:
        raise NotImplementedError

    def carats(self, place: i64, colour: i64) -> i64:
        raise NotImplementedError

    def tile_carats(self, field: i64) -> i64:
        raise NotImplementedError

    def scores(self, seat: i64) -> i64:
        raise NotImplementedError

    def observe_owners(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        raise NotImplementedError

    def observe_hands(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        raise NotImplementedError

    def observe_unseen(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        raise NotImplementedError

    def out_of_turn(self) -> str:
        raise NotImplementedError

    def rebuild(self) -> None:
        """Find what is kept besides the parts, if anything is."""

    def hide_from(self, viewer: i64) -> None:
        seat: i64 = 0
        while seat < self.seats:
            if seat != viewer:
                self.add_to_hands(seat, -self.hands(seat))
            seat += 1

    def sight(self, viewer: int) -> CaratSight:
        """Return what a seat sees besides the table, before anything is hidden."""
        return {
            "seat": viewer,
            "open_hands": self.open_hands,
            "held": [int(self.held(seat)) for seat in range(self.seats)],
            "stock": int(self.stock_size()),
            "chips_left": [int(self.chips_left(value)) for value in range(VALUE_COUNT)],
            "scores": [int(self.scores(seat)) for seat in range(self.seats)],
            "side": int(self.side),
        }

    def dump(self) -> dict[str, Any]:
        return {
            "chips": self.dump_chips(),
            **self.table(),
        }

    def table(self) -> CaratTable:
        """Return everything that all seats see and may remember."""
        return {
            "hands": self.dump_hands(),
            "tiles": self.dump_tiles(),
            "stage": STAGE_NAMES[int(self.stage)],
            "turn": int(self.turn),
            "current": int(self.current),
        }

    def load(self, reader: PositionReader) -> None:
        """Take all parts from a reader; raises PositionError for impossible ones."""
        self.read_chips(reader)
        self.read_hands(reader)
        self.read_tiles(reader)
        self.stage = reader.choice("stage", STAGE_NAMES)
        self.turn = reader.number("turn", 0, int(self.seats) - 1)
        self.current = reader.number("current", OVER, int(self.seats) - 1)
        reader.finish()
        self.rebuild()
        self.audit()

    def observe(self, seat: i64, row: ObsBuffer) -> None:
        self.observe_owners(seat, 0, row)
        self.observe_values(seat, 4, row)
        self.observe_missing(seat, 53, row)
        self.observe_carats(seat, 102, row)
        self.observe_tile_carats(seat, 298, row)
        self.observe_hands(seat, 334, row)
        self.observe_held(seat, 478, row)
        self.observe_unseen(seat, 482, row)
        row.put(518, self.stock_size())
        self.observe_chips_left(seat, 519, row)
        self.observe_scores(seat, 524, row)
        row.put(528, self.side)
        row.put(529, self.hand_size)
        row.put(530, self.stage)
        row.put(531, counted_from(seat, self.turn, self.seats))

    def observe_values(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        place: i64 = 0
        while place < PLACE_COUNT:
            row.put(first + place, self.values(place))
            place += 1

    def observe_missing(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        place: i64 = 0
        while place < PLACE_COUNT:
            row.put(first + place, self.missing(place))
            place += 1

    def observe_carats(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        place: i64 = 0
        while place < PLACE_COUNT:
            colour: i64 = 0
            while colour < COLOUR_COUNT:
                row.put(first + place * 4 + colour, self.carats(place, colour))
                colour += 1
            place += 1

    def observe_tile_carats(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        field: i64 = 0
        while field < FIELD_COUNT:
            row.put(first + field, self.tile_carats(field))
            field += 1

    def observe_held(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            row.put(first + counted_from(seat, other, self.seats), self.held(other))
            other += 1

    def observe_chips_left(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        value: i64 = 0
        while value < VALUE_COUNT:
            row.put(first + value, self.chips_left(value))
            value += 1

    def observe_scores(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            row.put(first + counted_from(seat, other, self.seats), self.scores(other))
            other += 1

    def action_count(self) -> i64:
        return 5465
