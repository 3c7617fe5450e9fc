"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from typing import Any, Final, Literal, TypedDict, get_args

from carreau.core.bits import BIT, members, size
from carreau.core.game import CHANCE, OVER, State
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.position import PositionReader, number_set
from carreau.games.plan.deck import Deck
from carreau.games.plan.instruction import Instruction
from carreau.games.plan.spec import SeenEvent

DEAL: Final[i64] = 0
PLAY: Final[i64] = 20
GIVE: Final[i64] = 40
PASS: Final[i64] = 60
DRAW: Final[i64] = 80
SEAT_COUNT: Final[i64] = 4
CARD_COUNT: Final[i64] = 21
PLACE_COUNT: Final[i64] = 4
DEED_COUNT: Final[i64] = 8
STAGE_COUNT: Final[i64] = 5
HAPPENING_COUNT: Final[i64] = 6
NO_CELLS: Final = vec[i64]()  # of a new position: clear_NAME gives it its own
PlaceName = Literal["A", "B", "C", "D"]
DeedName = Literal[
    "swap_places",
    "take_pile",
    "give_card",
    "draw_card",
    "swap_hands",
    "turn_direction",
    "pass_all",
    "move_all",
]
StageName = Literal["dealing", "playing", "giving", "passing", "drawing"]
HappeningName = Literal["played", "took", "moved", "swapped", "passed", "landed"]
PLACE_NAMES: Final[list[PlaceName]] = list(get_args(PlaceName))
DEED_NAMES: Final[list[DeedName]] = list(get_args(DeedName))
STAGE_NAMES: Final[list[StageName]] = list(get_args(StageName))
HAPPENING_NAMES: Final[list[HappeningName]] = list(get_args(HappeningName))


class PlanDeed:
    """The numbers of DEED_NAMES."""

    SWAP_PLACES: Final = 0
    TAKE_PILE: Final = 1
    GIVE_CARD: Final = 2
    DRAW_CARD: Final = 3
    SWAP_HANDS: Final = 4
    TURN_DIRECTION: Final = 5
    PASS_ALL: Final = 6
    MOVE_ALL: Final = 7


class PlanStage:
    """The numbers of STAGE_NAMES."""

    DEALING: Final = 0
    PLAYING: Final = 1
    GIVING: Final = 2
    PASSING: Final = 3
    DRAWING: Final = 4


class PlanHappening:
    """The numbers of HAPPENING_NAMES."""

    PLAYED: Final = 0
    TOOK: Final = 1
    MOVED: Final = 2
    SWAPPED: Final = 3
    PASSED: Final = 4
    LANDED: Final = 5


def deal_card(action: i64) -> i64:
    return action - DEAL + 1


def deal_action(card: i64) -> i64:
    return DEAL + (card - 1)


def play_card(action: i64) -> i64:
    return action - PLAY + 1


def play_action(card: i64) -> i64:
    return PLAY + (card - 1)


def give_card(action: i64) -> i64:
    return action - GIVE + 1


def give_action(card: i64) -> i64:
    return GIVE + (card - 1)


def pass_card(action: i64) -> i64:
    return action - PASS + 1


def pass_action(card: i64) -> i64:
    return PASS + (card - 1)


def draw_card(action: i64) -> i64:
    return action - DRAW + 1


def draw_action(card: i64) -> i64:
    return DRAW + (card - 1)


def event_what(event: i64) -> i64:
    return event & 7


def event_giver(event: i64) -> i64:
    return (event >> 3) & 3


def event_receiver(event: i64) -> i64:
    return (event >> 5) & 3


def event_card(event: i64) -> i64:
    return (event >> 7) & 31


class PlanTable(TypedDict):
    """Everything that all seats see and may remember."""

    pile: list[int]
    top: int
    in_play: int
    parts: list[str]
    places: list[int]
    place: PlaceName
    direction: int
    turn: int
    stage: StageName
    plays: int
    winner: int
    current: int


class PlanSight(TypedDict):
    """Everything that a seat sees besides the table."""

    seat: int
    play_limit: int
    open_discards: bool
    hand: list[int]
    held: list[int]
    dealt: list[int]
    dealt_held: list[int]
    pack: int
    chosen: int


class PlanViewJson(PlanTable, PlanSight):
    """The contents of a View."""

    target: int
    waiting: list[int]
    sure: list[list[int]]
    first_pile: list[int]
    events: list[SeenEvent]
    deck: list[Instruction]


@mypyc_attr(acyclic=True)
class PlanPosition(State):
    """The parts of a position."""

    def __init__(
        self, seats: i64, deck: Deck, play_limit: i64, open_discards: bool, *, original: "PlanPosition | None" = None
    ) -> None:
        self.seats = seats
        self.deck = deck
        self.play_limit = play_limit
        self.open_discards = open_discards
        if original is None:
            self.current = CHANCE
            self.hands_0: i64 = 0
            self.hands_1: i64 = 0
            self.dealt_0: i64 = 0
            self.dealt_1: i64 = 0
            self.pack: i64 = 0
            self.pile: i64 = 0
            self.top: i64 = 0
            self.in_play: i64 = 0
            self.program: i64 = 0
            self.places_0: i64 = 0
            self.place: i64 = 0
            self.direction: i64 = 1
            self.turn: i64 = 0
            self.stage: i64 = 0
            self.pending: i64 = 0
            self.chosen_0: i64 = 0
            self.plays: i64 = 0
            self.winner: i64 = -1
            self.events: i64 = 0
            self.event_cells: vec[i64] = NO_CELLS
        else:
            self.current = original.current
            self.hands_0 = original.hands_0
            self.hands_1 = original.hands_1
            self.dealt_0 = original.dealt_0
            self.dealt_1 = original.dealt_1
            self.pack = original.pack
            self.pile = original.pile
            self.top = original.top
            self.in_play = original.in_play
            self.program = original.program
            self.places_0 = original.places_0
            self.place = original.place
            self.direction = original.direction
            self.turn = original.turn
            self.stage = original.stage
            self.pending = original.pending
            self.chosen_0 = original.chosen_0
            self.plays = original.plays
            self.winner = original.winner
            self.events = original.events
            self.event_cells = original.event_cells[:]

    def hands(self, seat: i64) -> i64:
        second = -(seat >> 1)
        return ((self.hands_0 ^ ((self.hands_0 ^ self.hands_1) & second)) >> (21 * (seat & 1))) & 2097151

    def add_to_hands(self, seat: i64, change: i64) -> None:
        second = -(seat >> 1)
        change <<= 21 * (seat & 1)
        self.hands_0 += change & ~second
        self.hands_1 += change & second

    def clear_hands(self) -> None:
        self.hands_0 = 0
        self.hands_1 = 0

    def dealt(self, seat: i64) -> i64:
        second = -(seat >> 1)
        return ((self.dealt_0 ^ ((self.dealt_0 ^ self.dealt_1) & second)) >> (21 * (seat & 1))) & 2097151

    def add_to_dealt(self, seat: i64, change: i64) -> None:
        second = -(seat >> 1)
        change <<= 21 * (seat & 1)
        self.dealt_0 += change & ~second
        self.dealt_1 += change & second

    def clear_dealt(self) -> None:
        self.dealt_0 = 0
        self.dealt_1 = 0

    def places(self, place: i64) -> i64:
        return (self.places_0 >> (2 * place)) & 3

    def add_to_places(self, place: i64, change: i64) -> None:
        self.places_0 += change * BIT[2 * place]

    def clear_places(self) -> None:
        self.places_0 = 0

    def chosen(self, seat: i64) -> i64:
        return (self.chosen_0 >> (5 * seat)) & 31

    def add_to_chosen(self, seat: i64, change: i64) -> None:
        self.chosen_0 += change * BIT[5 * seat]

    def clear_chosen(self) -> None:
        self.chosen_0 = 0

    def note_event(self, what: i64, giver: i64, receiver: i64, card: i64) -> None:
        noted = what | (giver << 3) | (receiver << 5) | (card << 7)
        cell = self.events // 5
        if cell == i64(len(self.event_cells)):
            self.event_cells = vec[i64](list(self.event_cells) + [0] * 4)
        self.event_cells[cell] |= noted << (12 * (self.events - cell * 5))
        self.events += 1

    def clear_events(self) -> None:
        if len(self.event_cells) == 0:
            self.event_cells = vec[i64]([0] * 16)
        while self.events:
            self.events -= 1
            self.event_cells[self.events // 5] = 0

    def event(self, index: i64) -> i64:
        return (self.event_cells[index // 5] >> (12 * (index % 5))) & 4095

    def event_what(self, index: i64) -> i64:
        return event_what(self.event(index))

    def event_giver(self, index: i64) -> i64:
        return event_giver(self.event(index))

    def event_receiver(self, index: i64) -> i64:
        return event_receiver(self.event(index))

    def event_card(self, index: i64) -> i64:
        return event_card(self.event(index))

    def change_event_card(self, index: i64, card: i64) -> None:
        change = card - self.event_card(index)
        self.event_cells[index // 5] += change * BIT[12 * (index % 5) + 7]

    def dump_event(self, index: i64) -> tuple[HappeningName, int, int, int]:
        return (
            HAPPENING_NAMES[int(self.event_what(index))],
            int(self.event_giver(index)),
            int(self.event_receiver(index)),
            int(self.event_card(index)),
        )

    def in_hands(self) -> i64:
        return (self.hands_0 | self.hands_0 >> 21 | self.hands_1 | self.hands_1 >> 21) & 2097151

    def with_cards(self) -> i64:
        found: i64 = 0
        if self.hands_0 & 2097151:
            found |= 1
        if self.hands_0 & 4398044413952:
            found |= 2
        if self.hands_1 & 2097151:
            found |= 4
        if self.hands_1 & 4398044413952:
            found |= 8
        return found

    def held(self, seat: i64) -> i64:
        return size(self.hands(seat))

    def dealt_held(self, seat: i64) -> i64:
        return size(self.dealt(seat))

    def pack_size(self) -> i64:
        return size(self.pack)

    def plays_left(self) -> i64:
        return self.play_limit - self.plays

    def against_deal(self, seat: i64, card: i64) -> str:
        raise NotImplementedError

    def deal(self, seat: i64, card: i64) -> None:
        raise NotImplementedError

    def against_play(self, seat: i64, card: i64) -> str:
        raise NotImplementedError

    def play(self, seat: i64, card: i64) -> None:
        raise NotImplementedError

    def against_give(self, seat: i64, card: i64) -> str:
        raise NotImplementedError

    def give(self, seat: i64, card: i64) -> None:
        raise NotImplementedError

    def against_pass(self, seat: i64, card: i64) -> str:
        raise NotImplementedError

    def pass_(self, seat: i64, card: i64) -> None:
        raise NotImplementedError

    def against_draw(self, seat: i64, card: i64) -> str:
        raise NotImplementedError

    def draw(self, seat: i64, card: i64) -> None:
        raise NotImplementedError

    def dump_parts(self) -> list[str]:
        raise NotImplementedError

    def read_parts(self, reader: PositionReader) -> None:
        raise NotImplementedError

    def observe_unseen(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        raise NotImplementedError

    def observe_parts(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        raise NotImplementedError

    def observe_deck(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        raise NotImplementedError

    def observe_places(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        raise NotImplementedError

    def observe_place(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        raise NotImplementedError

    def observe_target(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        raise NotImplementedError

    def observe_events(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        raise NotImplementedError

    def ending(self) -> str:
        raise NotImplementedError

    def against_turn(self, seat: i64) -> str:
        raise NotImplementedError

    def sees_event(self, seat: i64, index: i64) -> bool:
        raise NotImplementedError

    def rebuild(self) -> None:
        """Find what is kept besides the parts, if anything is."""

    def hide_from(self, viewer: i64) -> None:
        seat: i64 = 0
        while seat < self.seats:
            if seat != viewer:
                self.add_to_hands(seat, -self.hands(seat))
                self.add_to_dealt(seat, -self.dealt(seat))
                self.add_to_chosen(seat, -self.chosen(seat))
            seat += 1
        self.pack = 0
        event: i64 = 0
        while event < self.events:
            if not self.sees_event(viewer, event):
                self.change_event_card(event, 0)
            event += 1

    def sight(self, viewer: int) -> PlanSight:
        """Return what a seat sees besides the table, before anything is hidden."""
        return {
            "seat": viewer,
            "play_limit": int(self.play_limit),
            "open_discards": self.open_discards,
            "hand": members(self.hands(viewer)) if viewer >= 0 else [],
            "held": [int(self.held(seat)) for seat in range(self.seats)],
            "dealt": members(self.dealt(viewer)) if viewer >= 0 else [],
            "dealt_held": [int(self.dealt_held(seat)) for seat in range(self.seats)],
            "pack": int(self.pack_size()),
            "chosen": int(self.chosen(viewer)) if viewer >= 0 else 0,
        }

    def dump(self) -> dict[str, Any]:
        return {
            "hands": [members(self.hands(seat)) for seat in range(self.seats)],
            "dealt": [members(self.dealt(seat)) for seat in range(self.seats)],
            "chosen": [int(self.chosen(seat)) for seat in range(self.seats)],
            "events": [self.dump_event(index) for index in range(self.events)],
            **self.table(),
        }

    def table(self) -> PlanTable:
        """Return everything that all seats see and may remember."""
        return {
            "pile": members(self.pile),
            "top": int(self.top),
            "in_play": int(self.in_play),
            "parts": self.dump_parts(),
            "places": [int(self.places(place)) for place in range(self.seats)],
            "place": PLACE_NAMES[int(self.place)],
            "direction": int(self.direction),
            "turn": int(self.turn),
            "stage": STAGE_NAMES[int(self.stage)],
            "plays": int(self.plays),
            "winner": int(self.winner),
            "current": int(self.current),
        }

    def load(self, reader: PositionReader) -> None:
        """Take all parts from a reader; raises PositionError for impossible ones."""
        self.clear_hands()
        for seat, row in enumerate(reader.lists("hands", int(self.seats))):
            found = number_set(reader.game, f"hands[{seat}]", row, 1, 20)
            self.add_to_hands(seat, found)
        self.clear_dealt()
        for seat, row in enumerate(reader.lists("dealt", int(self.seats))):
            found = number_set(reader.game, f"dealt[{seat}]", row, 1, 20)
            self.add_to_dealt(seat, found)
        self.pile = reader.number_set("pile", 1, 20)
        self.top = reader.number("top", 0, 20)
        self.in_play = reader.number("in_play", 0, 20)
        self.read_parts(reader)
        self.clear_places()
        for place, each in enumerate(reader.numbers("places", int(self.seats), 0, int(self.seats) - 1)):
            self.add_to_places(place, each)
        self.place = reader.choice("place", PLACE_NAMES[: int(self.seats)])
        self.direction = reader.number("direction", -1, 1)
        self.turn = reader.number("turn", 0, int(self.seats) - 1)
        self.stage = reader.choice("stage", STAGE_NAMES)
        self.clear_chosen()
        for seat, each in enumerate(reader.numbers("chosen", int(self.seats), 0, 20)):
            self.add_to_chosen(seat, each)
        self.plays = reader.number("plays", 0, int(self.play_limit))
        self.winner = reader.number("winner", -1, int(self.seats) - 1)
        self.clear_events()
        names = ["what", "giver", "receiver", "card"]
        for entry in reader.tuples("events", names):
            self.note_event(
                entry.choice("what", HAPPENING_NAMES),
                entry.number("giver", 0, int(self.seats) - 1),
                entry.number("receiver", 0, int(self.seats) - 1),
                entry.number("card", 0, 20),
            )
        self.current = reader.number("current", OVER, int(self.seats) - 1)
        reader.finish()
        self.rebuild()
        self.audit()

    def observe(self, seat: i64, row: ObsBuffer) -> None:
        row.put_set(0, self.hands(seat) >> 1)
        self.observe_held(seat, 20, row)
        self.observe_unseen(seat, 24, row)
        row.put_set(44, self.pile >> 1)
        row.put(64, self.top)
        row.put(65, self.in_play)
        self.observe_parts(seat, 66, row)
        self.observe_deck(seat, 74, row)
        self.observe_places(seat, 234, row)
        self.observe_place(seat, 238, row)
        row.put(239, self.direction)
        row.put(240, counted_from(seat, self.turn, self.seats))
        row.put(241, self.stage)
        self.observe_target(seat, 242, row)
        self.observe_pending(seat, 243, row)
        row.put(247, self.chosen(seat))
        row.put(248, self.plays_left())
        self.observe_events(seat, 249, row)

    def observe_held(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            row.put(first + counted_from(seat, other, self.seats), self.held(other))
            other += 1

    def observe_pending(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            if self.pending & BIT[other]:
                row.put(first + counted_from(seat, other, self.seats), 1)
            other += 1

    def action_count(self) -> i64:
        return 100
