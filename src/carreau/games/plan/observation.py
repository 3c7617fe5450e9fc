"""What a learner is shown of Ganz nach Plan!?"""

from typing import Final

from carreau.core.native import i64, vec
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.observation import Observation
from carreau.games.plan.deck import DEEDS, MOST_CARDS, MOST_PARTS, PART, PART_BITS, WAYS
from carreau.games.plan.rules import (
    BACKWARDS,
    CARD_AT,
    CHOSEN,
    DRAWING,
    FORWARDS,
    GIVING,
    HAND,
    LANDED,
    MOST_SEATS,
    PLAYED,
    STAGES,
    PlanState,
    how_many,
)

MOST_PLAYS: Final = 1000
LATEST: Final = 16  # events shown
MOST_CODES: Final = len(DEEDS) * len(WAYS)
PARTS_EACH: Final[i64] = MOST_PARTS
EVENT_SIZE: Final = 4

OBSERVATION: Final = Observation("plan")
OWN: Final[i64] = OBSERVATION.add("hand", "1 for every card in one's own hand, by number", (MOST_CARDS,))
HELD: Final[i64] = OBSERVATION.add("held", "cards in the hand of each seat", (MOST_SEATS,), 0, MOST_CARDS)
UNSEEN: Final[i64] = OBSERVATION.add(
    "unseen", "1 for every card in another hand or not dealt yet, by number", (MOST_CARDS,)
)
PILE: Final[i64] = OBSERVATION.add("pile", "1 for every card in the discard pile, by number", (MOST_CARDS,))
TOP: Final[i64] = OBSERVATION.add("top", "the uppermost card of the pile; 0 none", (), 0, MOST_CARDS)
IN_PLAY: Final[i64] = OBSERVATION.add("in_play", "the card being carried out; 0 none", (), 0, MOST_CARDS)
PARTS: Final[i64] = OBSERVATION.add(
    "parts",
    "what is still to do of the card in play, part by part: 0 nothing, else 1 + 4 * deed + way; deeds are swap places,"
    " take the pile, give a card, draw a card, swap hands, turn the direction, all pass a card, all move;"
    " ways are left, right, opposite, oneself",
    (MOST_PARTS,),
    0,
    MOST_CODES,
)
DECK: Final[i64] = OBSERVATION.add(
    "deck",
    "the parts of every card, by number, written as above; all 0 for a card that isn't in this game",
    (MOST_CARDS, MOST_PARTS),
    0,
    MOST_CODES,
)
PLACES: Final[i64] = OBSERVATION.add(
    "places", "how many places to the left of oneself each seat sits now", (MOST_SEATS,), 0, MOST_SEATS - 1
)
PLACE: Final[i64] = OBSERVATION.add(
    "place",
    "how many places to the left of oneself the card in play was played, or the next one is played or dealt",
    (),
    0,
    MOST_SEATS - 1,
)
DIRECTION: Final[i64] = OBSERVATION.add(
    "direction", "where the turn goes: 1 to the left, -1 to the right", (), BACKWARDS, FORWARDS
)
TURN: Final[i64] = OBSERVATION.add("turn", "the seat whose card is or will be carried out", (), 0, MOST_SEATS - 1)
STAGE: Final[i64] = OBSERVATION.add(
    "stage",
    "what happens next: a card is 0 dealt, 1 played, 2 given, 3 passed by everybody, 4 drawn",
    (),
    0,
    len(STAGES) - 1,
)
TARGET: Final[i64] = OBSERVATION.add(
    "target", "1 + the seat to which a card is given, or from which it is drawn; 0 none", (), 0, MOST_SEATS
)
PENDING: Final[i64] = OBSERVATION.add(
    "pending", "1 for every seat that has still to choose a card to pass", (MOST_SEATS,)
)
TO_PASS: Final[i64] = OBSERVATION.add("chosen", "the card that one has chosen to pass; 0 none", (), 0, MOST_CARDS)
PLAYS_LEFT: Final[i64] = OBSERVATION.add(
    "plays_left", "cards that may still be played before the limit ends the game", (), 0, MOST_PLAYS
)
SEEN: Final[i64] = OBSERVATION.add(
    "events",
    "what has happened to cards, the latest first, each as what, giver, receiver, card; what is 0 nothing, 1 a card"
    " played, 2 the pile taken, 3 a card moved, 4 two hands swapped, 5 a card passed, 6 all passed cards taken up;"
    " the card is 0 for none or unseen. What follows from older events isn't shown",
    (LATEST, EVENT_SIZE),
    0,
    MOST_CARDS,
)


def observe(state: PlanState, seat: i64, row: ObsBuffer) -> None:
    put_cards(state, seat, row)
    put_seats(state, seat, row)
    put_deck(state.deck.programs, row)
    put_parts(state.program, PARTS, row)
    put_events(state, seat, row)
    row.put(TOP, state.top)
    row.put(IN_PLAY, state.in_play)
    row.put(DIRECTION, state.direction)
    row.put(STAGE, state.stage)
    row.put(TURN, counted_from(seat, state.turn, state.seats))
    row.put(PLAYS_LEFT, state.play_limit - state.plays)
    if state.stage == GIVING or state.stage == DRAWING:
        row.put(TARGET, 1 + counted_from(seat, state.other(), state.seats))


def put_cards(state: PlanState, seat: i64, row: ObsBuffer) -> None:
    hand = state.cells[HAND + seat]
    unseen = state.pack
    other: i64 = 0
    while other < state.seats:
        if other != seat:
            unseen |= state.cells[HAND + other]
        other += 1
    put_by_number(OWN, hand, row)
    put_by_number(UNSEEN, unseen, row)
    put_by_number(PILE, state.pile, row)
    row.put(TO_PASS, state.cells[CHOSEN + seat])


def put_by_number(place: i64, cards: i64, row: ObsBuffer) -> None:
    row.put_set(place, cards >> 1)  # bit n of a set is card n, and card 1 stands first


def put_seats(state: PlanState, seat: i64, row: ObsBuffer) -> None:
    own = state.place_of(seat)
    row.put(PLACE, counted_from(own, state.place, state.seats))
    place: i64 = 0
    while place < state.seats:
        other = state.seat_at(place)
        spot = counted_from(seat, other, state.seats)
        row.put(PLACES + spot, counted_from(own, place, state.seats))
        row.put(HELD + spot, how_many(state.cells[HAND + other]))
        row.put(PENDING + spot, (state.pending >> other) & 1)
        place += 1


def put_deck(programs: vec[i64], row: ObsBuffer) -> None:
    card: i64 = 0
    while card < MOST_CARDS:
        put_parts(programs[card + 1], DECK + card * PARTS_EACH, row)
        card += 1


def put_parts(program: i64, place: i64, row: ObsBuffer) -> None:
    while program:
        row.put(place, program & PART)
        program >>= PART_BITS
        place += 1


def put_events(state: PlanState, seat: i64, row: ObsBuffer) -> None:
    place = SEEN
    index = state.events
    while index > 0 and place < SEEN + LATEST * EVENT_SIZE:
        index -= 1
        put_event(state.event(index), seat, state.seats, place, row)
        place += EVENT_SIZE


def put_event(event: i64, seat: i64, seats: i64, place: i64, row: ObsBuffer) -> None:
    """An event as memory.py has it, without a card that went from one of the others to another one."""
    what = event & 7
    giver = (event >> 3) & 3
    receiver = (event >> 5) & 3
    row.put(place, what)
    if what == LANDED:
        return
    row.put(place + 1, counted_from(seat, giver, seats))
    row.put(place + 2, counted_from(seat, receiver, seats))
    if what == PLAYED or giver == seat or receiver == seat:
        row.put(place + 3, event >> CARD_AT)
