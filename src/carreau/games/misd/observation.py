"""What a learner is shown of Misd."""

from typing import Final

from carreau.core.game import RACE
from carreau.core.native import i64
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.observation import Observation
from carreau.games.misd.rules import (
    BOX,
    COLOURS,
    KINDS,
    NAME,
    NONE,
    NUMBERS,
    SHAPES,
    SHOWN,
    SIDES,
    TIMEOUT,
    MisdState,
)

MOST_SEATS: Final = 8
LARGEST_LIMIT: Final = 1000  # of cards or searches
PLACES: Final = len(NUMBERS)  # as many as there are cards

OBSERVATION: Final = Observation("misd")
FACES: Final[i64] = OBSERVATION.add(
    "faces",
    "the colour of each shape on the card on each place, plus 1, in the order of the box; "
    "0 where the shape is missing or no card lies",
    (PLACES, len(SHAPES)),
    0,
    len(COLOURS),
)
LAYOUT: Final[i64] = OBSERVATION.add(
    "layout",
    "the card on each place: 1 the front of the first, 2 its back, 3 the front of the second and so on; 0 none",
    (PLACES,),
    0,
    PLACES * len(SIDES),
)
ASKED_SHAPE: Final[i64] = OBSERVATION.add("shape", "the shape that the finder asks for, plus 1", (), 0, len(SHAPES))
ASKED_COLOUR: Final[i64] = OBSERVATION.add("colour", "the colour that the finder asks for, plus 1", (), 0, len(COLOURS))
OPEN: Final[i64] = OBSERVATION.add("race", "1 while everything lies open and the first answer counts")
WRONG: Final[i64] = OBSERVATION.add("wrong", "1 for each seat whose answer to what lies open was wrong", (MOST_SEATS,))
CHIPS: Final[i64] = OBSERVATION.add("chips", "chips of each seat", (MOST_SEATS,), 0, BOX["chips"])
SUPPLY: Final[i64] = OBSERVATION.add("supply", "chips that nobody owns", (), 0, BOX["chips"])
SEARCHES_LEFT: Final[i64] = OBSERVATION.add(
    "searches_left", "cards or searches that may follow this one", (), 0, LARGEST_LIMIT - 1
)
STACK: Final[i64] = OBSERVATION.add(
    "stack", "1 for each card that was not turned up or laid out since the cards were last shuffled", (PLACES,)
)
SHAPES_LEFT: Final[i64] = OBSERVATION.add("shapes_left", "1 for each finder in the pile of shapes", (len(SHAPES),))
COLOURS_LEFT: Final[i64] = OBSERVATION.add("colours_left", "1 for each finder in the pile of colours", (len(COLOURS),))
LAST_SEAT: Final[i64] = OBSERVATION.add(
    "last_seat", "who answered last, plus 1; 0 nobody yet, or the time was up", (), 0, MOST_SEATS
)
LAST_ANSWER: Final[i64] = OBSERVATION.add(
    "last_answer",
    "the last answer: 1 to 100 the first colour with each shape, then the second and so on, 101 to 110 the card "
    "on a place, 111 missing; 112 if the time was up; 0 before the first",
    (),
    0,
    int(TIMEOUT - NAME) + 1,
)
LAST_RIGHT: Final[i64] = OBSERVATION.add("last_right", "1 if it was right")
LAST_SOLUTION: Final[i64] = OBSERVATION.add(
    "last_solution",
    "what would have been right, numbered in the same way; 0 while others may still find it",
    (),
    0,
    int(TIMEOUT - NAME),
)
HARD: Final[i64] = OBSERVATION.add("hard", "1 in the hard game, 0 in the simple one")
CARDS_OPEN: Final[i64] = OBSERVATION.add("places", "cards that lie open at a time", (), 0, PLACES)
OTHERS_GO_ON: Final[i64] = OBSERVATION.add("others_go_on", "1 if the others may answer after a wrong answer")
MIXED_SIDES: Final[i64] = OBSERVATION.add("mixed_sides", "1 if chance decides which side of a card is up")


def observe(state: MisdState, seat: i64, row: ObsBuffer) -> None:
    put_cards(state, row)
    put_seats(state, seat, row)
    put_search(state, row)
    put_options(state, row)
    if state.last_answer != NONE:
        put_last(state, seat, row)


def put_cards(state: MisdState, row: ObsBuffer) -> None:
    place: i64 = 0
    while place < state.laid:
        face = state.face(place)
        row.put(LAYOUT + place, face + 1)
        shape: i64 = 0
        while shape < KINDS:
            row.put(FACES + place * KINDS + shape, SHOWN[face * KINDS + shape] + 1)
            shape += 1
        place += 1
    row.put_set(STACK, state.stack)


def put_seats(state: MisdState, seat: i64, row: ObsBuffer) -> None:
    other: i64 = 0
    while other < state.seats:
        spot = counted_from(seat, other, state.seats)
        row.put(CHIPS + spot, state.holds(other))
        if state.was_wrong(other):
            row.put(WRONG + spot, 1)
        other += 1
    row.put(SUPPLY, state.supply())


def put_search(state: MisdState, row: ObsBuffer) -> None:
    row.put(ASKED_SHAPE, state.shape + 1)
    row.put(ASKED_COLOUR, state.colour + 1)
    row.put_set(SHAPES_LEFT, state.shapes)
    row.put_set(COLOURS_LEFT, state.colours)
    row.put(SEARCHES_LEFT, state.limit - state.number)
    if state.current == RACE:
        row.put(OPEN, 1)


def put_options(state: MisdState, row: ObsBuffer) -> None:
    row.put(CARDS_OPEN, state.places)
    if state.hard:
        row.put(HARD, 1)
    if state.others_go_on:
        row.put(OTHERS_GO_ON, 1)
    if state.mixed_sides:
        row.put(MIXED_SIDES, 1)


def put_last(state: MisdState, seat: i64, row: ObsBuffer) -> None:
    if state.last_seat >= 0:
        row.put(LAST_SEAT, counted_from(seat, state.last_seat, state.seats) + 1)
    row.put(LAST_ANSWER, state.last_answer - NAME + 1)
    if state.last_right:
        row.put(LAST_RIGHT, 1)
    if state.last_solution != NONE:
        row.put(LAST_SOLUTION, state.last_solution - NAME + 1)
