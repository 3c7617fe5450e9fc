"""What a learner is shown of Bauab."""

from typing import Final

from carreau.core._native import i64
from carreau.core.bits import lowest, size
from carreau.core.observation import Observation
from carreau.core.row import Rows, counted_from
from carreau.games.bauab.rules import COLOURS, COPIES, KINDS, PARKS, PLACE, PLOTS, VALUES, WIDTH, BauabState, X

SEATS: Final = len(COLOURS)
KIND_COUNT: Final[i64] = len(KINDS)
PLOT_COUNT: Final[i64] = len(PLOTS)
MOST_COPIES: Final = max(int(copies) for copies in COPIES)
BUILDING_COUNT: Final = sum(int(COPIES[kind]) for kind in range(X))
MOST_POINTS: Final = SEATS * sum(int(COPIES[kind] * VALUES[kind]) for kind in range(X))  # all of one's own and theirs
SIDES: Final = 4  # of a plot

OBSERVATION: Final = Observation("bauab")
BOARD: Final[i64] = OBSERVATION.add(
    "board",
    "the chips that each seat has on the plots a to p: 0 none, 1 to 5 a building of that value, 6 an X",
    (SEATS, len(PLOTS)),
    0,
    len(KINDS),
)
PARKED: Final[i64] = OBSERVATION.add("parks", "1 where a park is, plot by plot", (len(PLOTS),))
VACATED: Final[i64] = OBSERVATION.add(
    "vacated",
    "1 where whoever is to act lost a chip in the turn before: there only a park may go",
    (len(PLOTS),),
)
LIBERTIES: Final[i64] = OBSERVATION.add("liberties", "free plots beside each plot", (len(PLOTS),), 0, SIDES)
PLACES: Final[i64] = OBSERVATION.add(
    "places", "how the plots are laid out: column and row of each, from 0", (len(PLOTS), 2), 0, len(PLOTS) - 1
)
HANDS: Final[i64] = OBSERVATION.add(
    "hands", "chips that each seat has still to lay: worth 1, 2, 3, 4, 5, then X", (SEATS, len(KINDS)), 0, MOST_COPIES
)
CAPTURED: Final[i64] = OBSERVATION.add(
    "captured", "chips that each seat has captured, by kind as in hands", (SEATS, len(KINDS)), 0, MOST_COPIES
)
SCORES: Final[i64] = OBSERVATION.add("scores", "points of each seat as things lie", (SEATS,), 0, MOST_POINTS)
BUILDINGS: Final[i64] = OBSERVATION.add(
    "buildings",
    "own buildings that each seat has on the board, which decide between equal scores",
    (SEATS,),
    0,
    BUILDING_COUNT,
)
PARKS_LEFT: Final[i64] = OBSERVATION.add("parks_left", "parks that are not on the board yet", (), 0, int(PARKS))
TO_ACT: Final[i64] = OBSERVATION.add(
    "to_act", "whose turn it is, plus 1; 0 before the lot and at the end", (), 0, SEATS
)


def observe(state: BauabState, seat: i64, row: Rows) -> None:
    put_plots(state, row)
    put_seat(state, seat, 0, row)
    put_seat(state, 1 - seat, 1, row)
    row.put_set(PARKED, state.parks())
    row.put_set(VACATED, state.vacated)
    row.put(PARKS_LEFT, state.parks_left())
    if state.current >= 0:
        row.put(TO_ACT, counted_from(seat, state.current, SEATS) + 1)


def put_plots(state: BauabState, row: Rows) -> None:
    plot: i64 = 0
    while plot < PLOT_COUNT:
        place = state.layout[PLACE + plot]
        row.put(PLACES + 2 * plot, place % WIDTH)
        row.put(PLACES + 2 * plot + 1, place // WIDTH)
        row.put(LIBERTIES + plot, size(state.beside(plot) & state.free))
        plot += 1


def put_seat(state: BauabState, seat: i64, spot: i64, row: Rows) -> None:
    kind: i64 = 0
    while kind < KIND_COUNT:
        put_chips(state.on_board(seat, kind), kind, BOARD + spot * PLOT_COUNT, row)
        row.put(HANDS + spot * KIND_COUNT + kind, state.holds(seat, kind))
        row.put(CAPTURED + spot * KIND_COUNT + kind, state.captured_from(1 - seat, kind))
        kind += 1
    row.put(SCORES + spot, state.score(seat))
    row.put(BUILDINGS + spot, state.buildings(seat))


def put_chips(plots: i64, kind: i64, first: i64, row: Rows) -> None:
    while plots:
        row.put(first + lowest(plots), kind + 1)
        plots &= plots - 1
