"""What a learner is shown of Raufer."""

from typing import Final

from carreau.core._native import i64
from carreau.core.bits import BIT, lowest, size
from carreau.core.game import NOBODY
from carreau.core.observation import Observation
from carreau.core.row import Rows, counted_from
from carreau.games.raufer.rules import (
    BOX,
    DRAWN,
    FLOORS,
    HAND,
    MOST_DRAWS,
    MOST_SEATS,
    NO_ORDER,
    ORDERS,
    ORIGIN,
    OWNS,
    RULED_OUT,
    SIZE,
    STAGES,
    RauferState,
)

MOST_HELD: Final = max(BOX["hand"].values()) + MOST_DRAWS
FLOOR_COUNT: Final[i64] = FLOORS
BITS: Final = 4  # for the number of cards that are left of a batch
MASK: Final = 15

OBSERVATION: Final = Observation("raufer")
OWN: Final[i64] = OBSERVATION.add("hand", "1 for each floor in one's own hand, from floor 1", (FLOORS,))
HELD: Final[i64] = OBSERVATION.add("held", "how many cards each seat holds", (MOST_SEATS,), 0, MOST_HELD)
LAID: Final[i64] = OBSERVATION.add(
    "laid", "who laid each floor, plus 1, as one would remember; 0 where it wasn't laid", (FLOORS,), 0, MOST_SEATS
)
MAY_HOLD: Final[i64] = OBSERVATION.add(
    "may_hold",
    "how many of each seat's cards may be each floor: those that came before the seat failed at it are not; "
    "of oneself what the others may think",
    (MOST_SEATS, FLOORS),
    0,
    MOST_HELD,
)
IN_GAME: Final[i64] = OBSERVATION.add("in_game", "1 for each seat that is not out", (MOST_SEATS,))
FAILED: Final[i64] = OBSERVATION.add("failed", "1 for each seat that could not obey the order in force", (MOST_SEATS,))
FACE_DOWN: Final[i64] = OBSERVATION.add("face_down", "1 for each seat that drew a card for that", (MOST_SEATS,))
TOP: Final[i64] = OBSERVATION.add("top", "the floor laid last; 0 before the first", (), 0, FLOORS)
ORDER: Final[i64] = OBSERVATION.add(
    "order", "the order in force: 0 none, 1 up, 2 down; with none any card may be laid", (), 0, len(ORDERS) - 1
)
COMMANDER: Final[i64] = OBSERVATION.add("commander", "who gave it, plus 1; 0 nobody", (), 0, MOST_SEATS)
PILE: Final[i64] = OBSERVATION.add("pile", "cards in the pile", (), 0, FLOORS)
PHASE: Final[i64] = OBSERVATION.add("phase", "1 while those who fail draw, 2 when they are out for it", (), 1, 2)
STAGE: Final[i64] = OBSERVATION.add(
    "stage", "what comes next: 0 the lot, 1 a card is dealt, 2 somebody lays, 3 a card is drawn", (), 0, len(STAGES) - 1
)
TO_ACT: Final[i64] = OBSERVATION.add(
    "to_act", "whose turn it is, plus 1; 0 while cards are dealt or drawn and at the end", (), 0, MOST_SEATS
)
WINNER: Final[i64] = OBSERVATION.add("winner", "who has won, plus 1; 0 nobody yet", (), 0, MOST_SEATS)


def observe(state: RauferState, seat: i64, row: Rows) -> None:
    put_table(state, seat, row)
    put_laid(state, seat, row)
    left = left_of_batches(state)
    other: i64 = 0
    while other < state.seats:
        put_seat(state, other, counted_from(seat, other, state.seats), row)
        put_inferred(state, seat, other, left, row)
        other += 1


def put_table(state: RauferState, seat: i64, row: Rows) -> None:
    row.put_set(OWN, state.cells[HAND + seat] >> 1)
    row.put(TOP, state.top)
    if state.order != NO_ORDER:
        row.put(ORDER, state.order + 1)
        row.put(COMMANDER, counted_from(seat, state.commander, state.seats) + 1)
    row.put(PILE, size(state.pile))
    row.put(PHASE, state.phase())
    row.put(STAGE, state.stage)
    if state.current >= 0:
        row.put(TO_ACT, counted_from(seat, state.current, state.seats) + 1)
    if state.winner != NOBODY:
        row.put(WINNER, counted_from(seat, state.winner, state.seats) + 1)


def put_laid(state: RauferState, seat: i64, row: Rows) -> None:
    laid = state.laid
    while laid:
        card = lowest(laid)
        owner: i64 = 0
        while state.cells[OWNS + owner] & state.cells[ORIGIN + card] == 0:
            owner += 1
        row.put(LAID + card - 1, counted_from(seat, owner, state.seats) + 1)
        laid &= laid - 1


def put_seat(state: RauferState, seat: i64, spot: i64, row: Rows) -> None:
    row.put(HELD + spot, size(state.cells[HAND + seat]))
    if state.out & BIT[seat] == 0:
        row.put(IN_GAME + spot, 1)
    if state.failed & BIT[seat]:
        row.put(FAILED + spot, 1)
    if state.cells[DRAWN + seat]:
        row.put(FACE_DOWN + spot, 1)


# What everybody may infer (raufer.4)


def left_of_batches(state: RauferState) -> i64:
    """How many cards of each batch may still be in hand, packed: without those that were surely laid."""
    left: i64 = 0
    batch: i64 = 0
    while batch < state.batches:
        left |= state.cells[SIZE + batch] << (BITS * batch)
        batch += 1
    laid = state.laid
    while laid:
        origins = state.cells[ORIGIN + lowest(laid)]
        if origins & (origins - 1) == 0:
            left -= BIT[BITS * lowest(origins)]
        laid &= laid - 1
    return left


def put_inferred(state: RauferState, seat: i64, other: i64, left: i64, row: Rows) -> None:
    """The floors that a seat may hold, without those that whoever looks can see."""
    first = MAY_HOLD + counted_from(seat, other, state.seats) * FLOOR_COUNT - 1
    held = size(state.cells[HAND + other])
    floors = (BIT[state.floors + 1] - BIT[1]) & ~state.laid
    if other != seat:
        floors &= ~state.cells[HAND + seat]
    while floors:
        row.put(first + lowest(floors), min(held, not_ruled_out(state, other, floors & -floors, left)))
        floors &= floors - 1


def not_ruled_out(state: RauferState, seat: i64, floor: i64, left: i64) -> i64:
    """How many cards are left of the seat's batches that a floor may belong to."""
    cards: i64 = 0
    owned = state.cells[OWNS + seat]
    while owned:
        batch = lowest(owned)
        if state.cells[RULED_OUT + batch] & floor == 0:
            cards += (left >> (BITS * batch)) & MASK
        owned &= owned - 1
    return cards
