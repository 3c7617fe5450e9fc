"""What a learner is shown of Caro."""

from typing import Final

from carreau.core.bits import lowest
from carreau.core.native import i64
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.observation import Observation
from carreau.games.caro.board import COLOURS, WIDTH, tile
from carreau.games.caro.rules import PER_COLOUR, ROUND, TOTAL, CaroState

SEATS: Final = 4
MOST_POINTS: Final = 10_000
MOST_ROUNDS: Final = 20

OBSERVATION: Final = Observation("caro")
BOARD: Final[i64] = OBSERVATION.add(
    "board",
    "what lies where, by row and column: 0 nothing, 1 to 4 a colour in the order of the box",
    (WIDTH, WIDTH),
    0,
    4,
)
HANDS: Final[i64] = OBSERVATION.add(
    "hands", "tiles of each colour that each seat holds", (SEATS, len(COLOURS)), 0, int(PER_COLOUR)
)
SCORES: Final[i64] = OBSERVATION.add("scores", "points of each seat in the match", (SEATS,), -MOST_POINTS, MOST_POINTS)
ROUND_SCORES: Final[i64] = OBSERVATION.add(
    "round_scores", "points of each seat in this game alone", (SEATS,), -MOST_POINTS, MOST_POINTS
)
ROUNDS: Final[i64] = OBSERVATION.add("rounds", "games still to play, this one included", (), 0, MOST_ROUNDS)
SIDE: Final[i64] = OBSERVATION.add("side", "how long the sides of the square may become", (), 0, WIDTH)
STAGE: Final[i64] = OBSERVATION.add(
    "stage", "what is asked: 0 to lay, 1 to object or be silent, 2 to lay anew after an objection", (), 0, 2
)
LAYER: Final[i64] = OBSERVATION.add("layer", "who laid the last tile", (), 0, SEATS - 1)
LAST: Final[i64] = OBSERVATION.add(
    "last", "column, row and colour of the last tile; all 0 before the first", (3,), 0, WIDTH
)


def observe(state: CaroState, seat: i64, row: ObsBuffer) -> None:
    put_board(state, row)
    put_seats(state, seat, row)
    row.put(ROUNDS, state.rounds)
    row.put(SIDE, state.side)
    row.put(STAGE, state.stage)
    row.put(LAYER, counted_from(seat, state.layer, state.seats))
    if state.laid:
        row.put(LAST, state.last_x)
        row.put(LAST + 1, state.last_y)
        row.put(LAST + 2, state.last_colour + 1)


def put_board(state: CaroState, row: ObsBuffer) -> None:
    y: i64 = state.top
    while y <= state.bottom:
        x: i64 = state.left
        while x <= state.right:
            kind = tile(state.cells, x, y)
            if kind:
                row.put(BOARD + y * WIDTH + x, lowest(kind) + 1)
            x += 1
        y += 1


def put_seats(state: CaroState, seat: i64, row: ObsBuffer) -> None:
    other: i64 = 0
    while other < state.seats:
        spot = counted_from(seat, other, state.seats)
        colour: i64 = 0
        while colour < 4:
            row.put(HANDS + spot * 4 + colour, state.holds(other, colour))
            colour += 1
        row.put(SCORES + spot, state.cells[TOTAL + other])
        row.put(ROUND_SCORES + spot, state.cells[ROUND + other])
        other += 1
