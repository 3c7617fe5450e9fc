"""Knowledge of Raufer: who can obey an order, as far as players can tell.

The prior uses only what a player may know: their hand, the cards played, how many cards the others hold, and what they
failed to obey. Rollouts use it too, so nobody in them knows the hands of others.
"""

from typing import Final, final

from carreau.bots.knowledge import Knowledge, to_one
from carreau.core.bits import BIT, lowest, size
from carreau.core.game import State, left_of
from carreau.core.native import i64, vec
from carreau.games.raufer._spec import FAIL, LAY, lay_card, lay_order
from carreau.games.raufer._state import RauferState
from carreau.games.raufer.fast import obeying_floors

# Features of the prior; their weights are fitted to the results of long searches.
LAID_BY: Final = 0  # the chance that a player with 1 card, 2, or more obeys
NOBODY_OBEYS: Final = 3  # that nobody does, and the commander has no card left, 1, or more
OUT_OF_REACH: Final = 6  # the share of unseen floors above or below all cards left in hand
WIDTH: Final = 7  # the share of unseen floors that obey
COUNTS: Final = 8

PILE_LEFT: Final = vec[float]([-0.57, 0.03, 1.2, -4.92, -1.11, 1.24, -0.88, 1.0])  # raufer.4
NO_PILE: Final = vec[float]([-0.5, 1.94, 1.5, -2.97, -1.83, -0.2, -2.44, -0.1])  # raufer.8
LAST_TWO: Final = vec[float]([-1.2, -1.23, 0.06, 0.0, 1.3, 1.0, 0.62, -0.67])  # raufer.9


def chance_to_fail(state: RauferState, seat: i64, left: i64, unseen: i64, obeying: i64) -> float:
    """Return the chance that no card left to a player obeys, if all cards not ruled out are equally likely."""
    cards: i64 = 0
    likely: float = 0.0
    owned = state.owns(seat)
    while owned:
        batch = lowest(owned)
        possible = unseen & ~state.ruled_out(batch)
        if possible:
            likely += float(state.sizes(batch) * size(possible & obeying)) / float(size(possible))
        cards += state.sizes(batch)
        owned &= owned - 1
    each = 1.0 - likely / float(cards)
    chance: float = 1.0
    while left:
        chance *= each
        left -= 1
    return chance


def held(state: RauferState, seat: i64) -> i64:
    """Return a player's cards, including the one face down."""
    if state.drawn(seat):
        return size(state.hands(seat)) + 1
    return size(state.hands(seat))


def up_to_two(number: i64) -> i64:
    if number > 2:
        return 2
    return number


def out_of_reach(cards: i64, unseen: i64) -> i64:
    """Return how many unseen floors are above or below all of these cards."""
    below = unseen & ((cards & -cards) - 1)
    above = unseen & ~below
    while cards:
        above &= ~((cards & -cards) * 2 - 1)
        cards &= cards - 1
    return size(above | below)


@final
class RauferKnowledge(Knowledge):
    """Knowledge with rollouts to the end, since games are short: nothing is left to evaluate."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.rollout_candidates = 3
        self.prior_weight = 1.0

    def prior(self, state: State, seat: i64, action: i64) -> float:
        assert isinstance(state, RauferState)
        if action < LAY or action >= FAIL:
            return 0.0
        card = lay_card(action)
        hand = state.hands(seat)
        rest = hand & ~BIT[card]
        unseen = (BIT[state.floors + 1] - 2) & ~(state.laid | hand)
        obeying = obeying_floors(lay_order(action), card) & unseen
        out = state.out
        if state.in_phase_two():  # raufer.r4
            out |= state.failed
        weights = PILE_LEFT
        if state.pile == 0:
            weights = LAST_TWO if state.seats - size(out) == 2 else NO_PILE
        prior: float = 0.0
        nobody: float = 1.0
        player = left_of(seat, state.seats)
        while player != seat:
            if out & BIT[player] == 0:
                cards = held(state, player)
                fails = chance_to_fail(state, player, cards, unseen, obeying)
                prior += weights[LAID_BY + up_to_two(cards - 1)] * nobody * (1.0 - fails)
                nobody *= fails
            player = left_of(player, state.seats)
        prior += weights[NOBODY_OBEYS + up_to_two(size(rest))] * nobody
        if rest and unseen:
            prior += weights[OUT_OF_REACH] * float(out_of_reach(rest, unseen)) / float(size(unseen))
            prior += weights[WIDTH] * float(size(obeying)) / float(size(unseen))
        return prior

    def evaluate_terminal(self, state: State) -> None:
        assert isinstance(state, RauferState)
        to_one(self.values, state.winner)
