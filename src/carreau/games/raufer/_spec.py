"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from typing import Any, Final, Literal, TypedDict, get_args

from carreau.core.bits import BIT, members, size
from carreau.core.game import CHANCE, OVER, State
from carreau.core.native import i64, mypyc_attr
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.position import PositionReader, number_set
from carreau.games.raufer.spec import CardBatch, LaidCard

START: Final[i64] = 0
DEAL: Final[i64] = 5
LAY: Final[i64] = 25
FAIL: Final[i64] = 65
DRAW: Final[i64] = 66
SEAT_COUNT: Final[i64] = 5
FLOOR_COUNT: Final[i64] = 21
BATCH_COUNT: Final[i64] = 10
ORDER_COUNT: Final[i64] = 3
STAGE_COUNT: Final[i64] = 4
OrderName = Literal["up", "down", "none"]
StageName = Literal["lot", "dealing", "playing", "drawing"]
ORDER_NAMES: Final[list[OrderName]] = list(get_args(OrderName))
STAGE_NAMES: Final[list[StageName]] = list(get_args(StageName))


class RauferOrder:
    """The numbers of ORDER_NAMES."""

    UP: Final = 0
    DOWN: Final = 1
    NONE: Final = 2


class RauferStage:
    """The numbers of STAGE_NAMES."""

    LOT: Final = 0
    DEALING: Final = 1
    PLAYING: Final = 2
    DRAWING: Final = 3


def start_player(action: i64) -> i64:
    return action - START


def start_action(player: i64) -> i64:
    return START + player


def deal_card(action: i64) -> i64:
    return action - DEAL + 1


def deal_action(card: i64) -> i64:
    return DEAL + (card - 1)


def lay_card(action: i64) -> i64:
    return (action - LAY) // 2 + 1


def lay_order(action: i64) -> i64:
    return (action - LAY) % 2


def lay_action(card: i64, order: i64) -> i64:
    return LAY + (card - 1) * 2 + order


def draw_card(action: i64) -> i64:
    return action - DRAW + 1


def draw_action(card: i64) -> i64:
    return DRAW + (card - 1)


class RauferTable(TypedDict):
    """Everything that all seats see and may remember."""

    turn: int
    starter: int
    failed: list[int]
    top: int
    order: OrderName
    commander: int
    out: list[int]
    stage: StageName
    winner: int
    batches: list[CardBatch]
    laid: list[LaidCard]
    current: int


class RauferSight(TypedDict):
    """Everything that a seat sees besides the table."""

    seat: int
    floors: int
    open_discards: bool
    hand: list[int]
    held: list[int]
    pile: int
    phase: int


class RauferViewJson(RauferTable, RauferSight):
    """The contents of a View."""

    drawn: list[int]


@mypyc_attr(acyclic=True)
class RauferPosition(State):
    """The parts of a position."""

    def __init__(
        self, seats: i64, floors: i64, hand_size: i64, open_discards: bool, *, original: "RauferPosition | None" = None
    ) -> None:
        self.seats = seats
        self.floors = floors
        self.hand_size = hand_size
        self.open_discards = open_discards
        if original is None:
            self.current = CHANCE
            self.hands_0: i64 = 0
            self.hands_1: i64 = 0
            self.hands_2: i64 = 0
            self.drawn_0: i64 = 0
            self.drawn_1: i64 = 0
            self.drawn_2: i64 = 0
            self.pile: i64 = 0
            self.turn: i64 = 0
            self.starter: i64 = 0
            self.failed: i64 = 0
            self.top: i64 = 0
            self.order: i64 = 2
            self.commander: i64 = -1
            self.out: i64 = 0
            self.stage: i64 = 0
            self.winner: i64 = -1
            self.batches: i64 = 0
            self.owns_0: i64 = 0
            self.sizes_0: i64 = 0
            self.ruled_out_0: i64 = 0
            self.ruled_out_1: i64 = 0
            self.ruled_out_2: i64 = 0
            self.ruled_out_3: i64 = 0
            self.ruled_out_4: i64 = 0
            self.laid: i64 = 0
            self.origins_0: i64 = 0
            self.origins_1: i64 = 0
            self.origins_2: i64 = 0
            self.origins_3: i64 = 0
        else:
            self.current = original.current
            self.hands_0 = original.hands_0
            self.hands_1 = original.hands_1
            self.hands_2 = original.hands_2
            self.drawn_0 = original.drawn_0
            self.drawn_1 = original.drawn_1
            self.drawn_2 = original.drawn_2
            self.pile = original.pile
            self.turn = original.turn
            self.starter = original.starter
            self.failed = original.failed
            self.top = original.top
            self.order = original.order
            self.commander = original.commander
            self.out = original.out
            self.stage = original.stage
            self.winner = original.winner
            self.batches = original.batches
            self.owns_0 = original.owns_0
            self.sizes_0 = original.sizes_0
            self.ruled_out_0 = original.ruled_out_0
            self.ruled_out_1 = original.ruled_out_1
            self.ruled_out_2 = original.ruled_out_2
            self.ruled_out_3 = original.ruled_out_3
            self.ruled_out_4 = original.ruled_out_4
            self.laid = original.laid
            self.origins_0 = original.origins_0
            self.origins_1 = original.origins_1
            self.origins_2 = original.origins_2
            self.origins_3 = original.origins_3

    def hands(self, seat: i64) -> i64:
        word = seat // 2
        mask_0 = -(word & 1)
        mask_1 = -((word >> 1) & 1)
        word_0 = self.hands_0 ^ ((self.hands_0 ^ self.hands_1) & mask_0)
        word_1 = self.hands_2
        word_0 = word_0 ^ ((word_0 ^ word_1) & mask_1)
        return (word_0 >> (21 * (seat - word * 2))) & 2097151

    def add_to_hands(self, seat: i64, change: i64) -> None:
        word = seat // 2
        mask_0 = -(word & 1)
        mask_1 = -((word >> 1) & 1)
        change <<= 21 * (seat - word * 2)
        self.hands_0 += change & ~mask_0 & ~mask_1
        self.hands_1 += change & mask_0 & ~mask_1
        self.hands_2 += change & ~mask_0 & mask_1

    def clear_hands(self) -> None:
        self.hands_0 = 0
        self.hands_1 = 0
        self.hands_2 = 0

    def drawn(self, seat: i64) -> i64:
        word = seat // 2
        mask_0 = -(word & 1)
        mask_1 = -((word >> 1) & 1)
        word_0 = self.drawn_0 ^ ((self.drawn_0 ^ self.drawn_1) & mask_0)
        word_1 = self.drawn_2
        word_0 = word_0 ^ ((word_0 ^ word_1) & mask_1)
        return (word_0 >> (21 * (seat - word * 2))) & 2097151

    def add_to_drawn(self, seat: i64, change: i64) -> None:
        word = seat // 2
        mask_0 = -(word & 1)
        mask_1 = -((word >> 1) & 1)
        change <<= 21 * (seat - word * 2)
        self.drawn_0 += change & ~mask_0 & ~mask_1
        self.drawn_1 += change & mask_0 & ~mask_1
        self.drawn_2 += change & ~mask_0 & mask_1

    def clear_drawn(self) -> None:
        self.drawn_0 = 0
        self.drawn_1 = 0
        self.drawn_2 = 0

    def owns(self, seat: i64) -> i64:
        return (self.owns_0 >> (10 * seat)) & 1023

    def add_to_owns(self, seat: i64, change: i64) -> None:
        self.owns_0 += change * BIT[10 * seat]

    def clear_owns(self) -> None:
        self.owns_0 = 0

    def sizes(self, batch: i64) -> i64:
        return (self.sizes_0 >> (5 * batch)) & 31

    def add_to_sizes(self, batch: i64, change: i64) -> None:
        self.sizes_0 += change * BIT[5 * batch]

    def clear_sizes(self) -> None:
        self.sizes_0 = 0

    def ruled_out(self, batch: i64) -> i64:
        word = batch // 2
        mask_0 = -(word & 1)
        mask_1 = -((word >> 1) & 1)
        mask_2 = -((word >> 2) & 1)
        word_0 = self.ruled_out_0 ^ ((self.ruled_out_0 ^ self.ruled_out_1) & mask_0)
        word_1 = self.ruled_out_2 ^ ((self.ruled_out_2 ^ self.ruled_out_3) & mask_0)
        word_2 = self.ruled_out_4
        word_0 = word_0 ^ ((word_0 ^ word_1) & mask_1)
        word_1 = word_2
        word_0 = word_0 ^ ((word_0 ^ word_1) & mask_2)
        return (word_0 >> (21 * (batch - word * 2))) & 2097151

    def add_to_ruled_out(self, batch: i64, change: i64) -> None:
        word = batch // 2
        mask_0 = -(word & 1)
        mask_1 = -((word >> 1) & 1)
        mask_2 = -((word >> 2) & 1)
        change <<= 21 * (batch - word * 2)
        self.ruled_out_0 += change & ~mask_0 & ~mask_1 & ~mask_2
        self.ruled_out_1 += change & mask_0 & ~mask_1 & ~mask_2
        self.ruled_out_2 += change & ~mask_0 & mask_1 & ~mask_2
        self.ruled_out_3 += change & mask_0 & mask_1 & ~mask_2
        self.ruled_out_4 += change & ~mask_0 & ~mask_1 & mask_2

    def clear_ruled_out(self) -> None:
        self.ruled_out_0 = 0
        self.ruled_out_1 = 0
        self.ruled_out_2 = 0
        self.ruled_out_3 = 0
        self.ruled_out_4 = 0

    def origins(self, floor: i64) -> i64:
        word = floor // 6
        mask_0 = -(word & 1)
        mask_1 = -((word >> 1) & 1)
        word_0 = self.origins_0 ^ ((self.origins_0 ^ self.origins_1) & mask_0)
        word_1 = self.origins_2 ^ ((self.origins_2 ^ self.origins_3) & mask_0)
        word_0 = word_0 ^ ((word_0 ^ word_1) & mask_1)
        return (word_0 >> (10 * (floor - word * 6))) & 1023

    def add_to_origins(self, floor: i64, change: i64) -> None:
        word = floor // 6
        mask_0 = -(word & 1)
        mask_1 = -((word >> 1) & 1)
        change <<= 10 * (floor - word * 6)
        self.origins_0 += change & ~mask_0 & ~mask_1
        self.origins_1 += change & mask_0 & ~mask_1
        self.origins_2 += change & ~mask_0 & mask_1
        self.origins_3 += change & mask_0 & mask_1

    def clear_origins(self) -> None:
        self.origins_0 = 0
        self.origins_1 = 0
        self.origins_2 = 0
        self.origins_3 = 0

    def held(self, seat: i64) -> i64:
        return size(self.hands(seat))

    def all_drawn(self) -> i64:
        return (self.drawn_0 | self.drawn_0 >> 21 | self.drawn_1 | self.drawn_1 >> 21 | self.drawn_2) & 2097151

    def in_game(self) -> i64:
        return (BIT[self.seats] - 1) & ~self.out

    def face_down(self) -> i64:
        found: i64 = 0
        if self.drawn_0 & 2097151:
            found |= 1
        if self.drawn_0 & 4398044413952:
            found |= 2
        if self.drawn_1 & 2097151:
            found |= 4
        if self.drawn_1 & 4398044413952:
            found |= 8
        if self.drawn_2 & 2097151:
            found |= 16
        return found

    def pile_size(self) -> i64:
        return size(self.pile)

    def against_start(self, seat: i64, player: i64) -> str:
        raise NotImplementedError

    def start(self, seat: i64, player: i64) -> None:
        raise NotImplementedError

    def against_deal(self, seat: i64, card: i64) -> str:
        raise NotImplementedError

    def deal(self, seat: i64, card: i64) -> None:
        raise NotImplementedError

    def against_lay(self, seat: i64, card: i64, order: i64) -> str:
        raise NotImplementedError

    def lay(self, seat: i64, card: i64, order: i64) -> None:
        raise NotImplementedError

    def against_fail(self, seat: i64) -> str:
        raise NotImplementedError

    def fail(self, seat: i64) -> None:
        raise NotImplementedError

    def against_draw(self, seat: i64, card: i64) -> str:
        raise NotImplementedError

    def draw(self, seat: i64, card: i64) -> None:
        raise NotImplementedError

    def phase(self) -> i64:
        raise NotImplementedError

    def dump_batches(self) -> list[CardBatch]:
        raise NotImplementedError

    def read_batches(self, reader: PositionReader) -> None:
        raise NotImplementedError

    def dump_laid(self) -> list[LaidCard]:
        raise NotImplementedError

    def read_laid(self, reader: PositionReader) -> None:
        raise NotImplementedError

    def observe_laid(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        raise NotImplementedError

    def observe_may_hold(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        raise NotImplementedError

    def observe_order(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        raise NotImplementedError

    def ending(self) -> str:
        raise NotImplementedError

    def rebuild(self) -> None:
        """Find what is kept besides the parts, if anything is."""

    def hide_from(self, viewer: i64) -> None:
        seat: i64 = 0
        while seat < self.seats:
            if seat != viewer:
                self.add_to_hands(seat, -self.hands(seat))
            seat += 1
        self.drawn_0 = 0
        self.drawn_1 = 0
        self.drawn_2 = 0
        self.pile = 0

    def sight(self, viewer: int) -> RauferSight:
        """Return what a seat sees besides the table, before anything is hidden."""
        return {
            "seat": viewer,
            "floors": int(self.floors),
            "open_discards": self.open_discards,
            "hand": members(self.hands(viewer)) if viewer >= 0 else [],
            "held": [int(self.held(seat)) for seat in range(self.seats)],
            "pile": int(self.pile_size()),
            "phase": int(self.phase()),
        }

    def dump(self) -> dict[str, Any]:
        return {
            "hands": [members(self.hands(seat)) for seat in range(self.seats)],
            "drawn": [members(self.drawn(seat)) for seat in range(self.seats)],
            "pile": members(self.pile),
            **self.table(),
        }

    def table(self) -> RauferTable:
        """Return everything that all seats see and may remember."""
        return {
            "turn": int(self.turn),
            "starter": int(self.starter),
            "failed": members(self.failed),
            "top": int(self.top),
            "order": ORDER_NAMES[int(self.order)],
            "commander": int(self.commander),
            "out": members(self.out),
            "stage": STAGE_NAMES[int(self.stage)],
            "winner": int(self.winner),
            "batches": self.dump_batches(),
            "laid": self.dump_laid(),
            "current": int(self.current),
        }

    def load(self, reader: PositionReader) -> None:
        """Take all parts from a reader; raises PositionError for impossible ones."""
        self.clear_hands()
        for seat, row in enumerate(reader.lists("hands", int(self.seats))):
            found = number_set(reader.game, f"hands[{seat}]", row, 1, int(self.floors))
            self.add_to_hands(seat, found)
        self.clear_drawn()
        for seat, row in enumerate(reader.lists("drawn", int(self.seats))):
            found = number_set(reader.game, f"drawn[{seat}]", row, 1, int(self.floors))
            self.add_to_drawn(seat, found)
        self.pile = reader.number_set("pile", 1, int(self.floors))
        self.turn = reader.number("turn", 0, int(self.seats) - 1)
        self.starter = reader.number("starter", 0, int(self.seats) - 1)
        self.failed = reader.number_set("failed", 0, int(self.seats) - 1)
        self.top = reader.number("top", 0, int(self.floors))
        self.order = reader.choice("order", ORDER_NAMES)
        self.commander = reader.number("commander", -1, int(self.seats) - 1)
        self.out = reader.number_set("out", 0, int(self.seats) - 1)
        self.stage = reader.choice("stage", STAGE_NAMES)
        self.winner = reader.number("winner", -1, int(self.seats) - 1)
        self.read_batches(reader)
        self.read_laid(reader)
        self.current = reader.number("current", OVER, int(self.seats) - 1)
        reader.finish()
        self.rebuild()
        self.audit()

    def observe(self, seat: i64, row: ObsBuffer) -> None:
        row.put_set(0, self.hands(seat) >> 1)
        self.observe_held(seat, 20, row)
        self.observe_laid(seat, 25, row)
        self.observe_may_hold(seat, 45, row)
        self.observe_in_game(seat, 145, row)
        self.observe_failed(seat, 150, row)
        self.observe_face_down(seat, 155, row)
        row.put(160, self.top)
        self.observe_order(seat, 161, row)
        if self.commander >= 0:
            row.put(162, counted_from(seat, self.commander, self.seats) + 1)
        row.put(163, self.pile_size())
        row.put(164, self.phase())
        row.put(165, self.stage)
        if self.current >= 0:
            row.put(166, counted_from(seat, self.current, self.seats) + 1)
        if self.winner >= 0:
            row.put(167, counted_from(seat, self.winner, self.seats) + 1)

    def observe_held(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            row.put(first + counted_from(seat, other, self.seats), self.held(other))
            other += 1

    def observe_in_game(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            if self.in_game() & BIT[other]:
                row.put(first + counted_from(seat, other, self.seats), 1)
            other += 1

    def observe_failed(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            if self.failed & BIT[other]:
                row.put(first + counted_from(seat, other, self.seats), 1)
            other += 1

    def observe_face_down(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            if self.face_down() & BIT[other]:
                row.put(first + counted_from(seat, other, self.seats), 1)
            other += 1

    def action_count(self) -> i64:
        return 86
