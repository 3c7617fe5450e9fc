"""What a learner is shown of Carré."""

from typing import Final

from carreau.core.bits import lowest
from carreau.core.native import i64, vec
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.observation import Observation
from carreau.games.carre.board import HELD, LAID, PLANES, TILES, free_corners, height_of, in_supply
from carreau.games.carre.rules import BOUGHT, MIDDLE, NEW, STAGES, CarreState
from carreau.games.carre.tables import (
    BOX,
    COPIES,
    COVERS,
    DICE,
    GOODS,
    IN_GAME,
    KINDS,
    MOST_SEATS,
    SQUARES,
    VALUES,
)

BOARD: Final = (MOST_SEATS, BOX["height"], BOX["width"])
SIDES: Final[i64] = BOX["sides"]
FACES: Final = vec[i64]([dice.count(side + 1) for dice in DICE for side in range(BOX["sides"])])
VALUE_COUNT: Final[i64] = len(VALUES)
GOODS_COUNT: Final[i64] = len(GOODS)
MOST_GOODS: Final = max(IN_GAME) * MOST_SEATS
MOST_TURNS: Final = 1000  # of each player

OBSERVATION: Final = Observation("carre")
HEIGHTS: Final[i64] = OBSERVATION.add(
    "heights", "tiles on each square of the board of each seat, by row and column", BOARD, 0, 2**PLANES - 1
)
TOPS: Final[i64] = OBSERVATION.add(
    "tops",
    "the uppermost tile on each square of the board of each seat, by row and column: 0 none,"
    " else 1 + its kind in the order in which tiles are built; what is covered isn't shown",
    BOARD,
    0,
    len(KINDS),
)
FREE: Final[i64] = OBSERVATION.add(
    "free", "1 at the upper left square of every tile that lies free, for the board of each seat", BOARD
)
SUPPLY: Final[i64] = OBSERVATION.add(
    "supply",
    "tiles that each seat has still to build, by value in ascending order",
    (MOST_SEATS, len(VALUES)),
    0,
    int(COPIES),
)
GOODS_HELD: Final[i64] = OBSERVATION.add(
    "held", "stoppers and chips of each seat", (MOST_SEATS, len(GOODS)), 0, MOST_GOODS
)
IN_MIDDLE: Final[i64] = OBSERVATION.add(
    "middle", "stoppers and chips in the middle of the table", (len(GOODS),), 0, MOST_GOODS
)
NEWLY_BOUGHT: Final[i64] = OBSERVATION.add(
    "new", "stoppers and chips that were bought in this turn and can't be used yet", (len(GOODS),), 0, 2
)
BOUGHT_ALREADY: Final[i64] = OBSERVATION.add("bought", "1 if stoppers, chips were bought in this turn", (len(GOODS),))
DICE_LEFT: Final[i64] = OBSERVATION.add(
    "dice", "dice not used yet that show 1, 2 and so on", (BOX["sides"],), 0, BOX["dice"]
)
STOPPED: Final[i64] = OBSERVATION.add(
    "stopped", "the value of the tile that a stopper has just removed; 0 none", (), 0, max(VALUES)
)
STAGE: Final[i64] = OBSERVATION.add(
    "stage",
    "what happens next: 0 the dice are rolled, 1 any action; a player is named who gives up a stopper"
    " 2 to the middle, 3 to the buyer, or a chip 4 to the middle, 5 to the buyer",
    (),
    0,
    len(STAGES) - 1,
)
TURN: Final[i64] = OBSERVATION.add("turn", "whose turn it is", (), 0, MOST_SEATS - 1)
TURNS_LEFT: Final[i64] = OBSERVATION.add(
    "turns_left",
    "turns of all players until the limit ends the game, this one included",
    (),
    0,
    MOST_TURNS * MOST_SEATS,
)
STOPPERS: Final[i64] = OBSERVATION.add("stoppers", "1 if there are stoppers in this game")


def observe(state: CarreState, seat: i64, row: ObsBuffer) -> None:
    put_seats(state, seat, row)
    put_goods(state.cells, row)
    side: i64 = 0
    while side < SIDES:
        row.put(DICE_LEFT + side, FACES[state.dice * SIDES + side])
        side += 1
    row.put(STOPPED, state.stopped)
    row.put(STAGE, state.stage)
    row.put(TURN, counted_from(seat, state.turn, state.seats))
    row.put(TURNS_LEFT, state.turn_limit * state.seats - state.turns)
    if state.stoppers:
        row.put(STOPPERS, 1)


def put_seats(state: CarreState, seat: i64, row: ObsBuffer) -> None:
    other: i64 = 0
    while other < state.seats:
        spot = counted_from(seat, other, state.seats)
        own = state.own(other)
        put_board(state.cells, own, spot * SQUARES, row)
        tile: i64 = 0
        while tile < VALUE_COUNT:
            row.put(SUPPLY + spot * VALUE_COUNT + tile, in_supply(state.cells, own, tile))
            tile += 1
        goods: i64 = 0
        while goods < GOODS_COUNT:
            row.put(GOODS_HELD + spot * GOODS_COUNT + goods, state.cells[own + HELD + goods])
            goods += 1
        other += 1


def put_board(cells: vec[i64], own: i64, first: i64, row: ObsBuffer) -> None:
    """What one sees of a board from above: so the order in which it was built can't be told from it."""
    row.put_set(FREE + first, free_corners(cells, own))
    covered: i64 = 0
    index = own + TILES + cells[own + LAID]
    while index > own + TILES:
        index -= 1
        tile = cells[index]
        visible = COVERS[tile] & ~covered
        covered |= visible
        while visible:
            square = lowest(visible)
            row.put(TOPS + first + square, tile // SQUARES + 1)
            row.put(HEIGHTS + first + square, height_of(cells, own, square))
            visible &= visible - 1


def put_goods(cells: vec[i64], row: ObsBuffer) -> None:
    goods: i64 = 0
    while goods < GOODS_COUNT:
        row.put(IN_MIDDLE + goods, cells[MIDDLE + goods])
        row.put(NEWLY_BOUGHT + goods, cells[NEW + goods])
        row.put(BOUGHT_ALREADY + goods, cells[BOUGHT + goods])
        goods += 1
