"""What a learner is shown of Qarré."""

from typing import Final

from carreau.core.bits import size
from carreau.core.native import i64, vec
from carreau.core.obs_buffer import ObsBuffer
from carreau.core.observation import Observation
from carreau.games.qarre.board import NONE, TOP, below
from carreau.games.qarre.memory import COUNT, DREW, OWNER, RECORD, RULED_OUT
from carreau.games.qarre.rules import (
    HAND,
    HAND_CARDS,
    KNOWN,
    RESERVE_TOP,
    RESERVED,
    SCORE,
    SEATS,
    STAGES,
    QarreState,
)
from carreau.games.qarre.tables import CARDS, FACES, FIELDS, HAND_SIZE, SUITS, VALUES

HIGHEST: Final = 1000  # for the numbers among the options
MOST_POINTS: Final = 2 * HIGHEST  # nothing that decides a game lies beyond
EACH_CARD: Final = (len(SUITS), len(VALUES))
FULLEST_HAND: Final = int(HAND_SIZE) + 2  # a card drawn, and one taken by a jack
IN_HANDS: Final = SEATS * int(HAND_SIZE)
DEEPEST: Final = int(CARDS - FIELDS) + 1 - IN_HANDS

OBSERVATION: Final = Observation("qarre")
PILES: Final[i64] = OBSERVATION.add(
    "piles",
    "how deep each card lies in the pile on each field, by suit and value: 1 on top, 2 below it; 0 not in this pile",
    (int(FIELDS), *EACH_CARD),
    0,
    DEEPEST,
)
RESERVES: Final[i64] = OBSERVATION.add(
    "reserves",
    "how deep each card lies in the reserve of each seat, by suit and value: 1 on top; 0 not in it",
    (SEATS, *EACH_CARD),
    0,
    DEEPEST,
)
OWN: Final[i64] = OBSERVATION.add("hand", "1 for every card in one's own hand, by suit and value", EACH_CARD)
SURE: Final[i64] = OBSERVATION.add(
    "known",
    "1 for every card in the hand of each seat of which the other player is certain, by suit and value",
    (SEATS, *EACH_CARD),
)
NOT_HELD: Final[i64] = OBSERVATION.add(
    "ruled_out",
    "1 for every card that each seat proved by a reservation not to have hidden in hand, by suit and value;"
    " only what the latest such proof told",
    (SEATS, *EACH_CARD),
)
DRAWN_SINCE: Final[i64] = OBSERVATION.add(
    "drawn_since", "cards that each seat has drawn since that proof", (SEATS,), 0, int(CARDS)
)
UNSEEN: Final[i64] = OBSERVATION.add(
    "unseen", "1 for every card in the stock or hidden in the other hand, by suit and value", EACH_CARD
)
DISCARDS: Final[i64] = OBSERVATION.add("discards", "1 for every card discarded, by suit and value", EACH_CARD)
HELD: Final[i64] = OBSERVATION.add("held", "cards in the hand of each seat", (SEATS,), 0, FULLEST_HAND)
IN_RESERVE: Final[i64] = OBSERVATION.add("reserved", "cards in the reserve of each seat", (SEATS,), 0, DEEPEST)
STOCK: Final[i64] = OBSERVATION.add("stock", "cards in the stock", (), 0, int(CARDS))
SCORES: Final[i64] = OBSERVATION.add(
    "scores", "points of each seat; those beyond the range are shown as its end", (SEATS,), -MOST_POINTS, MOST_POINTS
)
ACTION: Final[i64] = OBSERVATION.add(
    "action",
    "the action card of this turn as face and suit: 0 none; 1 jack, 2 queen, 3 king; 1 to 4 the suits in their order",
    (2,),
    0,
    max(len(FACES), len(SUITS)),
)
ACTIONS_LEFT: Final[i64] = OBSERVATION.add(
    "actions_left",
    "1 for every action card not turned up since they were shuffled, by face and suit",
    (len(FACES), len(SUITS)),
)
RESHUFFLES_LEFT: Final[i64] = OBSERVATION.add(
    "reshuffles_left", "how often the action cards run out until the game ends", (), 0, HIGHEST
)
STAGE: Final[i64] = OBSERVATION.add(
    "stage",
    "what happens next: 0 who starts is drawn, 1 the base is laid out, 2 cards are dealt, 3 the base is laid out anew,"
    " 4 a card is drawn, 5 an action card is turned up, 6 it is used, 7 a field is refilled, 8 a card is discarded,"
    " 9 cards are laid",
    (),
    0,
    len(STAGES) - 1,
)
TURN: Final[i64] = OBSERVATION.add("turn", "whose turn it is, or to whom a card is dealt", (), 0, SEATS - 1)
HAND_CARD: Final[i64] = OBSERVATION.add(
    "hand_card",
    "the hand card of this turn: 0 to be laid or reserved, 1 laid, 2 there was none to draw",
    (),
    0,
    len(HAND_CARDS) - 1,
)
RESERVE_USED: Final[i64] = OBSERVATION.add("reserve_used", "1 if a reserve card has been laid in this turn")
KEPT: Final[i64] = OBSERVATION.add(
    "kept", "1 + the number of the card that a jack took and that must be played now; 0 none", (), 0, int(CARDS)
)
KEEP: Final[i64] = OBSERVATION.add("jack_keeps", "1 if a card taken by a jack is kept, 0 if it is exchanged")
TARGET: Final[i64] = OBSERVATION.add("target", "points that win", (), 0, HIGHEST)
LEAD: Final[i64] = OBSERVATION.add("lead", "points more than the other that win", (), 0, HIGHEST)


def observe(state: QarreState, seat: i64, row: ObsBuffer) -> None:
    put_base(state.cells, row)
    put_player(state.cells, seat, 0, row)
    put_player(state.cells, 1 - seat, 1, row)
    put_hidden(state, seat, row)
    put_turn(state, seat, row)
    row.put(TARGET, state.target)
    row.put(LEAD, state.lead)
    row.put(RESHUFFLES_LEFT, state.limit - state.reshuffles)
    if state.keep:
        row.put(KEEP, 1)


def put_base(cells: vec[i64], row: ObsBuffer) -> None:
    field: i64 = 0
    while field < FIELDS:
        put_stack(cells, cells[TOP + field], PILES + field * CARDS, row)
        field += 1


def put_stack(cells: vec[i64], top: i64, first: i64, row: ObsBuffer) -> None:
    depth: i64 = 1
    while top != NONE:
        row.put(first + top, depth)
        top = below(cells, top)
        depth += 1


def put_player(cells: vec[i64], seat: i64, spot: i64, row: ObsBuffer) -> None:
    """What is known of a player to both."""
    put_stack(cells, cells[RESERVE_TOP + seat], RESERVES + spot * CARDS, row)
    row.put_set(SURE + spot * CARDS, cells[KNOWN + seat])
    row.put(HELD + spot, size(cells[HAND + seat]))
    row.put(IN_RESERVE + spot, cells[RESERVED + seat])
    row.put(SCORES + spot, max(-MOST_POINTS, min(cells[SCORE + seat], MOST_POINTS)))
    put_proof(cells, seat, spot, row)


def put_proof(cells: vec[i64], seat: i64, spot: i64, row: ObsBuffer) -> None:  # qarre.r17
    """The latest proof of what a player didn't hold; earlier ones are not shown."""
    drawn: i64 = 0
    index = RECORD + cells[COUNT]
    while index > RECORD:
        index -= 1
        record = cells[index]
        if (record >> OWNER) & 1 == seat:
            if record & RULED_OUT:
                row.put_set(NOT_HELD + spot * CARDS, record & RULED_OUT)
                row.put(DRAWN_SINCE + spot, drawn)
                return
            drawn += (record >> DREW) & 1


def put_hidden(state: QarreState, seat: i64, row: ObsBuffer) -> None:
    other = 1 - seat
    row.put_set(OWN, state.cells[HAND + seat])
    row.put_set(UNSEEN, state.stock | (state.cells[HAND + other] & ~state.cells[KNOWN + other]))
    row.put_set(DISCARDS, state.discards)
    row.put(STOCK, size(state.stock))


def put_turn(state: QarreState, seat: i64, row: ObsBuffer) -> None:
    row.put(STAGE, state.stage)
    row.put(TURN, state.turn ^ seat)
    row.put(HAND_CARD, state.hand_card)
    row.put(KEPT, state.kept + 1)
    row.put_set(ACTIONS_LEFT, state.actions_left)
    if state.action != NONE:
        row.put(ACTION, state.face() + 1)
        row.put(ACTION + 1, (state.action & 3) + 1)
    if state.reserve_used:
        row.put(RESERVE_USED, 1)
