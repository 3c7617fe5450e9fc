"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from typing import Any, Final, Literal, TypedDict, get_args

from carreau.core.bits import BIT
from carreau.core.game import CHANCE, OVER, State
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.position import PositionReader
from carreau.games.carre.dice import DICE
from carreau.games.carre.spec import PlacedTile
from carreau.games.dice import faces_shown, read_dice

ROLL: Final[i64] = 0
BUILD: Final[i64] = 56
STOP: Final[i64] = 17736
ALSO: Final[i64] = 23176
TAKE_BACK: Final[i64] = 23436
BUY: Final[i64] = 23456
NAME: Final[i64] = 23728
END: Final[i64] = 23732
SEAT_COUNT: Final[i64] = 4
SQUARE_COUNT: Final[i64] = 20
SLOT_COUNT: Final[i64] = 16
KIND_COUNT: Final[i64] = 13
VALUE_COUNT: Final[i64] = 8
GOODS_COUNT: Final[i64] = 2
STAGE_COUNT: Final[i64] = 6
SHOWING: Final = vec[i64](faces_shown(DICE))  # by dice * sides + face
KindName = Literal["2x", "2y", "3x", "3y", "4", "6x", "6y", "7", "8x", "8y", "9", "12x", "12y"]
ValueName = Literal["2", "3", "4", "6", "7", "8", "9", "12"]
GoodsName = Literal["stopper", "chip"]
StageName = Literal["rolling", "acting", "stopper_to_middle", "stopper_to_buyer", "chip_to_middle", "chip_to_buyer"]
KIND_NAMES: Final[list[KindName]] = list(get_args(KindName))
VALUE_NAMES: Final[list[ValueName]] = list(get_args(ValueName))
GOODS_NAMES: Final[list[GoodsName]] = list(get_args(GoodsName))
STAGE_NAMES: Final[list[StageName]] = list(get_args(StageName))


class CarreStage:
    """The numbers of STAGE_NAMES."""

    ROLLING: Final = 0
    ACTING: Final = 1
    STOPPER_TO_MIDDLE: Final = 2
    STOPPER_TO_BUYER: Final = 3
    CHIP_TO_MIDDLE: Final = 4
    CHIP_TO_BUYER: Final = 5


def roll_dice(action: i64) -> i64:
    return action - ROLL


def roll_action(dice: i64) -> i64:
    return ROLL + dice


def build_placed(action: i64) -> i64:
    return (action - BUILD) // 68


def build_dice(action: i64) -> i64:
    return (action - BUILD) % 68


def build_action(placed: i64, dice: i64) -> i64:
    return BUILD + placed * 68 + dice


def stop_player(action: i64) -> i64:
    return (action - STOP) // 1360


def stop_corner(action: i64) -> i64:
    return (action - STOP) // 68 % 20


def stop_dice(action: i64) -> i64:
    return (action - STOP) % 68


def stop_action(player: i64, corner: i64, dice: i64) -> i64:
    return STOP + player * 1360 + corner * 68 + dice


def also_placed(action: i64) -> i64:
    return action - ALSO


def also_action(placed: i64) -> i64:
    return ALSO + placed


def take_back_corner(action: i64) -> i64:
    return action - TAKE_BACK


def take_back_action(corner: i64) -> i64:
    return TAKE_BACK + corner


def buy_what(action: i64) -> i64:
    return (action - BUY) // 136


def buy_count(action: i64) -> i64:
    return (action - BUY) // 68 % 2 + 1


def buy_dice(action: i64) -> i64:
    return (action - BUY) % 68


def buy_action(what: i64, count: i64, dice: i64) -> i64:
    return BUY + what * 136 + (count - 1) * 68 + dice


def name_player(action: i64) -> i64:
    return action - NAME


def name_action(player: i64) -> i64:
    return NAME + player


class CarreTable(TypedDict):
    """Everything that all seats see and may remember."""

    boards: list[list[PlacedTile]]
    supplies: list[list[int]]
    stoppers: list[int]
    chips: list[int]
    middle: list[int]
    new: list[int]
    bought: list[int]
    dice: list[int]
    stopped: int
    stage: StageName
    turn: int
    turns: int
    current: int


class CarreViewJson(CarreTable):
    """The contents of a View."""

    seat: int


@mypyc_attr(acyclic=True)
class CarrePosition(State):
    """The parts of a position."""

    def __init__(
        self, seats: i64, turn_limit: i64, with_stoppers: bool, *, original: "CarrePosition | None" = None
    ) -> None:
        self.seats = seats
        self.turn_limit = turn_limit
        self.with_stoppers = with_stoppers
        if original is None:
            self.current = CHANCE
            self.tiles_0: i64 = 0
            self.tiles_1: i64 = 0
            self.tiles_2: i64 = 0
            self.tiles_3: i64 = 0
            self.tiles_4: i64 = 0
            self.tiles_5: i64 = 0
            self.tiles_6: i64 = 0
            self.tiles_7: i64 = 0
            self.tiles_8: i64 = 0
            self.tiles_9: i64 = 0
            self.tiles_10: i64 = 0
            self.built_0: i64 = 0
            self.low_digits_0: i64 = 0
            self.low_digits_1: i64 = 0
            self.low_digits_2: i64 = 0
            self.low_digits_3: i64 = 0
            self.high_digits_0: i64 = 0
            self.high_digits_1: i64 = 0
            self.free_0: i64 = 0
            self.free_1: i64 = 0
            self.supplies_0: i64 = 0
            self.supplies_1: i64 = 0
            self.stoppers_0: i64 = 0
            self.chips_0: i64 = 0
            self.middle_0: i64 = 0
            self.new_0: i64 = 0
            self.bought_0: i64 = 0
            self.dice: i64 = 0
            self.stopped: i64 = 0
            self.stage: i64 = 0
            self.turn: i64 = 0
            self.turns: i64 = 0
        else:
            self.current = original.current
            self.tiles_0 = original.tiles_0
            self.tiles_1 = original.tiles_1
            self.tiles_2 = original.tiles_2
            self.tiles_3 = original.tiles_3
            self.tiles_4 = original.tiles_4
            self.tiles_5 = original.tiles_5
            self.tiles_6 = original.tiles_6
            self.tiles_7 = original.tiles_7
            self.tiles_8 = original.tiles_8
            self.tiles_9 = original.tiles_9
            self.tiles_10 = original.tiles_10
            self.built_0 = original.built_0
            self.low_digits_0 = original.low_digits_0
            self.low_digits_1 = original.low_digits_1
            self.low_digits_2 = original.low_digits_2
            self.low_digits_3 = original.low_digits_3
            self.high_digits_0 = original.high_digits_0
            self.high_digits_1 = original.high_digits_1
            self.free_0 = original.free_0
            self.free_1 = original.free_1
            self.supplies_0 = original.supplies_0
            self.supplies_1 = original.supplies_1
            self.stoppers_0 = original.stoppers_0
            self.chips_0 = original.chips_0
            self.middle_0 = original.middle_0
            self.new_0 = original.new_0
            self.bought_0 = original.bought_0
            self.dice = original.dice
            self.stopped = original.stopped
            self.stage = original.stage
            self.turn = original.turn
            self.turns = original.turns

    def tiles(self, seat: i64, slot: i64) -> i64:
        if seat * 16 + slot < 6:
            return (self.tiles_0 >> (9 * (seat * 16 + slot))) & 511
        if seat * 16 + slot < 12:
            return (self.tiles_1 >> (9 * (seat * 16 + slot - 6))) & 511
        if seat * 16 + slot < 18:
            return (self.tiles_2 >> (9 * (seat * 16 + slot - 12))) & 511
        if seat * 16 + slot < 24:
            return (self.tiles_3 >> (9 * (seat * 16 + slot - 18))) & 511
        if seat * 16 + slot < 30:
            return (self.tiles_4 >> (9 * (seat * 16 + slot - 24))) & 511
        if seat * 16 + slot < 36:
            return (self.tiles_5 >> (9 * (seat * 16 + slot - 30))) & 511
        if seat * 16 + slot < 42:
            return (self.tiles_6 >> (9 * (seat * 16 + slot - 36))) & 511
        if seat * 16 + slot < 48:
            return (self.tiles_7 >> (9 * (seat * 16 + slot - 42))) & 511
        if seat * 16 + slot < 54:
            return (self.tiles_8 >> (9 * (seat * 16 + slot - 48))) & 511
        if seat * 16 + slot < 60:
            return (self.tiles_9 >> (9 * (seat * 16 + slot - 54))) & 511
        return (self.tiles_10 >> (9 * (seat * 16 + slot - 60))) & 511

    def add_to_tiles(self, seat: i64, slot: i64, change: i64) -> None:
        if seat * 16 + slot < 6:
            self.tiles_0 += change * BIT[9 * (seat * 16 + slot)]
            return
        if seat * 16 + slot < 12:
            self.tiles_1 += change * BIT[9 * (seat * 16 + slot - 6)]
            return
        if seat * 16 + slot < 18:
            self.tiles_2 += change * BIT[9 * (seat * 16 + slot - 12)]
            return
        if seat * 16 + slot < 24:
            self.tiles_3 += change * BIT[9 * (seat * 16 + slot - 18)]
            return
        if seat * 16 + slot < 30:
            self.tiles_4 += change * BIT[9 * (seat * 16 + slot - 24)]
            return
        if seat * 16 + slot < 36:
            self.tiles_5 += change * BIT[9 * (seat * 16 + slot - 30)]
            return
        if seat * 16 + slot < 42:
            self.tiles_6 += change * BIT[9 * (seat * 16 + slot - 36)]
            return
        if seat * 16 + slot < 48:
            self.tiles_7 += change * BIT[9 * (seat * 16 + slot - 42)]
            return
        if seat * 16 + slot < 54:
            self.tiles_8 += change * BIT[9 * (seat * 16 + slot - 48)]
            return
        if seat * 16 + slot < 60:
            self.tiles_9 += change * BIT[9 * (seat * 16 + slot - 54)]
            return
        self.tiles_10 += change * BIT[9 * (seat * 16 + slot - 60)]

    def clear_tiles(self) -> None:
        self.tiles_0 = 0
        self.tiles_1 = 0
        self.tiles_2 = 0
        self.tiles_3 = 0
        self.tiles_4 = 0
        self.tiles_5 = 0
        self.tiles_6 = 0
        self.tiles_7 = 0
        self.tiles_8 = 0
        self.tiles_9 = 0
        self.tiles_10 = 0

    def built(self, seat: i64) -> i64:
        return (self.built_0 >> (5 * seat)) & 31

    def add_to_built(self, seat: i64, change: i64) -> None:
        self.built_0 += change * BIT[5 * seat]

    def clear_built(self) -> None:
        self.built_0 = 0

    def low_digits(self, seat: i64) -> i64:
        if seat < 1:
            return self.low_digits_0
        if seat < 2:
            return self.low_digits_1
        if seat < 3:
            return self.low_digits_2
        return self.low_digits_3

    def add_to_low_digits(self, seat: i64, change: i64) -> None:
        if seat < 1:
            self.low_digits_0 += change
            return
        if seat < 2:
            self.low_digits_1 += change
            return
        if seat < 3:
            self.low_digits_2 += change
            return
        self.low_digits_3 += change

    def clear_low_digits(self) -> None:
        self.low_digits_0 = 0
        self.low_digits_1 = 0
        self.low_digits_2 = 0
        self.low_digits_3 = 0

    def high_digits(self, seat: i64) -> i64:
        if seat < 3:
            return (self.high_digits_0 >> (20 * seat)) & 1048575
        return (self.high_digits_1 >> (20 * (seat - 3))) & 1048575

    def add_to_high_digits(self, seat: i64, change: i64) -> None:
        if seat < 3:
            self.high_digits_0 += change * BIT[20 * seat]
            return
        self.high_digits_1 += change * BIT[20 * (seat - 3)]

    def clear_high_digits(self) -> None:
        self.high_digits_0 = 0
        self.high_digits_1 = 0

    def free(self, seat: i64) -> i64:
        if seat < 3:
            return (self.free_0 >> (20 * seat)) & 1048575
        return (self.free_1 >> (20 * (seat - 3))) & 1048575

    def add_to_free(self, seat: i64, change: i64) -> None:
        if seat < 3:
            self.free_0 += change * BIT[20 * seat]
            return
        self.free_1 += change * BIT[20 * (seat - 3)]

    def clear_free(self) -> None:
        self.free_0 = 0
        self.free_1 = 0

    def supplies(self, seat: i64, value: i64) -> i64:
        if seat * 8 + value < 24:
            return (self.supplies_0 >> (2 * (seat * 8 + value))) & 3
        return (self.supplies_1 >> (2 * (seat * 8 + value - 24))) & 3

    def add_to_supplies(self, seat: i64, value: i64, change: i64) -> None:
        if seat * 8 + value < 24:
            self.supplies_0 += change * BIT[2 * (seat * 8 + value)]
            return
        self.supplies_1 += change * BIT[2 * (seat * 8 + value - 24)]

    def clear_supplies(self) -> None:
        self.supplies_0 = 0
        self.supplies_1 = 0

    def supplies_of(self, seat: i64) -> i64:
        if seat < 3:
            return (self.supplies_0 >> (16 * seat)) & 65535
        return (self.supplies_1 >> (16 * (seat - 3))) & 65535

    def stoppers(self, seat: i64) -> i64:
        return (self.stoppers_0 >> (4 * seat)) & 15

    def add_to_stoppers(self, seat: i64, change: i64) -> None:
        self.stoppers_0 += change * BIT[4 * seat]

    def clear_stoppers(self) -> None:
        self.stoppers_0 = 0

    def chips(self, seat: i64) -> i64:
        return (self.chips_0 >> (4 * seat)) & 15

    def add_to_chips(self, seat: i64, change: i64) -> None:
        self.chips_0 += change * BIT[4 * seat]

    def clear_chips(self) -> None:
        self.chips_0 = 0

    def middle(self, goods: i64) -> i64:
        return (self.middle_0 >> (4 * goods)) & 15

    def add_to_middle(self, goods: i64, change: i64) -> None:
        self.middle_0 += change * BIT[4 * goods]

    def clear_middle(self) -> None:
        self.middle_0 = 0

    def new(self, goods: i64) -> i64:
        return (self.new_0 >> (2 * goods)) & 3

    def add_to_new(self, goods: i64, change: i64) -> None:
        self.new_0 += change * BIT[2 * goods]

    def clear_new(self) -> None:
        self.new_0 = 0

    def bought(self, goods: i64) -> i64:
        return (self.bought_0 >> (1 * goods)) & 1

    def add_to_bought(self, goods: i64, change: i64) -> None:
        self.bought_0 += change * BIT[1 * goods]

    def clear_bought(self) -> None:
        self.bought_0 = 0

    def turns_left(self) -> i64:
        return self.turn_limit * self.seats - self.turns

    def all_points(self) -> list[int]:
        return [int(self.built(seat)) for seat in range(int(self.seats))]

    def against_roll(self, seat: i64, dice: i64) -> str:
        raise NotImplementedError

    def roll(self, seat: i64, dice: i64) -> None:
        raise NotImplementedError

    def against_build(self, seat: i64, placed: i64, dice: i64) -> str:
        raise NotImplementedError

    def build(self, seat: i64, placed: i64, dice: i64) -> None:
        raise NotImplementedError

    def against_stop(self, seat: i64, player: i64, corner: i64, dice: i64) -> str:
        raise NotImplementedError

    def stop(self, seat: i64, player: i64, corner: i64, dice: i64) -> None:
        raise NotImplementedError

    def against_also(self, seat: i64, placed: i64) -> str:
        raise NotImplementedError

    def also(self, seat: i64, placed: i64) -> None:
        raise NotImplementedError

    def against_take_back(self, seat: i64, corner: i64) -> str:
        raise NotImplementedError

    def take_back(self, seat: i64, corner: i64) -> None:
        raise NotImplementedError

    def against_buy(self, seat: i64, what: i64, count: i64, dice: i64) -> str:
        raise NotImplementedError

    def buy(self, seat: i64, what: i64, count: i64, dice: i64) -> None:
        raise NotImplementedError

    def against_name(self, seat: i64, player: i64) -> str:
        raise NotImplementedError

    def name(self, seat: i64, player: i64) -> None:
        raise NotImplementedError

    def against_end(self, seat: i64) -> str:
        raise NotImplementedError

    def end(self, seat: i64) -> None:
        raise NotImplementedError

    def dump_boards(self) -> list[list[PlacedTile]]:
        raise NotImplementedError

    def read_boards(self, reader: PositionReader) -> None:
        raise NotImplementedError

    def heights(self, seat: i64, square: i64) -> i64:
        raise NotImplementedError

    def tops(self, seat: i64, square: i64) -> i64:
        raise NotImplementedError

    def held(self, seat: i64, goods: i64) -> i64:
        raise NotImplementedError

    def ending(self) -> str:
        raise NotImplementedError

    def rebuild(self) -> None:
        """Find what is kept besides the parts, if anything is."""

    def dump(self) -> dict[str, Any]:
        return dict(self.table())

    def table(self) -> CarreTable:
        """Return everything that all seats see and may remember."""
        return {
            "boards": self.dump_boards(),
            "supplies": [
                [int(self.supplies(seat, value)) for value in range(VALUE_COUNT)] for seat in range(self.seats)
            ],
            "stoppers": [int(self.stoppers(seat)) for seat in range(self.seats)],
            "chips": [int(self.chips(seat)) for seat in range(self.seats)],
            "middle": [int(self.middle(goods)) for goods in range(GOODS_COUNT)],
            "new": [int(self.new(goods)) for goods in range(GOODS_COUNT)],
            "bought": [int(self.bought(goods)) for goods in range(GOODS_COUNT)],
            "dice": list(DICE[int(self.dice)]),
            "stopped": int(self.stopped),
            "stage": STAGE_NAMES[int(self.stage)],
            "turn": int(self.turn),
            "turns": int(self.turns),
            "current": int(self.current),
        }

    def load(self, reader: PositionReader) -> None:
        """Take all parts from a reader; raises PositionError for impossible ones."""
        self.read_boards(reader)
        self.clear_supplies()
        rows = reader.rows("supplies", int(self.seats), 8, 0, 2)
        for seat, row in enumerate(rows):
            for value, each in enumerate(row):
                self.add_to_supplies(seat, value, each)
        self.clear_stoppers()
        for seat, each in enumerate(reader.numbers("stoppers", int(self.seats), 0, 2 * int(self.seats))):
            self.add_to_stoppers(seat, each)
        self.clear_chips()
        for seat, each in enumerate(reader.numbers("chips", int(self.seats), 0, 2 * int(self.seats))):
            self.add_to_chips(seat, each)
        self.clear_middle()
        for goods, each in enumerate(reader.numbers("middle", 2, 0, 2 * int(self.seats))):
            self.add_to_middle(goods, each)
        self.clear_new()
        for goods, each in enumerate(reader.numbers("new", 2, 0, 2)):
            self.add_to_new(goods, each)
        self.clear_bought()
        for goods, each in enumerate(reader.numbers("bought", 2, 0, 1)):
            self.add_to_bought(goods, each)
        self.dice = read_dice(reader, "dice", DICE, "carre.4")
        self.stopped = reader.number("stopped", 0, 12)
        self.stage = reader.choice("stage", STAGE_NAMES)
        self.turn = reader.number("turn", 0, int(self.seats) - 1)
        self.turns = reader.number("turns", 0, int(self.turn_limit) * int(self.seats))
        self.current = reader.number("current", OVER, int(self.seats) - 1)
        reader.finish()
        self.rebuild()
        self.audit()

    def observe(self, seat: i64, row: ObsBuffer) -> None:
        self.observe_heights(seat, 0, row)
        self.observe_tops(seat, 80, row)
        self.observe_free(seat, 160, row)
        self.observe_supplies(seat, 240, row)
        self.observe_held(seat, 272, row)
        self.observe_middle(seat, 280, row)
        self.observe_new(seat, 282, row)
        self.observe_bought(seat, 284, row)
        self.observe_dice(seat, 286, row)
        row.put(292, self.stopped)
        row.put(293, self.stage)
        row.put(294, counted_from(seat, self.turn, self.seats))
        row.put(295, self.turns_left())
        if self.with_stoppers:
            row.put(296, 1)

    def observe_heights(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            square: i64 = 0
            while square < SQUARE_COUNT:
                row.put(first + counted_from(seat, other, self.seats) * 20 + square, self.heights(other, square))
                square += 1
            other += 1

    def observe_tops(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            square: i64 = 0
            while square < SQUARE_COUNT:
                row.put(first + counted_from(seat, other, self.seats) * 20 + square, self.tops(other, square))
                square += 1
            other += 1

    def observe_free(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            row.put_set(first + counted_from(seat, other, self.seats) * 20, self.free(other))
            other += 1

    def observe_supplies(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            value: i64 = 0
            while value < VALUE_COUNT:
                row.put(first + counted_from(seat, other, self.seats) * 8 + value, self.supplies(other, value))
                value += 1
            other += 1

    def observe_held(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            goods: i64 = 0
            while goods < GOODS_COUNT:
                row.put(first + counted_from(seat, other, self.seats) * 2 + goods, self.held(other, goods))
                goods += 1
            other += 1

    def observe_middle(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        goods: i64 = 0
        while goods < GOODS_COUNT:
            row.put(first + goods, self.middle(goods))
            goods += 1

    def observe_new(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        goods: i64 = 0
        while goods < GOODS_COUNT:
            row.put(first + goods, self.new(goods))
            goods += 1

    def observe_bought(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        goods: i64 = 0
        while goods < GOODS_COUNT:
            row.put(first + goods, self.bought(goods))
            goods += 1

    def observe_dice(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        for face in range(i64(6)):
            row.put(first + face, SHOWING[self.dice * 6 + face])

    def action_count(self) -> i64:
        return 23733
