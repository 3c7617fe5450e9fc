"""What a learner is shown of Nussknacker.

What was announced in former deals tells nothing about this one and is left out; so is what could be concluded
from the answers, which costs far more than to look (belief.py).
"""

from typing import Final

from carreau.core.game import NOBODY, OVER
from carreau.core.native import i64
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.observation import Observation
from carreau.games.nussknacker.board import CHIPS
from carreau.games.nussknacker.memory import noted
from carreau.games.nussknacker.rules import DEALING, HAND, MOST_SEATS, STAGES, VOID_DEALS, NussknackerState
from carreau.games.nussknacker.tables import BOX, CARDS, COPIES, HIGHEST, KINDS, MOST_CARDS

ALL_CARDS: Final = COPIES * HIGHEST
MOST_CHIPS: Final[i64] = 2 * BOX["chips"]  # nobody has that many, unless equals go on after the target for very long
MOST_LEFT: Final[i64] = BOX["question_limit"]
REMEMBERED: Final[i64] = 20  # questions
PARTS: Final[i64] = 5  # of a question
CARDS_EACH: Final[i64] = 2 * KINDS  # two combinations for each question

OBSERVATION: Final = Observation("nussknacker")
OWN: Final[i64] = OBSERVATION.add("hand", "cards of each value in one's own hand, from value 1", (HIGHEST,), 0, COPIES)
HELD: Final[i64] = OBSERVATION.add("held", "how many cards each seat holds", (MOST_SEATS,), 0, ALL_CARDS - 1)
SCORES: Final[i64] = OBSERVATION.add(
    "chips", f"chips of each seat, as far as {MOST_CHIPS}", (MOST_SEATS,), 0, int(MOST_CHIPS)
)
TARGET: Final[i64] = OBSERVATION.add("target", "chips that win", (), 0, BOX["chips"])
HIGHEST_VALUE: Final[i64] = OBSERVATION.add("highest", "the highest value; there are two cards of each", (), 0, HIGHEST)
STAGE: Final[i64] = OBSERVATION.add(
    "stage",
    "what comes next: 0 the lot, 1 a card is laid aside, 2 a card is dealt, 3 a question, 4 a no or the number of "
    "cards, 5 which cards, 6 how many the asker gives in return, 7 which cards, 8 to announce or pass in turns",
    (),
    0,
    len(STAGES) - 1,
)
TURN: Final[i64] = OBSERVATION.add(
    "turn", "who has to do it, plus 1; 0 while cards are dealt and at the end", (), 0, MOST_SEATS
)
RACE: Final[i64] = OBSERVATION.add("race", "1 if everybody may announce at any time, 0 if only in turn")
ASKER: Final[i64] = OBSERVATION.add(
    "asker", "who asks or has asked, plus 1; 0 while cards are dealt", (), 0, MOST_SEATS
)
ASKED: Final[i64] = OBSERVATION.add("asked", "who has to answer the asker, plus 1; 0 nobody", (), 0, MOST_SEATS)
VALUE: Final[i64] = OBSERVATION.add("value", "the value asked for; 0 while nothing is", (), 0, HIGHEST)
GIVEN: Final[i64] = OBSERVATION.add("given", "how many cards are given for it; 0 as long as open", (), 0, MOST_CARDS)
RETURNED: Final[i64] = OBSERVATION.add(
    "returned", "how many the asker gives in return; 0 as long as open", (), 0, MOST_CARDS
)
GIVING: Final[i64] = OBSERVATION.add(
    "giving", "cards of each value that one has chosen to give as the one who was asked", (HIGHEST,), 0, COPIES
)
QUESTIONS: Final[i64] = OBSERVATION.add(
    "questions",
    f"the latest {REMEMBERED} questions of the deal that were answered, the last one first: the asker and the asked, "
    "each plus 1, the value, how many cards were given, 0 being a no, and how many came back; 0s where there is none",
    (int(REMEMBERED), int(PARTS)),
    0,
    max(MOST_SEATS, HIGHEST, MOST_CARDS),
)
EXCHANGED: Final[i64] = OBSERVATION.add(
    "exchanged",
    "for the same questions the cards of each value that the asked gave, then those that came back; 0 where one wasn't "
    "part of it",
    (int(REMEMBERED), 2, HIGHEST),
    0,
    COPIES,
)
QUESTIONS_LEFT: Final[i64] = OBSERVATION.add(
    "questions_left",
    f"questions that may still be answered before the deal is void, as far as {MOST_LEFT}",
    (),
    0,
    int(MOST_LEFT),
)
VOIDS: Final[i64] = OBSERVATION.add("voids", f"void deals in a row; {VOID_DEALS} end the game", (), 0, int(VOID_DEALS))


def observe(state: NussknackerState, seat: i64, row: ObsBuffer) -> None:
    put_table(state, row)
    put_cards(OWN, state.cells[HAND + seat], row)
    put_seats(state, seat, row)
    if state.stage > DEALING:
        put_turn(state, seat, row)
        put_questions(state, seat, row)


def put_table(state: NussknackerState, row: ObsBuffer) -> None:
    row.put(TARGET, state.target)
    row.put(HIGHEST_VALUE, state.highest)
    row.put(STAGE, state.stage)
    row.put(VOIDS, state.voids)
    row.put(QUESTIONS_LEFT, at_most(state.limit - state.questions, MOST_LEFT))
    if state.race:
        row.put(RACE, 1)


def at_most(number: i64, most: i64) -> i64:
    if number > most:
        return most
    return number


def put_cards(first: i64, cards: i64, row: ObsBuffer) -> None:
    """How many of each value there are."""
    while cards:
        row.put(first, cards & 3)
        first += 1
        cards >>= 2


def put_seats(state: NussknackerState, seat: i64, row: ObsBuffer) -> None:
    other: i64 = 0
    while other < state.seats:
        spot = counted_from(seat, other, state.seats)
        row.put(HELD + spot, number_of(state.cells[HAND + other]))
        row.put(SCORES + spot, at_most(state.cells[CHIPS + other], MOST_CHIPS))
        other += 1


def number_of(hand: i64) -> i64:
    cards: i64 = 0
    while hand:
        cards += hand & 3
        hand >>= 2
    return cards


def put_turn(state: NussknackerState, seat: i64, row: ObsBuffer) -> None:
    """Who has to do something, and the question that is not answered yet."""
    row.put(ASKER, counted_from(seat, state.asker, state.seats) + 1)
    if state.current != OVER:
        row.put(TURN, counted_from(seat, state.turn, state.seats) + 1)
    if state.asked == NOBODY:
        return
    row.put(ASKED, counted_from(seat, state.asked, state.seats) + 1)
    row.put(VALUE, state.value)
    row.put(GIVEN, state.given)
    row.put(RETURNED, state.returned)
    if seat == state.asked and state.given_cards:
        put_cards(GIVING, CARDS[state.given_cards - 1], row)


def put_questions(state: NussknackerState, seat: i64, row: ObsBuffer) -> None:
    """The latest first; the askers follow each other to the left (nuss.8)."""
    back: i64 = 0
    index = state.questions - 1
    while index >= 0 and back < REMEMBERED:
        put_question(noted(state.cells, index), state.asker_of(index), seat, state.seats, back, row)
        back += 1
        index -= 1


def put_question(answered: i64, asker: i64, seat: i64, seats: i64, back: i64, row: ObsBuffer) -> None:
    """A question as memory.py packs it; only those who took part have seen the cards (nuss.6)."""
    asked = answered & 3
    first = QUESTIONS + PARTS * back
    row.put(first, counted_from(seat, asker, seats) + 1)
    row.put(first + 1, counted_from(seat, asked, seats) + 1)
    row.put(first + 2, (answered >> 2) & 15)
    row.put(first + 3, (answered >> 6) & 7)
    row.put(first + 4, (answered >> 9) & 7)
    given = (answered >> 12) & 63
    if given and (seat == asker or seat == asked):
        put_cards(EXCHANGED + CARDS_EACH * back, CARDS[given - 1], row)
        put_cards(EXCHANGED + CARDS_EACH * back + KINDS, CARDS[((answered >> 18) & 63) - 1], row)
