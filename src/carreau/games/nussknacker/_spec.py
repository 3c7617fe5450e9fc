"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from typing import Any, Final, Literal, TypedDict, get_args

from carreau.core.bits import BIT
from carreau.core.game import CHANCE, OVER, State
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.position import PositionReader
from carreau.games.nussknacker.spec import OpenQuestion, PendingQuestion, Question

START: Final[i64] = 0
ASIDE: Final[i64] = 4
DEAL: Final[i64] = 12
ASK: Final[i64] = 20
NO: Final[i64] = 52
PUSH: Final[i64] = 53
CHOOSE: Final[i64] = 57
ANNOUNCE: Final[i64] = 100
PASS: Final[i64] = 108
SEAT_COUNT: Final[i64] = 4
COMBINATION_COUNT: Final[i64] = 44
STAGE_COUNT: Final[i64] = 9
NO_CELLS: Final = vec[i64]()  # of a new position: clear_NAME gives it its own
CombinationName = Literal[
    "",
    "1",
    "2",
    "1+1",
    "3",
    "1+2",
    "4",
    "1+3",
    "2+2",
    "1+1+2",
    "5",
    "1+4",
    "2+3",
    "1+1+3",
    "1+2+2",
    "6",
    "1+5",
    "2+4",
    "3+3",
    "1+1+4",
    "1+2+3",
    "1+1+2+2",
    "7",
    "1+6",
    "2+5",
    "3+4",
    "1+1+5",
    "1+2+4",
    "1+3+3",
    "2+2+3",
    "1+1+2+3",
    "8",
    "1+7",
    "2+6",
    "3+5",
    "4+4",
    "1+1+6",
    "1+2+5",
    "1+3+4",
    "2+2+4",
    "2+3+3",
    "1+1+2+4",
    "1+1+3+3",
    "1+2+2+3",
]
StageName = Literal[
    "lot",
    "laying_aside",
    "dealing",
    "asking",
    "answering",
    "choosing",
    "returning",
    "exchanging",
    "calling",
]
COMBINATION_NAMES: Final[list[CombinationName]] = list(get_args(CombinationName))
STAGE_NAMES: Final[list[StageName]] = list(get_args(StageName))


class NussknackerStage:
    """The numbers of STAGE_NAMES."""

    LOT: Final = 0
    LAYING_ASIDE: Final = 1
    DEALING: Final = 2
    ASKING: Final = 3
    ANSWERING: Final = 4
    CHOOSING: Final = 5
    RETURNING: Final = 6
    EXCHANGING: Final = 7
    CALLING: Final = 8


def start_player(action: i64) -> i64:
    return action - START


def start_action(player: i64) -> i64:
    return START + player


def aside_value(action: i64) -> i64:
    return action - ASIDE + 1


def aside_action(value: i64) -> i64:
    return ASIDE + (value - 1)


def deal_value(action: i64) -> i64:
    return action - DEAL + 1


def deal_action(value: i64) -> i64:
    return DEAL + (value - 1)


def ask_player(action: i64) -> i64:
    return (action - ASK) // 8


def ask_value(action: i64) -> i64:
    return (action - ASK) % 8 + 1


def ask_action(player: i64, value: i64) -> i64:
    return ASK + player * 8 + (value - 1)


def push_number(action: i64) -> i64:
    return action - PUSH + 1


def push_action(number: i64) -> i64:
    return PUSH + (number - 1)


def choose_cards(action: i64) -> i64:
    return action - CHOOSE


def choose_action(cards: i64) -> i64:
    return CHOOSE + cards


def announce_value(action: i64) -> i64:
    return action - ANNOUNCE + 1


def announce_action(value: i64) -> i64:
    return ANNOUNCE + (value - 1)


def question_asked(question: i64) -> i64:
    return question & 3


def question_value(question: i64) -> i64:
    return (question >> 2) & 15


def question_given(question: i64) -> i64:
    return (question >> 6) & 7


def question_returned(question: i64) -> i64:
    return (question >> 9) & 7


def question_given_cards(question: i64) -> i64:
    return (question >> 12) & 63


def question_returned_cards(question: i64) -> i64:
    return (question >> 18) & 63


def announcement_seat(announcement: i64) -> i64:
    return announcement & 3


def announcement_value(announcement: i64) -> i64:
    return (announcement >> 2) & 15


def announcement_card(announcement: i64) -> i64:
    return (announcement >> 6) & 15


class NussknackerTable(TypedDict):
    """Everything that all seats see and may remember."""

    chips: list[int]
    stage: StageName
    deal: int
    starter: int
    turn: int
    asker: int
    voids: int
    revealed: list[tuple[int, int, int]]
    current: int


class NussknackerSight(TypedDict):
    """Everything that a seat sees besides the table."""

    seat: int
    held: list[int]
    target: int
    highest: int
    question_limit: int
    deck: int


class NussknackerViewJson(NussknackerTable, NussknackerSight):
    """The contents of a View."""

    tempo: Literal["race", "turns"]
    hand: list[int]
    aside: int | None
    questions: list[Question]
    pending: OpenQuestion | None


@mypyc_attr(acyclic=True)
class NussknackerPosition(State):
    """The parts of a position."""

    def __init__(
        self,
        seats: i64,
        target: i64,
        highest: i64,
        limit: i64,
        race: bool,
        *,
        original: "NussknackerPosition | None" = None,
    ) -> None:
        self.seats = seats
        self.target = target
        self.highest = highest
        self.limit = limit
        self.race = race
        if original is None:
            self.current = CHANCE
            self.hands_0: i64 = 0
            self.hands_1: i64 = 0
            self.chips_0: i64 = 0
            self.chips_1: i64 = 0
            self.stage: i64 = 0
            self.deal: i64 = 1
            self.starter: i64 = 0
            self.turn: i64 = 0
            self.asker: i64 = 0
            self.deck: i64 = 0
            self.left: i64 = 0
            self.aside: i64 = 0
            self.asked: i64 = -1
            self.value: i64 = 0
            self.given: i64 = 0
            self.returned: i64 = 0
            self.given_cards: i64 = 0
            self.questions: i64 = 0
            self.question_cells: vec[i64] = NO_CELLS
            self.voids: i64 = 0
            self.revealed: i64 = 0
            self.announcement_cells: vec[i64] = NO_CELLS
            self.announcement_shared = False
        else:
            self.current = original.current
            self.hands_0 = original.hands_0
            self.hands_1 = original.hands_1
            self.chips_0 = original.chips_0
            self.chips_1 = original.chips_1
            self.stage = original.stage
            self.deal = original.deal
            self.starter = original.starter
            self.turn = original.turn
            self.asker = original.asker
            self.deck = original.deck
            self.left = original.left
            self.aside = original.aside
            self.asked = original.asked
            self.value = original.value
            self.given = original.given
            self.returned = original.returned
            self.given_cards = original.given_cards
            self.questions = original.questions
            self.question_cells = original.question_cells[:]
            self.voids = original.voids
            self.revealed = original.revealed
            self.announcement_cells = original.announcement_cells
            self.announcement_shared = True
            original.announcement_shared = True

    def hands(self, seat: i64) -> i64:
        if seat < 3:
            return (self.hands_0 >> (16 * seat)) & 65535
        return (self.hands_1 >> (16 * (seat - 3))) & 65535

    def add_to_hands(self, seat: i64, change: i64) -> None:
        if seat < 3:
            self.hands_0 += change * BIT[16 * seat]
            return
        self.hands_1 += change * BIT[16 * (seat - 3)]

    def clear_hands(self) -> None:
        self.hands_0 = 0
        self.hands_1 = 0

    def chips(self, seat: i64) -> i64:
        if seat < 3:
            return (self.chips_0 >> (20 * seat)) & 1048575
        return (self.chips_1 >> (20 * (seat - 3))) & 1048575

    def add_to_chips(self, seat: i64, change: i64) -> None:
        if seat < 3:
            self.chips_0 += change * BIT[20 * seat]
            return
        self.chips_1 += change * BIT[20 * (seat - 3)]

    def clear_chips(self) -> None:
        self.chips_0 = 0
        self.chips_1 = 0

    def note_question(
        self, asked: i64, value: i64, given: i64, returned: i64, given_cards: i64, returned_cards: i64
    ) -> None:
        noted = asked | (value << 2) | (given << 6) | (returned << 9) | (given_cards << 12) | (returned_cards << 18)
        cell = self.questions // 2
        if cell == i64(len(self.question_cells)):
            self.question_cells = vec[i64](list(self.question_cells) + [0] * 4)
        self.question_cells[cell] |= noted << (24 * (self.questions - cell * 2))
        self.questions += 1

    def clear_questions(self) -> None:
        if len(self.question_cells) == 0:
            self.question_cells = vec[i64]([0] * 12)
        while self.questions:
            self.questions -= 1
            self.question_cells[self.questions // 2] = 0

    def question(self, index: i64) -> i64:
        return (self.question_cells[index // 2] >> (24 * (index % 2))) & 16777215

    def question_asked(self, index: i64) -> i64:
        return question_asked(self.question(index))

    def question_value(self, index: i64) -> i64:
        return question_value(self.question(index))

    def question_given(self, index: i64) -> i64:
        return question_given(self.question(index))

    def question_returned(self, index: i64) -> i64:
        return question_returned(self.question(index))

    def question_given_cards(self, index: i64) -> i64:
        return question_given_cards(self.question(index))

    def question_returned_cards(self, index: i64) -> i64:
        return question_returned_cards(self.question(index))

    def change_question_given_cards(self, index: i64, given_cards: i64) -> None:
        change = given_cards - self.question_given_cards(index)
        self.question_cells[index // 2] += change * BIT[24 * (index % 2) + 12]

    def change_question_returned_cards(self, index: i64, returned_cards: i64) -> None:
        change = returned_cards - self.question_returned_cards(index)
        self.question_cells[index // 2] += change * BIT[24 * (index % 2) + 18]

    def dump_question(self, index: i64) -> tuple[int, int, int, int, CombinationName, CombinationName]:
        return (
            int(self.question_asked(index)),
            int(self.question_value(index)),
            int(self.question_given(index)),
            int(self.question_returned(index)),
            COMBINATION_NAMES[int(self.question_given_cards(index))],
            COMBINATION_NAMES[int(self.question_returned_cards(index))],
        )

    def own_revealed(self) -> None:
        if self.announcement_shared:
            self.announcement_cells = self.announcement_cells[:]
            self.announcement_shared = False

    def note_announcement(self, seat: i64, value: i64, card: i64) -> None:
        self.own_revealed()
        noted = seat | (value << 2) | (card << 6)
        cell = self.revealed // 6
        if cell == i64(len(self.announcement_cells)):
            self.announcement_cells = vec[i64](list(self.announcement_cells) + [0] * 4)
        self.announcement_cells[cell] |= noted << (10 * (self.revealed - cell * 6))
        self.revealed += 1

    def clear_revealed(self) -> None:
        self.own_revealed()
        if len(self.announcement_cells) == 0:
            self.announcement_cells = vec[i64]([0] * 4)
        while self.revealed:
            self.revealed -= 1
            self.announcement_cells[self.revealed // 6] = 0

    def announcement(self, index: i64) -> i64:
        return (self.announcement_cells[index // 6] >> (10 * (index % 6))) & 1023

    def announcement_seat(self, index: i64) -> i64:
        return announcement_seat(self.announcement(index))

    def announcement_value(self, index: i64) -> i64:
        return announcement_value(self.announcement(index))

    def announcement_card(self, index: i64) -> i64:
        return announcement_card(self.announcement(index))

    def dump_announcement(self, index: i64) -> tuple[int, int, int]:
        return (
            int(self.announcement_seat(index)),
            int(self.announcement_value(index)),
            int(self.announcement_card(index)),
        )

    def questions_left(self) -> i64:
        return min(self.limit - self.questions, 60)

    def all_points(self) -> list[int]:
        return [int(self.chips(seat)) for seat in range(int(self.seats))]

    def against_start(self, seat: i64, player: i64) -> str:
        raise NotImplementedError

    def start(self, seat: i64, player: i64) -> None:
        raise NotImplementedError

    def against_lay_aside(self, seat: i64, value: i64) -> str:
        raise NotImplementedError

    def lay_aside(self, seat: i64, value: i64) -> None:
        raise NotImplementedError

    def against_deal_out(self, seat: i64, value: i64) -> str:
        raise NotImplementedError

    def deal_out(self, seat: i64, value: i64) -> None:
        raise NotImplementedError

    def against_ask(self, seat: i64, player: i64, value: i64) -> str:
        raise NotImplementedError

    def ask(self, seat: i64, player: i64, value: i64) -> None:
        raise NotImplementedError

    def against_no(self, seat: i64) -> str:
        raise NotImplementedError

    def no(self, seat: i64) -> None:
        raise NotImplementedError

    def against_push(self, seat: i64, number: i64) -> str:
        raise NotImplementedError

    def push(self, seat: i64, number: i64) -> None:
        raise NotImplementedError

    def against_choose(self, seat: i64, cards: i64) -> str:
        raise NotImplementedError

    def choose(self, seat: i64, cards: i64) -> None:
        raise NotImplementedError

    def against_announce(self, seat: i64, value: i64) -> str:
        raise NotImplementedError

    def announce(self, seat: i64, value: i64) -> None:
        raise NotImplementedError

    def against_pass(self, seat: i64) -> str:
        raise NotImplementedError

    def pass_(self, seat: i64) -> None:
        raise NotImplementedError

    def dump_hands(self) -> list[list[int]]:
        raise NotImplementedError

    def read_hands(self, reader: PositionReader) -> None:
        raise NotImplementedError

    def held(self, seat: i64) -> i64:
        raise NotImplementedError

    def dump_deck(self) -> list[int]:
        raise NotImplementedError

    def read_deck(self, reader: PositionReader) -> None:
        raise NotImplementedError

    def dump_pending(self) -> PendingQuestion | None:
        raise NotImplementedError

    def read_pending(self, reader: PositionReader) -> None:
        raise NotImplementedError

    def observe_hand(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        raise NotImplementedError

    def observe_turn(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        raise NotImplementedError

    def observe_asker(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        raise NotImplementedError

    def observe_giving(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        raise NotImplementedError

    def observe_questions(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        raise NotImplementedError

    def observe_exchanged(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        raise NotImplementedError

    def ending(self) -> str:
        raise NotImplementedError

    def against_turn(self, seat: i64) -> str:
        raise NotImplementedError

    def sees_question(self, seat: i64, index: i64) -> bool:
        raise NotImplementedError

    def rebuild(self) -> None:
        """Find what is kept besides the parts, if anything is."""

    def hide_from(self, viewer: i64) -> None:
        seat: i64 = 0
        while seat < self.seats:
            if seat != viewer:
                self.add_to_hands(seat, -self.hands(seat))
            seat += 1
        self.deck = 0
        self.aside = 0
        question: i64 = 0
        while question < self.questions:
            if not self.sees_question(viewer, question):
                self.change_question_given_cards(question, 0)
                self.change_question_returned_cards(question, 0)
            question += 1

    def sight(self, viewer: int) -> NussknackerSight:
        """Return what a seat sees besides the table, before anything is hidden."""
        return {
            "seat": viewer,
            "held": [int(self.held(seat)) for seat in range(self.seats)],
            "target": int(self.target),
            "highest": int(self.highest),
            "question_limit": int(self.limit),
            "deck": int(self.left),
        }

    def dump(self) -> dict[str, Any]:
        return {
            "hands": self.dump_hands(),
            "deck": self.dump_deck(),
            "aside": int(self.aside),
            "pending": self.dump_pending(),
            "questions": [self.dump_question(index) for index in range(self.questions)],
            **self.table(),
        }

    def table(self) -> NussknackerTable:
        """Return everything that all seats see and may remember."""
        return {
            "chips": [int(self.chips(seat)) for seat in range(self.seats)],
            "stage": STAGE_NAMES[int(self.stage)],
            "deal": int(self.deal),
            "starter": int(self.starter),
            "turn": int(self.turn),
            "asker": int(self.asker),
            "voids": int(self.voids),
            "revealed": [self.dump_announcement(index) for index in range(self.revealed)],
            "current": int(self.current),
        }

    def load(self, reader: PositionReader) -> None:
        """Take all parts from a reader; raises PositionError for impossible ones."""
        self.read_hands(reader)
        self.clear_chips()
        for seat, each in enumerate(reader.numbers("chips", int(self.seats), 0, 1000000)):
            self.add_to_chips(seat, each)
        self.stage = reader.choice("stage", STAGE_NAMES)
        self.deal = reader.number("deal", 1, 1000000)
        self.starter = reader.number("starter", 0, int(self.seats) - 1)
        self.turn = reader.number("turn", 0, int(self.seats) - 1)
        self.asker = reader.number("asker", 0, int(self.seats) - 1)
        self.read_deck(reader)
        self.aside = reader.number("aside", 0, int(self.highest))
        self.read_pending(reader)
        self.clear_questions()
        names = ["asked", "value", "given", "returned", "given_cards", "returned_cards"]
        for entry in reader.tuples("questions", names):
            self.note_question(
                entry.number("asked", 0, int(self.seats) - 1),
                entry.number("value", 1, int(self.highest)),
                entry.number("given", 0, 4),
                entry.number("returned", 0, 4),
                entry.choice("given_cards", COMBINATION_NAMES),
                entry.choice("returned_cards", COMBINATION_NAMES),
            )
        self.voids = reader.number("voids", 0, 10)
        self.clear_revealed()
        names = ["seat", "value", "card"]
        for entry in reader.tuples("revealed", names):
            self.note_announcement(
                entry.number("seat", 0, int(self.seats) - 1),
                entry.number("value", 1, int(self.highest)),
                entry.number("card", 1, int(self.highest)),
            )
        self.current = reader.number("current", OVER, int(self.seats) - 1)
        reader.finish()
        self.rebuild()
        self.audit()

    def observe(self, seat: i64, row: ObsBuffer) -> None:
        self.observe_hand(seat, 0, row)
        self.observe_held(seat, 8, row)
        self.observe_chips(seat, 12, row)
        row.put(16, self.target)
        row.put(17, self.highest)
        row.put(18, self.stage)
        self.observe_turn(seat, 19, row)
        if self.race:
            row.put(20, 1)
        self.observe_asker(seat, 21, row)
        if self.asked >= 0:
            row.put(22, counted_from(seat, self.asked, self.seats) + 1)
        row.put(23, self.value)
        row.put(24, self.given)
        row.put(25, self.returned)
        self.observe_giving(seat, 26, row)
        self.observe_questions(seat, 34, row)
        self.observe_exchanged(seat, 134, row)
        row.put(454, self.questions_left())
        row.put(455, self.voids)

    def observe_held(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            row.put(first + counted_from(seat, other, self.seats), self.held(other))
            other += 1

    def observe_chips(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            row.put(first + counted_from(seat, other, self.seats), min(self.chips(other), 40))
            other += 1

    def action_count(self) -> i64:
        return 109
