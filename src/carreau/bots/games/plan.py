"""Knowledge of Ganz nach Plan!?: a good instruction leaves its player few but good cards, and the others many.

The number of cards says little about who will win. Their kind says more, since not every card can be the last one.
The value of keeping a card comes from 3,000 games of level 3 (bench/keeping.py): how much more often its holder won
than a player with the same number of other cards.
"""

from typing import Final, final

from carreau.bots.knowledge import Knowledge, to_one
from carreau.core.bits import size
from carreau.core.game import State
from carreau.core.native import i64, vec
from carreau.games.plan._spec import DRAW, GIVE, PASS, PLAY, draw_card, give_card, pass_card, play_card
from carreau.games.plan._spec import PlanDeed as Deed
from carreau.games.plan._state import PlanState
from carreau.games.plan.deck import first_deed, first_way
from carreau.games.plan.spec import PART_BITS

WIN: Final = 10.0
OTHERS_MORE: Final = 0.15  # a card more in another hand, compared with one less in the player's own
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
        program = state.deck.programs[card_of(action)]
        prior = -kept(program)
        if action >= GIVE:
            return prior
        held = state.held(seat) - 1
        place = state.place_of(seat)
        pile = size(state.pile)
        while program:
            deed = first_deed(program)
            next_to = state.neighbour(place, first_way(program))
            other = state.seat_at(next_to)
            if deed == Deed.SWAP_PLACES:
                place = next_to
            elif other == seat:
                if deed == Deed.TAKE_PILE:
                    prior -= float(pile)
            else:
                prior += gained(state, deed, other, held, pile)
                if leaves_empty(state, deed, other, held):
                    prior -= WIN
            held = left_with(state, deed, other, held, pile, other == seat)
            program >>= PART_BITS
        if held == 0:
            prior += WIN
        return prior

    def evaluate_terminal(self, state: State) -> None:
        assert isinstance(state, PlanState)
        to_one(self.values, state.winner)


def card_of(action: i64) -> i64:
    """Return the card of an action that isn't a deal."""
    if action >= DRAW:
        return draw_card(action)
    if action >= PASS:
        return pass_card(action)
    if action >= GIVE:
        return give_card(action)
    return play_card(action)


def kept(program: i64) -> float:
    """Return the prior of keeping a card, by what the parts of its instruction do."""
    prior: float = 0.0
    while program:
        prior += KEEPING[first_deed(program)]
        program >>= PART_BITS
    return prior


def gained(state: PlanState, deed: i64, other: i64, held: i64, pile: i64) -> float:
    """Rate the cards that a part of an instruction moves out of a hand and into another."""
    if deed == Deed.TAKE_PILE:
        return OTHERS_MORE * float(pile)
    if deed == Deed.GIVE_CARD and held > 0:
        return 1.0 + OTHERS_MORE
    if deed == Deed.DRAW_CARD and state.hands(other):
        return -1.0 - OTHERS_MORE
    if deed == Deed.SWAP_HANDS:
        return (1.0 + OTHERS_MORE) * float(held - state.held(other))
    return 0.0


def leaves_empty(state: PlanState, deed: i64, other: i64, held: i64) -> bool:
    """Return whether a part of an instruction empties another hand, whose player wins (plan.7, plan.r3)."""
    if deed == Deed.DRAW_CARD:
        return state.held(other) == 1
    return deed == Deed.SWAP_HANDS and held == 0


def left_with(state: PlanState, deed: i64, other: i64, held: i64, pile: i64, is_own: bool) -> i64:
    """Return how many cards a part of an instruction leaves its player with."""
    if deed == Deed.TAKE_PILE and is_own:
        return held + pile
    if deed == Deed.GIVE_CARD and held > 0:
        return held - 1
    if deed == Deed.DRAW_CARD and state.hands(other):
        return held + 1
    if deed == Deed.SWAP_HANDS:
        return state.held(other)
    if deed == Deed.PASS_ALL and held == 0:
        return 1
    return held
