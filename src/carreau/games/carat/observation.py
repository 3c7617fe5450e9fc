"""What a learner is shown of Carat."""

from typing import Final

from carreau.core.bits import lowest, size
from carreau.core.native import i64, vec
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.observation import Observation
from carreau.games.carat.board import (
    BOX,
    CARATS,
    CHIPS,
    COLOURS,
    CORNERS,
    HAND,
    KINDS,
    LEFT,
    POINTS,
    SIDE,
    TILES,
    VALUES,
    carats,
    lies,
    missing,
    value,
)
from carreau.games.carat.rules import STAGES, CaratState

COLOUR_COUNT: Final[i64] = len(COLOURS)
TILE_COUNT: Final[i64] = TILES
WAYS: Final[i64] = KINDS * 4  # in which the tiles of one value can lie
SEATS: Final = len(COLOURS)  # carat.1: everybody has a colour
CHIP_GRID: Final = (int(CORNERS), int(CORNERS))
GEMS_AROUND: Final = 4
FULL_HAND: Final = max(BOX["hands"])
MOST_POINTS: Final = int(CHIPS * VALUES) * GEMS_AROUND

OBSERVATION: Final = Observation("carat")
OWNERS: Final[i64] = OBSERVATION.add(
    "owners",
    "who plays each colour, in the order of the box: 0 nobody, 1 oneself, 2 the left neighbour and so on",
    (len(COLOURS),),
    0,
    SEATS,
)
VALUE: Final[i64] = OBSERVATION.add(
    "chips",
    "the value of each chip, by row and column; 0 where none lies",
    (int(CORNERS), int(CORNERS)),
    0,
    int(VALUES),
)
MISSING: Final[i64] = OBSERVATION.add(
    "missing",
    "gems missing before each chip is decided, by row and column",
    (int(CORNERS), int(CORNERS)),
    0,
    GEMS_AROUND,
)
AROUND: Final[i64] = OBSERVATION.add(
    "carats",
    "the carats around each chip, by row, column and colour in the order of the box",
    (*CHIP_GRID, len(COLOURS)),
    0,
    CARATS * GEMS_AROUND,
)
TILE: Final[i64] = OBSERVATION.add(
    "tiles",
    "the carats of the tile on each field, by row and column, 0 if it is free; where its gems point is in carats",
    (int(SIDE), int(SIDE)),
    0,
    CARATS,
)
HANDS: Final[i64] = OBSERVATION.add(
    "hands",
    "1 for every tile known to be in the hand of each seat, by carats and order of its gems as in drawing;"
    " other hands only if hands are open",
    (SEATS, CARATS, KINDS),
)
HELD: Final[i64] = OBSERVATION.add("held", "tiles in the hand of each seat", (SEATS,), 0, FULL_HAND)
UNSEEN: Final[i64] = OBSERVATION.add(
    "unseen", "1 for every tile in the stock or in a hidden hand, by carats and order of its gems", (CARATS, KINDS)
)
STOCK: Final[i64] = OBSERVATION.add("stock", "tiles in the stock", (), 0, TILES)
CHIPS_LEFT: Final[i64] = OBSERVATION.add(
    "chips_left", "chips of each value still to be laid", (int(VALUES),), 0, int(CHIPS)
)
SCORES: Final[i64] = OBSERVATION.add("scores", "points of each seat", (SEATS,), 0, MOST_POINTS)
SIDE_LENGTH: Final[i64] = OBSERVATION.add("side", "fields along a side of the board", (), 0, int(SIDE))
HAND_SIZE: Final[i64] = OBSERVATION.add("hand_size", "tiles in a full hand", (), 0, FULL_HAND)
STAGE: Final[i64] = OBSERVATION.add(
    "stage", "what happens next: 0 a chip is laid, 1 a tile is drawn, 2 a tile is laid", (), 0, len(STAGES) - 1
)
TURN: Final[i64] = OBSERVATION.add("turn", "whose turn it is", (), 0, SEATS - 1)


def observe(state: CaratState, seat: i64, row: ObsBuffer) -> None:
    put_chips(state.cells, row)
    put_tiles(state, row)
    put_hands(state, seat, row)
    put_colours(state, seat, row)
    row.put(STOCK, size(state.stock))
    row.put(SIDE_LENGTH, state.side)
    row.put(HAND_SIZE, state.hand)
    row.put(STAGE, state.stage)
    row.put(TURN, counted_from(seat, state.turn, state.seats))


def put_chips(cells: vec[i64], row: ObsBuffer) -> None:
    place: i64 = 0
    while place < CHIPS:
        chip = cells[place]
        if chip:
            row.put(VALUE + place, value(chip))
            row.put(MISSING + place, missing(chip))
            colour: i64 = 0
            while colour < COLOUR_COUNT:
                row.put(AROUND + place * COLOUR_COUNT + colour, carats(chip, colour))
                colour += 1
        place += 1
    index: i64 = 0
    while index < VALUES:
        row.put(CHIPS_LEFT + index, cells[LEFT + index])
        index += 1


def put_tiles(state: CaratState, row: ObsBuffer) -> None:
    laid = state.laid
    while laid:
        field = lowest(laid)
        row.put(TILE + field, 1 + lies(state.cells, field % SIDE, field // SIDE) // WAYS)
        laid &= laid - 1


def put_hands(state: CaratState, seat: i64, row: ObsBuffer) -> None:
    unseen = state.stock
    other: i64 = 0
    while other < state.seats:
        spot = counted_from(seat, other, state.seats)
        hand = state.cells[HAND + other]
        row.put(HELD + spot, size(hand))
        if spot == 0 or state.open_hands:  # carat.r2
            row.put_set(HANDS + spot * TILE_COUNT, hand)
        else:
            unseen |= hand
        other += 1
    row.put_set(UNSEEN, unseen)


def put_colours(state: CaratState, seat: i64, row: ObsBuffer) -> None:
    other: i64 = 0
    while other < state.seats:
        spot = counted_from(seat, other, state.seats)
        points: i64 = 0
        colour = other
        while colour < state.played:  # carat.r4: with two colours each, every second one
            row.put(OWNERS + colour, spot + 1)
            points += state.cells[POINTS + colour]
            colour += state.seats
        row.put(SCORES + spot, points)
        other += 1
