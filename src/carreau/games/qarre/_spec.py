"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from typing import Any, Final, Literal, TypedDict, get_args

from carreau.core.bits import BIT, members, size
from carreau.core.game import CHANCE, OVER, State
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.position import PositionReader, name_set
from carreau.games.qarre.spec import MemoryRecord

START: Final[i64] = 0
FILL: Final[i64] = 2
DEAL: Final[i64] = 42
DRAW: Final[i64] = 82
TURN: Final[i64] = 122
TAKE: Final[i64] = 134
REMOVE: Final[i64] = 138
DECLINE: Final[i64] = 142
DISCARD: Final[i64] = 143
LAY: Final[i64] = 183
RESERVE: Final[i64] = 343
END: Final[i64] = 383
SEAT_COUNT: Final[i64] = 2
CARD_COUNT: Final[i64] = 40
ACTION_CARD_COUNT: Final[i64] = 12
FACE_COUNT: Final[i64] = 3
SUIT_COUNT: Final[i64] = 4
STAGE_COUNT: Final[i64] = 10
HAND_CARD_COUNT: Final[i64] = 3
FIELD_COUNT: Final[i64] = 4
STACK_COUNT: Final[i64] = 6
NO_CELLS: Final = vec[i64]()  # of a new position: clear_NAME gives it its own
CardName = Literal[
    "as",
    "2s",
    "3s",
    "4s",
    "5s",
    "6s",
    "7s",
    "8s",
    "9s",
    "10s",
    "ah",
    "2h",
    "3h",
    "4h",
    "5h",
    "6h",
    "7h",
    "8h",
    "9h",
    "10h",
    "ad",
    "2d",
    "3d",
    "4d",
    "5d",
    "6d",
    "7d",
    "8d",
    "9d",
    "10d",
    "ac",
    "2c",
    "3c",
    "4c",
    "5c",
    "6c",
    "7c",
    "8c",
    "9c",
    "10c",
]
ActionCardName = Literal[
    "jack spades",
    "jack hearts",
    "jack diamonds",
    "jack clubs",
    "queen spades",
    "queen hearts",
    "queen diamonds",
    "queen clubs",
    "king spades",
    "king hearts",
    "king diamonds",
    "king clubs",
]
FaceName = Literal["jack", "queen", "king"]
SuitName = Literal["spades", "hearts", "diamonds", "clubs"]
StageName = Literal[
    "lot",
    "setting_up",
    "dealing",
    "laying_out_anew",
    "drawing",
    "turning_up",
    "acting",
    "refilling",
    "discarding",
    "laying",
]
HandCardName = Literal["due", "laid", "missing"]
CARD_NAMES: Final[list[CardName]] = list(get_args(CardName))
ACTION_CARD_NAMES: Final[list[ActionCardName]] = list(get_args(ActionCardName))
FACE_NAMES: Final[list[FaceName]] = list(get_args(FaceName))
SUIT_NAMES: Final[list[SuitName]] = list(get_args(SuitName))
STAGE_NAMES: Final[list[StageName]] = list(get_args(StageName))
HAND_CARD_NAMES: Final[list[HandCardName]] = list(get_args(HandCardName))


class QarreFace:
    """The numbers of FACE_NAMES."""

    JACK: Final = 0
    QUEEN: Final = 1
    KING: Final = 2


class QarreStage:
    """The numbers of STAGE_NAMES."""

    LOT: Final = 0
    SETTING_UP: Final = 1
    DEALING: Final = 2
    LAYING_OUT_ANEW: Final = 3
    DRAWING: Final = 4
    TURNING_UP: Final = 5
    ACTING: Final = 6
    REFILLING: Final = 7
    DISCARDING: Final = 8
    LAYING: Final = 9


class QarreHandCard:
    """The numbers of HAND_CARD_NAMES."""

    DUE: Final = 0
    LAID: Final = 1
    MISSING: Final = 2


def start_player(action: i64) -> i64:
    return action - START


def start_action(player: i64) -> i64:
    return START + player


def fill_card(action: i64) -> i64:
    return action - FILL


def fill_action(card: i64) -> i64:
    return FILL + card


def deal_card(action: i64) -> i64:
    return action - DEAL


def deal_action(card: i64) -> i64:
    return DEAL + card


def draw_card(action: i64) -> i64:
    return action - DRAW


def draw_action(card: i64) -> i64:
    return DRAW + card


def turn_card(action: i64) -> i64:
    return action - TURN


def turn_action(card: i64) -> i64:
    return TURN + card


def take_place(action: i64) -> i64:
    return action - TAKE


def take_action(place: i64) -> i64:
    return TAKE + place


def remove_place(action: i64) -> i64:
    return action - REMOVE


def remove_action(place: i64) -> i64:
    return REMOVE + place


def discard_card(action: i64) -> i64:
    return action - DISCARD


def discard_action(card: i64) -> i64:
    return DISCARD + card


def lay_card(action: i64) -> i64:
    return (action - LAY) // 4


def lay_place(action: i64) -> i64:
    return (action - LAY) % 4


def lay_action(card: i64, place: i64) -> i64:
    return LAY + card * 4 + place


def reserve_card(action: i64) -> i64:
    return action - RESERVE


def reserve_action(card: i64) -> i64:
    return RESERVE + card


def record_owner(record: i64) -> i64:
    return record & 1


def record_drew(record: i64) -> i64:
    return (record >> 1) & 1


def record_played(record: i64) -> i64:
    return (record >> 2) & 63


def record_played_too(record: i64) -> i64:
    return (record >> 8) & 63


def record_ruled_out(record: i64) -> i64:
    return (record >> 14) & 1099511627775


class QarreTable(TypedDict):
    """Everything that all seats see and may remember."""

    piles: list[list[CardName]]
    reserves: list[list[CardName]]
    known: list[list[CardName]]
    taken: list[list[CardName]]
    discards: list[CardName]
    scores: list[int]
    action: ActionCardName | None
    actions_left: list[ActionCardName]
    reshuffles: int
    stage: StageName
    field: int
    turn: int
    starter: int
    hand_card: HandCardName
    reserve_used: bool
    kept: CardName | None
    winner: int
    memory: list[MemoryRecord]
    current: int


class QarreSight(TypedDict):
    """Everything that a seat sees besides the table."""

    seat: int
    hand: list[CardName]
    held: list[int]
    stock: int
    target: int
    lead: int
    limit: int


class QarreViewJson(QarreTable, QarreSight):
    """The contents of a View."""

    jack: Literal["exchange", "keep"]
    combination: list[int]


@mypyc_attr(acyclic=True)
class QarrePosition(State):
    """The parts of a position."""

    def __init__(
        self,
        deck: i64,
        action_deck: i64,
        keep: bool,
        target: i64,
        lead: i64,
        limit: i64,
        *,
        original: "QarrePosition | None" = None,
    ) -> None:
        self.deck = deck
        self.action_deck = action_deck
        self.keep = keep
        self.target = target
        self.lead = lead
        self.limit = limit
        if original is None:
            self.current = CHANCE
            self.below_0: i64 = 18300341342965825
            self.below_1: i64 = 18300341342965825
            self.below_2: i64 = 18300341342965825
            self.below_3: i64 = 18300341342965825
            self.tops_0: i64 = 1090785345
            self.stacks_0: i64 = 0
            self.stacks_1: i64 = 0
            self.stacks_2: i64 = 0
            self.stacks_3: i64 = 0
            self.stacks_4: i64 = 0
            self.stacks_5: i64 = 0
            self.hands_0: i64 = 0
            self.hands_1: i64 = 0
            self.known_0: i64 = 0
            self.known_1: i64 = 0
            self.taken_0: i64 = 0
            self.taken_1: i64 = 0
            self.stock: i64 = 0
            self.discards: i64 = 0
            self.scores_0: i64 = 26214500000
            self.action: i64 = -1
            self.actions_left: i64 = 0
            self.reshuffles: i64 = 0
            self.stage: i64 = 0
            self.field: i64 = 0
            self.turn: i64 = 0
            self.starter: i64 = 0
            self.hand_card: i64 = 0
            self.reserve_used = False
            self.kept: i64 = -1
            self.winner: i64 = -1
            self.records: i64 = 0
            self.record_cells: vec[i64] = NO_CELLS
            self.record_shared = False
            self.last_record_0: i64 = 0
        else:
            self.current = original.current
            self.below_0 = original.below_0
            self.below_1 = original.below_1
            self.below_2 = original.below_2
            self.below_3 = original.below_3
            self.tops_0 = original.tops_0
            self.stacks_0 = original.stacks_0
            self.stacks_1 = original.stacks_1
            self.stacks_2 = original.stacks_2
            self.stacks_3 = original.stacks_3
            self.stacks_4 = original.stacks_4
            self.stacks_5 = original.stacks_5
            self.hands_0 = original.hands_0
            self.hands_1 = original.hands_1
            self.known_0 = original.known_0
            self.known_1 = original.known_1
            self.taken_0 = original.taken_0
            self.taken_1 = original.taken_1
            self.stock = original.stock
            self.discards = original.discards
            self.scores_0 = original.scores_0
            self.action = original.action
            self.actions_left = original.actions_left
            self.reshuffles = original.reshuffles
            self.stage = original.stage
            self.field = original.field
            self.turn = original.turn
            self.starter = original.starter
            self.hand_card = original.hand_card
            self.reserve_used = original.reserve_used
            self.kept = original.kept
            self.winner = original.winner
            self.records = original.records
            self.record_cells = original.record_cells
            self.record_shared = True
            original.record_shared = True
            self.last_record_0 = original.last_record_0

    def below(self, card: i64) -> i64:
        if card < 10:
            return ((self.below_0 >> (6 * card)) & 63) - 1
        if card < 20:
            return ((self.below_1 >> (6 * (card - 10))) & 63) - 1
        if card < 30:
            return ((self.below_2 >> (6 * (card - 20))) & 63) - 1
        return ((self.below_3 >> (6 * (card - 30))) & 63) - 1

    def add_to_below(self, card: i64, change: i64) -> None:
        if card < 10:
            self.below_0 += change * BIT[6 * card]
            return
        if card < 20:
            self.below_1 += change * BIT[6 * (card - 10)]
            return
        if card < 30:
            self.below_2 += change * BIT[6 * (card - 20)]
            return
        self.below_3 += change * BIT[6 * (card - 30)]

    def clear_below(self) -> None:
        self.below_0 = 18300341342965825
        self.below_1 = 18300341342965825
        self.below_2 = 18300341342965825
        self.below_3 = 18300341342965825

    def tops(self, stack: i64) -> i64:
        return ((self.tops_0 >> (6 * stack)) & 63) - 1

    def add_to_tops(self, stack: i64, change: i64) -> None:
        self.tops_0 += change * BIT[6 * stack]

    def clear_tops(self) -> None:
        self.tops_0 = 1090785345

    def stacks(self, stack: i64) -> i64:
        if stack < 1:
            return self.stacks_0
        if stack < 2:
            return self.stacks_1
        if stack < 3:
            return self.stacks_2
        if stack < 4:
            return self.stacks_3
        if stack < 5:
            return self.stacks_4
        return self.stacks_5

    def add_to_stacks(self, stack: i64, change: i64) -> None:
        if stack < 1:
            self.stacks_0 += change
            return
        if stack < 2:
            self.stacks_1 += change
            return
        if stack < 3:
            self.stacks_2 += change
            return
        if stack < 4:
            self.stacks_3 += change
            return
        if stack < 5:
            self.stacks_4 += change
            return
        self.stacks_5 += change

    def clear_stacks(self) -> None:
        self.stacks_0 = 0
        self.stacks_1 = 0
        self.stacks_2 = 0
        self.stacks_3 = 0
        self.stacks_4 = 0
        self.stacks_5 = 0

    def hands(self, seat: i64) -> i64:
        second = -(seat >> 0)
        return ((self.hands_0 ^ ((self.hands_0 ^ self.hands_1) & second)) >> (40 * (seat & 0))) & 1099511627775

    def add_to_hands(self, seat: i64, change: i64) -> None:
        second = -(seat >> 0)
        change <<= 40 * (seat & 0)
        self.hands_0 += change & ~second
        self.hands_1 += change & second

    def clear_hands(self) -> None:
        self.hands_0 = 0
        self.hands_1 = 0

    def known(self, seat: i64) -> i64:
        second = -(seat >> 0)
        return ((self.known_0 ^ ((self.known_0 ^ self.known_1) & second)) >> (40 * (seat & 0))) & 1099511627775

    def add_to_known(self, seat: i64, change: i64) -> None:
        second = -(seat >> 0)
        change <<= 40 * (seat & 0)
        self.known_0 += change & ~second
        self.known_1 += change & second

    def clear_known(self) -> None:
        self.known_0 = 0
        self.known_1 = 0

    def taken(self, seat: i64) -> i64:
        second = -(seat >> 0)
        return ((self.taken_0 ^ ((self.taken_0 ^ self.taken_1) & second)) >> (40 * (seat & 0))) & 1099511627775

    def add_to_taken(self, seat: i64, change: i64) -> None:
        second = -(seat >> 0)
        change <<= 40 * (seat & 0)
        self.taken_0 += change & ~second
        self.taken_1 += change & second

    def clear_taken(self) -> None:
        self.taken_0 = 0
        self.taken_1 = 0

    def scores(self, seat: i64) -> i64:
        return ((self.scores_0 >> (18 * seat)) & 262143) - 100000

    def add_to_scores(self, seat: i64, change: i64) -> None:
        self.scores_0 += change * BIT[18 * seat]

    def clear_scores(self) -> None:
        self.scores_0 = 26214500000

    def last_record(self, seat: i64) -> i64:
        return (self.last_record_0 >> (6 * seat)) & 63

    def add_to_last_record(self, seat: i64, change: i64) -> None:
        self.last_record_0 += change * BIT[6 * seat]

    def clear_last_record(self) -> None:
        self.last_record_0 = 0

    def own_records(self) -> None:
        if self.record_shared:
            self.record_cells = self.record_cells[:]
            self.record_shared = False

    def note_record(self, owner: i64, drew: i64, played: i64, played_too: i64, ruled_out: i64) -> None:
        self.own_records()
        noted = owner | (drew << 1) | (played << 2) | (played_too << 8) | (ruled_out << 14)
        cell = self.records // 1
        if cell == i64(len(self.record_cells)):
            self.record_cells = vec[i64](list(self.record_cells) + [0] * 4)
        self.record_cells[cell] |= noted << (54 * (self.records - cell * 1))
        self.records += 1

    def clear_records(self) -> None:
        self.own_records()
        if len(self.record_cells) == 0:
            self.record_cells = vec[i64]([0] * 40)
        while self.records:
            self.records -= 1
            self.record_cells[self.records // 1] = 0

    def record(self, index: i64) -> i64:
        return (self.record_cells[index // 1] >> (54 * (index % 1))) & 18014398509481983

    def record_owner(self, index: i64) -> i64:
        return record_owner(self.record(index))

    def record_drew(self, index: i64) -> i64:
        return record_drew(self.record(index))

    def record_played(self, index: i64) -> i64:
        return record_played(self.record(index))

    def record_played_too(self, index: i64) -> i64:
        return record_played_too(self.record(index))

    def record_ruled_out(self, index: i64) -> i64:
        return record_ruled_out(self.record(index))

    def change_record_played(self, index: i64, played: i64) -> None:
        change = played - self.record_played(index)
        self.own_records()
        self.record_cells[index // 1] += change * BIT[54 * (index % 1) + 2]

    def change_record_played_too(self, index: i64, played_too: i64) -> None:
        change = played_too - self.record_played_too(index)
        self.own_records()
        self.record_cells[index // 1] += change * BIT[54 * (index % 1) + 8]

    def change_record_ruled_out(self, index: i64, ruled_out: i64) -> None:
        change = ruled_out - self.record_ruled_out(index)
        self.own_records()
        self.record_cells[index // 1] += change * BIT[54 * (index % 1) + 14]

    def dump_record(self, index: i64) -> tuple[int, int, int, int, int]:
        return (
            int(self.record_owner(index)),
            int(self.record_drew(index)),
            int(self.record_played(index)),
            int(self.record_played_too(index)),
            int(self.record_ruled_out(index)),
        )

    def held(self, seat: i64) -> i64:
        return size(self.hands(seat))

    def stock_size(self) -> i64:
        return size(self.stock)

    def reshuffles_left(self) -> i64:
        return self.limit - self.reshuffles

    def all_points(self) -> list[int]:
        return [int(self.scores(seat)) for seat in range(2)]

    def against_start(self, seat: i64, player: i64) -> str:
        raise NotImplementedError

    def start(self, seat: i64, player: i64) -> None:
        raise NotImplementedError

    def against_fill(self, seat: i64, card: i64) -> str:
        raise NotImplementedError

    def fill(self, seat: i64, card: i64) -> None:
        raise NotImplementedError

    def against_deal(self, seat: i64, card: i64) -> str:
        raise NotImplementedError

    def deal(self, seat: i64, card: i64) -> None:
        raise NotImplementedError

    def against_draw(self, seat: i64, card: i64) -> str:
        raise NotImplementedError

    def draw(self, seat: i64, card: i64) -> None:
        raise NotImplementedError

    def against_turn_up(self, seat: i64, card: i64) -> str:
        raise NotImplementedError

    def turn_up(self, seat: i64, card: i64) -> None:
        raise NotImplementedError

    def against_take(self, seat: i64, place: i64) -> str:
        raise NotImplementedError

    def take(self, seat: i64, place: i64) -> None:
        raise NotImplementedError

    def against_remove(self, seat: i64, place: i64) -> str:
        raise NotImplementedError

    def remove(self, seat: i64, place: i64) -> None:
        raise NotImplementedError

    def against_decline(self, seat: i64) -> str:
        raise NotImplementedError

    def decline(self, seat: i64) -> None:
        raise NotImplementedError

    def against_discard(self, seat: i64, card: i64) -> str:
        raise NotImplementedError

    def discard(self, seat: i64, card: i64) -> None:
        raise NotImplementedError

    def against_lay(self, seat: i64, card: i64, place: i64) -> str:
        raise NotImplementedError

    def lay(self, seat: i64, card: i64, place: i64) -> None:
        raise NotImplementedError

    def against_reserve(self, seat: i64, card: i64) -> str:
        raise NotImplementedError

    def reserve(self, seat: i64, card: i64) -> None:
        raise NotImplementedError

    def against_end(self, seat: i64) -> str:
        raise NotImplementedError

    def end(self, seat: i64) -> None:
        raise NotImplementedError

    def dump_piles(self) -> list[list[CardName]]:
        raise NotImplementedError

    def read_piles(self, reader: PositionReader) -> None:
        raise NotImplementedError

    def dump_reserves(self) -> list[list[CardName]]:
        raise NotImplementedError

    def read_reserves(self, reader: PositionReader) -> None:
        raise NotImplementedError

    def drawn_since(self, seat: i64) -> i64:
        raise NotImplementedError

    def reserved(self, seat: i64) -> i64:
        raise NotImplementedError

    def dump_field(self) -> int:
        raise NotImplementedError

    def read_field(self, reader: PositionReader) -> None:
        raise NotImplementedError

    def dump_memory(self) -> list[MemoryRecord]:
        raise NotImplementedError

    def read_memory(self, reader: PositionReader) -> None:
        raise NotImplementedError

    def observe_piles(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        raise NotImplementedError

    def observe_reserves(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        raise NotImplementedError

    def observe_ruled_out(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        raise NotImplementedError

    def observe_unseen(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        raise NotImplementedError

    def observe_action(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        raise NotImplementedError

    def ending(self) -> str:
        raise NotImplementedError

    def rebuild(self) -> None:
        """Find what is kept besides the parts, if anything is."""

    def hide_from(self, viewer: i64) -> None:
        seat: i64 = 0
        while seat < SEAT_COUNT:
            if seat != viewer:
                self.add_to_hands(seat, -self.hands(seat))
            seat += 1
        self.stock = 0

    def sight(self, viewer: int) -> QarreSight:
        """Return what a seat sees besides the table, before anything is hidden."""
        return {
            "seat": viewer,
            "hand": [CARD_NAMES[each] for each in members(self.hands(viewer))] if viewer >= 0 else [],
            "held": [int(self.held(seat)) for seat in range(SEAT_COUNT)],
            "stock": int(self.stock_size()),
            "target": int(self.target),
            "lead": int(self.lead),
            "limit": int(self.limit),
        }

    def dump(self) -> dict[str, Any]:
        return {
            "hands": [[CARD_NAMES[each] for each in members(self.hands(seat))] for seat in range(SEAT_COUNT)],
            "stock": [CARD_NAMES[each] for each in members(self.stock)],
            **self.table(),
        }

    def table(self) -> QarreTable:
        """Return everything that all seats see and may remember."""
        return {
            "piles": self.dump_piles(),
            "reserves": self.dump_reserves(),
            "known": [[CARD_NAMES[each] for each in members(self.known(seat))] for seat in range(SEAT_COUNT)],
            "taken": [[CARD_NAMES[each] for each in members(self.taken(seat))] for seat in range(SEAT_COUNT)],
            "discards": [CARD_NAMES[each] for each in members(self.discards)],
            "scores": [int(self.scores(seat)) for seat in range(SEAT_COUNT)],
            "action": None if self.action < 0 else ACTION_CARD_NAMES[int(self.action)],
            "actions_left": [ACTION_CARD_NAMES[each] for each in members(self.actions_left)],
            "reshuffles": int(self.reshuffles),
            "stage": STAGE_NAMES[int(self.stage)],
            "field": self.dump_field(),
            "turn": int(self.turn),
            "starter": int(self.starter),
            "hand_card": HAND_CARD_NAMES[int(self.hand_card)],
            "reserve_used": self.reserve_used,
            "kept": None if self.kept < 0 else CARD_NAMES[int(self.kept)],
            "winner": int(self.winner),
            "memory": self.dump_memory(),
            "current": int(self.current),
        }

    def load(self, reader: PositionReader) -> None:
        """Take all parts from a reader; raises PositionError for impossible ones."""
        self.read_piles(reader)
        self.read_reserves(reader)
        self.clear_hands()
        for seat, row in enumerate(reader.lists("hands", 2)):
            found = name_set(reader.game, f"hands[{seat}]", row, CARD_NAMES)
            self.add_to_hands(seat, found)
        self.clear_known()
        for seat, row in enumerate(reader.lists("known", 2)):
            found = name_set(reader.game, f"known[{seat}]", row, CARD_NAMES)
            self.add_to_known(seat, found)
        self.clear_taken()
        for seat, row in enumerate(reader.lists("taken", 2)):
            found = name_set(reader.game, f"taken[{seat}]", row, CARD_NAMES)
            self.add_to_taken(seat, found)
        self.stock = reader.name_set("stock", CARD_NAMES)
        self.discards = reader.name_set("discards", CARD_NAMES)
        self.clear_scores()
        for seat, each in enumerate(reader.numbers("scores", 2, -100000, 100000)):
            self.add_to_scores(seat, each)
        self.action = reader.optional_choice("action", ACTION_CARD_NAMES)
        self.actions_left = reader.name_set("actions_left", ACTION_CARD_NAMES)
        self.reshuffles = reader.number("reshuffles", 0, int(self.limit))
        self.stage = reader.choice("stage", STAGE_NAMES)
        self.read_field(reader)
        self.turn = reader.number("turn", 0, 1)
        self.starter = reader.number("starter", 0, 1)
        self.hand_card = reader.choice("hand_card", HAND_CARD_NAMES)
        self.reserve_used = reader.flag("reserve_used")
        self.kept = reader.optional_choice("kept", CARD_NAMES)
        self.winner = reader.number("winner", -1, 1)
        self.read_memory(reader)
        self.current = reader.number("current", OVER, 1)
        reader.finish()
        self.rebuild()
        self.audit()

    def observe(self, seat: i64, row: ObsBuffer) -> None:
        self.observe_piles(seat, 0, row)
        self.observe_reserves(seat, 160, row)
        row.put_set(240, self.hands(seat))
        self.observe_known(seat, 280, row)
        self.observe_ruled_out(seat, 360, row)
        self.observe_drawn_since(seat, 440, row)
        self.observe_unseen(seat, 442, row)
        row.put_set(482, self.discards)
        self.observe_held(seat, 522, row)
        self.observe_reserved(seat, 524, row)
        row.put(526, self.stock_size())
        self.observe_scores(seat, 527, row)
        self.observe_action(seat, 529, row)
        row.put_set(531, self.actions_left)
        row.put(543, self.reshuffles_left())
        row.put(544, self.stage)
        row.put(545, counted_from(seat, self.turn, SEAT_COUNT))
        row.put(546, self.hand_card)
        if self.reserve_used:
            row.put(547, 1)
        row.put(548, self.kept + 1)
        if self.keep:
            row.put(549, 1)
        row.put(550, self.target)
        row.put(551, self.lead)

    def observe_known(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < SEAT_COUNT:
            row.put_set(first + counted_from(seat, other, SEAT_COUNT) * 40, self.known(other))
            other += 1

    def observe_drawn_since(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < SEAT_COUNT:
            row.put(first + counted_from(seat, other, SEAT_COUNT), self.drawn_since(other))
            other += 1

    def observe_held(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < SEAT_COUNT:
            row.put(first + counted_from(seat, other, SEAT_COUNT), self.held(other))
            other += 1

    def observe_reserved(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < SEAT_COUNT:
            row.put(first + counted_from(seat, other, SEAT_COUNT), self.reserved(other))
            other += 1

    def observe_scores(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < SEAT_COUNT:
            row.put(first + counted_from(seat, other, SEAT_COUNT), max(-2000, min(self.scores(other), 2000)))
            other += 1

    def action_count(self) -> i64:
        return 384
