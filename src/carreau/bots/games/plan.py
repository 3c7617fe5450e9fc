"""Knowledge of Ganz nach Plan!?: a good instruction leaves its player with few and good cards, and others with many.

The number of cards tells little about who will win. Their kind tells more, since not every card can be the last one.
The value of keeping a card comes from 3,000 games of level 3 (bench/keeping.py): how much likelier its holder won than
a player with as many other cards.
"""

from typing import Final, final

from carreau.bots.knowledge import Knowledge, to_one
from carreau.core.bits import size
from carreau.core.game import State
from carreau.core.native import i64, vec
from carreau.games.plan.deck import (
    DRAW_CARD,
    GIVE_CARD,
    MOST_CARDS,
    PART,
    PART_BITS,
    PASS_ALL,
    SWAP_HANDS,
    SWAP_PLACES,
    TAKE_PILE,
)
from carreau.games.plan.rules import GIVE, HAND, PLAY, PlanState

WIN: Final = 10.0
OTHERS_MORE: Final = 0.15  # a card more in another hand, against one less in one's own
KEEPING: Final = vec[float]([0.1, -0.1, 0.2, -0.3, -0.3, -0.2, -0.3, 0.0])  # a card, by what it does


@final
class PlanKnowledge(Knowledge):
    """Knowledge with rollouts to the end, since games are short."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.rollout_candidates = 2
        self.prior_weight = 0.5
        self.simulations_per_world = 4

    def prior(self, state: State, seat: i64, action: i64) -> float:
        assert isinstance(state, PlanState)
        if action < PLAY:
            return 0.0
        program = state.deck.programs[action % MOST_CARDS + 1]
        prior = -kept(program)
        if action >= GIVE:
            return prior
        held = size(state.cells[HAND + seat]) - 1
        place = state.place_of(seat)
        pile = size(state.pile)
        while program:
            deed = ((program & PART) - 1) >> 2
            next_to = state.neighbour(place, ((program & PART) - 1) & 3)
            other = state.seat_at(next_to)
            if deed == SWAP_PLACES:
                place = next_to
            elif other == seat:
                if deed == TAKE_PILE:
                    prior -= float(pile)
            else:
                prior += gained(state.cells, deed, other, held, pile)
                if leaves_empty(state.cells, deed, other, held):
                    prior -= WIN
            held = left_with(state.cells, deed, other, held, pile, other == seat)
            program >>= PART_BITS
        if held == 0:
            prior += WIN
        return prior

    def evaluate_terminal(self, state: State) -> None:
        assert isinstance(state, PlanState)
        to_one(self.values, state.winner)


def kept(program: i64) -> float:
    """Return the value of holding a card."""
    prior: float = 0.0
    while program:
        prior += KEEPING[((program & PART) - 1) >> 2]
        program >>= PART_BITS
    return prior


def gained(cells: vec[i64], deed: i64, other: i64, held: i64, pile: i64) -> float:
    """Rate the cards that a part of an instruction moves out of a hand and into another."""
    if deed == TAKE_PILE:
        return OTHERS_MORE * float(pile)
    if deed == GIVE_CARD and held > 0:
        return 1.0 + OTHERS_MORE
    if deed == DRAW_CARD and cells[HAND + other]:
        return -1.0 - OTHERS_MORE
    if deed == SWAP_HANDS:
        return (1.0 + OTHERS_MORE) * float(held - size(cells[HAND + other]))
    return 0.0


def leaves_empty(cells: vec[i64], deed: i64, other: i64, held: i64) -> bool:
    """Return whether a part of an instruction empties another hand, whose player wins (plan.7, plan.r3)."""
    if deed == DRAW_CARD:
        return size(cells[HAND + other]) == 1
    return deed == SWAP_HANDS and held == 0


def left_with(cells: vec[i64], deed: i64, other: i64, held: i64, pile: i64, is_own: bool) -> i64:
    """Return how many cards a part of an instruction leaves its player with."""
    if deed == TAKE_PILE and is_own:
        return held + pile
    if deed == GIVE_CARD and held > 0:
        return held - 1
    if deed == DRAW_CARD and cells[HAND + other]:
        return held + 1
    if deed == SWAP_HANDS:
        return size(cells[HAND + other])
    if deed == PASS_ALL and held == 0:
        return 1
    return held
