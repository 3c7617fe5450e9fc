"""What a learner is shown of Schlauraff."""

from typing import Final

from carreau.core.native import i64, vec
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.observation import Observation
from carreau.games.schlauraff.board import CAPTURED, COLUMN, POINTS, REDS, WAITING, colour_on, count_of
from carreau.games.schlauraff.rules import MOST_ROWS, MOST_SEATS, STAGES, SchlauraffState
from carreau.games.schlauraff.tables import (
    ALL_DICE,
    CHIPS,
    COLOUR_COUNT,
    COLOURS,
    DICE,
    FACES,
    MOST_COLUMNS,
    PER_COLOUR,
    ROWS,
    SIDES,
)

MOST_ROUNDS: Final = 20
SHOWING: Final = vec[i64]([dice.count(face) for dice in DICE for face in FACES])  # by dice and face

OBSERVATION: Final = Observation("schlauraff")
TOPS: Final[i64] = OBSERVATION.add(
    "tops",
    "the uppermost chip of each row of the column in play, from the top: 0 none, 1 to 4 a colour in their order",
    (MOST_ROWS,),
    0,
    len(COLOURS),
)
STACKS: Final[i64] = OBSERVATION.add(
    "stacks", "chips of each colour in each row of the column in play", (MOST_ROWS, len(COLOURS)), 0, MOST_COLUMNS
)
LENGTH: Final[i64] = OBSERVATION.add("length", "rows of the column in play", (), 0, MOST_ROWS)
COLUMNS: Final[i64] = OBSERVATION.add(
    "columns",
    "the chips of the columns that wait, the next one first, each from the top: 0 none, 1 to 4 a colour",
    (MOST_COLUMNS, int(ROWS)),
    0,
    len(COLOURS),
)
BAG: Final[i64] = OBSERVATION.add("bag", "chips of each colour in the bag", (len(COLOURS),), 0, int(PER_COLOUR))
CAPTURES: Final[i64] = OBSERVATION.add(
    "captured",
    "chips of each colour that each seat has captured in this round",
    (MOST_SEATS, len(COLOURS)),
    0,
    int(PER_COLOUR),
)
NOTED: Final[i64] = OBSERVATION.add(
    "points", "chips that each seat captured in earlier rounds", (MOST_SEATS,), 0, MOST_ROUNDS * int(CHIPS)
)
NOTED_REDS: Final[i64] = OBSERVATION.add(
    "reds", "red chips among them", (MOST_SEATS,), 0, MOST_ROUNDS * int(PER_COLOUR)
)
DICE_LEFT: Final[i64] = OBSERVATION.add(
    "dice", "unassigned dice that show 1, 2 and so on", (len(FACES),), 0, int(ALL_DICE)
)
DICE_ON: Final[i64] = OBSERVATION.add(
    "on",
    "dice that show 1, 2 and so on, on the chip in work, or while one may be carried on the chip just captured",
    (len(FACES),),
    0,
    int(ALL_DICE),
)
TO_ROLL: Final[i64] = OBSERVATION.add("to_roll", "dice that are rolled next", (), 0, int(ALL_DICE))
ROW: Final[i64] = OBSERVATION.add(
    "row", "the row in work, counted from 1; 0 before the first die is assigned", (), 0, MOST_ROWS
)
ASSIGNED: Final[i64] = OBSERVATION.add("assigned", "1 if a die was assigned since the last roll")
STAGE: Final[i64] = OBSERVATION.add(
    "stage",
    "what happens next: 0 who starts is drawn, 1 columns are laid out, 2 dice are rolled, 3 a die is assigned,"
    " 4 a die is carried to the next chip or left, 5 nothing",
    (),
    0,
    len(STAGES) - 1,
)
TURN: Final[i64] = OBSERVATION.add("turn", "whose turn it is", (), 0, MOST_SEATS - 1)
STARTER: Final[i64] = OBSERVATION.add("starter", "who began this round", (), 0, MOST_SEATS - 1)
ROUNDS_LEFT: Final[i64] = OBSERVATION.add("rounds_left", "rounds still to play, this one included", (), 0, MOST_ROUNDS)
EXTENDS: Final[i64] = OBSERVATION.add(
    "extends", "1 if chips left in a column follow below the next one, 0 if they lie beneath it"
)
MAY_WAIT: Final[i64] = OBSERVATION.add(
    "may_wait", "1 if a player may go on with a single die on a chip that it can capture"
)


def observe(state: SchlauraffState, seat: i64, row: ObsBuffer) -> None:
    put_column(state, row)
    put_waiting(state, row)
    put_seats(state, seat, row)
    put_counts(state.bag, BAG, row)
    put_dice(state.dice, DICE_LEFT, row)
    put_dice(state.on, DICE_ON, row)
    put_stage(state, seat, row)
    if state.extend:
        row.put(EXTENDS, 1)
    if state.choice:
        row.put(MAY_WAIT, 1)


def put_stage(state: SchlauraffState, seat: i64, row: ObsBuffer) -> None:
    row.put(STAGE, state.stage)
    row.put(TURN, counted_from(seat, state.turn, state.seats))
    row.put(STARTER, counted_from(seat, state.starter, state.seats))
    row.put(ROUNDS_LEFT, state.rounds - state.round + 1)
    row.put(TO_ROLL, state.to_roll)
    if state.in_turn():
        row.put(ROW, state.row + 1)
    if state.assigned:
        row.put(ASSIGNED, 1)


def put_column(state: SchlauraffState, row: ObsBuffer) -> None:
    row.put(LENGTH, state.length)
    place: i64 = 0
    while place < state.length:
        chips = state.cells[COLUMN + place]
        if chips:
            row.put(TOPS + place, colour_on(state.cells, place) + 1)
            put_counts(chips, STACKS + place * COLOUR_COUNT, row)
        place += 1


def put_counts(chips: i64, place: i64, row: ObsBuffer) -> None:
    colour: i64 = 0
    while colour < COLOUR_COUNT:
        row.put(place + colour, count_of(chips, colour))
        colour += 1


def put_waiting(state: SchlauraffState, row: ObsBuffer) -> None:
    """The whole columns behind the one in play, or as many chips as have been laid out."""
    column: i64 = 0
    left = state.column * ROWS + state.row
    if state.in_turn():
        column = state.column + 1
        left = (state.columns - column) * ROWS
    place = COLUMNS
    while left > 0:
        put_chips(state.cells[WAITING + column], min(left, ROWS), place, row)
        column += 1
        place += ROWS
        left -= ROWS


def put_chips(chips: i64, count: i64, place: i64, row: ObsBuffer) -> None:
    last = place + count
    while place < last:
        row.put(place, (chips & 3) + 1)
        chips >>= 2
        place += 1


def put_seats(state: SchlauraffState, seat: i64, row: ObsBuffer) -> None:
    other: i64 = 0
    while other < state.seats:
        spot = counted_from(seat, other, state.seats)
        put_counts(state.cells[CAPTURED + other], CAPTURES + spot * COLOUR_COUNT, row)
        row.put(NOTED + spot, state.cells[POINTS + other])
        row.put(NOTED_REDS + spot, state.cells[REDS + other])
        other += 1


def put_dice(dice: i64, place: i64, row: ObsBuffer) -> None:
    face: i64 = 0
    while face < SIDES:
        row.put(place + face, SHOWING[dice * SIDES + face])
        face += 1
