"""What a learner is shown of Schollenschubser."""

from typing import Final

from carreau.core.game import NOBODY
from carreau.core.native import i64, vec
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.observation import Observation
from carreau.games.schollenschubser.board import (
    BOX,
    CARDS,
    COLUMNS,
    DIGIT,
    EXPLORERS,
    FIELD_COUNT,
    LARGEST,
    MOST_SEATS,
    ROLLS,
    ROWS,
    SIDES,
    at,
    cards_left,
    first_field,
    one,
)
from carreau.games.schollenschubser.rules import ABOARD, NO_ROLL, STAGES, STANDS, SchollenschubserState, on_bank

MOST_TURNS: Final = 1000  # of each player: the largest turn_limit
KINDS: Final[i64] = len(SIDES)
FACES: Final[i64] = BOX["sides"]
SHOWN: Final = vec[i64]([roll.count(face) for roll in ROLLS for face in range(1, BOX["sides"] + 1)])  # by roll and face

OBSERVATION: Final = Observation("schollenschubser")
FLOES: Final[i64] = OBSERVATION.add(
    "floes",
    "how many have room on the floe on each field, by row from the north and column from the bank; 0 is water",
    (len(ROWS), COLUMNS),
    0,
    int(LARGEST),
)
STANDING: Final[i64] = OBSERVATION.add(
    "explorers", "explorers of each seat on each field", (MOST_SEATS, len(ROWS), COLUMNS), 0, int(EXPLORERS)
)
MOVED: Final[i64] = OBSERVATION.add(
    "moved",
    "explorers on each field that have moved this turn; they belong to whose turn it is",
    (len(ROWS), COLUMNS),
    0,
    int(EXPLORERS),
)
BANK: Final[i64] = OBSERVATION.add("bank", "explorers of each seat on the bank", (MOST_SEATS,), 0, int(EXPLORERS))
SHIP: Final[i64] = OBSERVATION.add(
    "aboard", "explorers of each seat aboard the icebreaker", (MOST_SEATS,), 0, int(EXPLORERS)
)
SUPPLY: Final[i64] = OBSERVATION.add(
    "supply",
    "cards in the supply: those with the sides 4 and 3, those with 2 and 1",
    (len(SIDES),),
    0,
    max(int(cards) for cards in CARDS),
)
DICE: Final[i64] = OBSERVATION.add(
    "dice", "how many of the dice show each number from 1 on; none before the roll", (BOX["sides"],), 0, BOX["dice"]
)
ENTERED: Final[i64] = OBSERVATION.add("entered", "1 if an explorer has stepped from the bank onto a floe this turn")
RETURNED: Final[i64] = OBSERVATION.add(
    "returned", "explorers that went back to the bank this turn and must stay there", (), 0, int(EXPLORERS)
)
STAGE: Final[i64] = OBSERVATION.add(
    "stage",
    "what comes next: 0 the first floes are laid, 1 the lot, 2 the roll, 3 the drift, 4 moves",
    (),
    0,
    len(STAGES) - 1,
)
TURN: Final[i64] = OBSERVATION.add("turn", "whose turn it is, plus 1; 0 before the lot", (), 0, MOST_SEATS)
TURNS_LEFT: Final[i64] = OBSERVATION.add(
    "turns_left",
    "turns until the game is a draw, of all players together, this one included",
    (),
    0,
    MOST_TURNS * MOST_SEATS,
)
LARGE_FLOES: Final[i64] = OBSERVATION.add("large_floes", "1 if floes of size 4 are used")
MUST_MELT: Final[i64] = OBSERVATION.add("melt_compulsory", "1 if a six must be used to melt a floe")


def observe(state: SchollenschubserState, seat: i64, row: ObsBuffer) -> None:
    put_board(FLOES, state.sizes, row)
    put_seats(state, seat, row)
    put_turn(state, seat, row)
    kind: i64 = 0
    while kind < KINDS:
        row.put(SUPPLY + kind, cards_left(state.sizes, kind))
        kind += 1
    if state.large_floes:
        row.put(LARGE_FLOES, 1)
    if state.melt_compulsory:
        row.put(MUST_MELT, 1)


def put_board(first: i64, board: i64, row: ObsBuffer) -> None:
    """The numbers on all fields."""
    while board:
        field = first_field(board)
        row.put(first + field, at(board, field))
        board &= ~(one(field) * DIGIT)


def put_seats(state: SchollenschubserState, seat: i64, row: ObsBuffer) -> None:
    other: i64 = 0
    while other < state.seats:
        spot = counted_from(seat, other, state.seats)
        put_board(STANDING + spot * FIELD_COUNT, state.cells[STANDS + other], row)
        row.put(BANK + spot, on_bank(state.cells, other))
        row.put(SHIP + spot, state.cells[ABOARD + other])
        other += 1


def put_turn(state: SchollenschubserState, seat: i64, row: ObsBuffer) -> None:
    """Whose turn it is, and what has happened in it."""
    put_board(MOVED, state.moved, row)
    if state.roll != NO_ROLL:
        put_dice(state.roll, row)
    row.put(ENTERED, state.entered)
    row.put(RETURNED, state.returned)
    row.put(STAGE, state.stage)
    if state.turn != NOBODY:
        row.put(TURN, counted_from(seat, state.turn, state.seats) + 1)
    row.put(TURNS_LEFT, state.turn_limit * state.seats - state.turns)


def put_dice(roll: i64, row: ObsBuffer) -> None:
    face: i64 = 0
    while face < FACES:
        row.put(DICE + face, SHOWN[roll * FACES + face])
        face += 1
