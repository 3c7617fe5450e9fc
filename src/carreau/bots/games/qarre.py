"""Knowledge of Qarré: which cards would score on a base, for the player to move now and for the opponent next.

It evaluates positions between two turns, when nothing is pending.
"""

from typing import Final, final

from carreau.bots.knowledge import Knowledge, to_chances, to_one
from carreau.core.bits import BIT, size
from carreau.core.game import CHANCE, OVER, State
from carreau.core.native import i64, vec
from carreau.core.rng import Rng
from carreau.games.qarre._spec import (
    DECLINE,
    DISCARD,
    END,
    FIELD_COUNT,
    LAY,
    REMOVE,
    RESERVE,
    discard_card,
    lay_card,
    lay_place,
    remove_place,
    reserve_card,
    take_place,
)
from carreau.games.qarre._spec import QarreFace as Face
from carreau.games.qarre._state import QarreState
from carreau.games.qarre.board import NONE, QarreBoard
from carreau.games.qarre.tables import CARDS, CIRCLE, MATES, POINTS, RELATION, SUIT_COUNT, points_of, relation

FIRST_KING: Final[i64] = Face.KING * SUIT_COUNT

# The prior, in points
CARD: Final = 1.0  # a reserve card less
CHAIN: Final = 2.0  # one chain less: reserve cards playable one after the other
NOW: Final = 0.9  # certainty of a reserve that is playable now,
LATER: Final = 0.5  # in the player's next turn,
THEIRS: Final = 0.5  # and in the opponent's turn
SCORE_NOW: Final = 2.0  # a reserve card that would score now,
SCORE_LATER: Final = 0.5  # or later
WINS: Final = 10.0
DANGER: Final = 1.0  # a score for the opponent
KINGS: Final = 0.3  # a card a king would take
OWN: Final = 0.8  # a card in hand that would score
FITS: Final = 0.1  # a playable card in hand
TAKEN: Final = 2.0  # a card taken from the base that scores there again
USE_FITS: Final = 0.5  # the use of a playable hand card,
USE_SCORES: Final = 2.0  # and of one that would score

# The evaluation, as logarithms of odds; fitted to self-play
POINT: Final = 0.04
LATE: Final = 0.16  # a point more at the end of the game
TURN: Final = 0.03
RESERVE_CARD: Final = 0.14
RESERVE_CHAIN: Final = 0.14
READY: Final = 0.14  # each card of a chain that can be laid
LINK: Final = 0.1  # a hand card that lets the reserve follow
HAND_FITS: Final = 0.07
SCORES: Final = 0.07  # a card that would score


def completing_table() -> list[int]:
    """Return for each pair of cards the set that completes a trio."""
    return [
        sum(2**card for card in range(CARDS) if points_of(relation(card, one) + relation(card, other)))
        for one in range(CARDS)
        for other in range(CARDS)
    ]


TRIO: Final = vec[i64](completing_table())


def scoring(a: i64, b: i64, c: i64, d: i64) -> i64:
    """Return the cards that score a trio or quartet on a base with these on top."""
    every = TRIO[a * CARDS + b] | TRIO[a * CARDS + c] | TRIO[b * CARDS + d] | TRIO[c * CARDS + d]
    falling = (MATES[b] | MATES[c]) & (every | TRIO[b * CARDS + c])
    rising = (MATES[a] | MATES[d]) & (every | TRIO[a * CARDS + d])
    return falling | rising


def chained(card: i64, other: i64) -> bool:
    """Return whether a reserve card can be laid right after the one above it."""
    return card != NONE and other != NONE and MATES[other] & BIT[card] != 0


def chain(state: QarreBoard, card: i64) -> i64:
    """Return how many cards of a reserve, from one on, can be laid in a row."""
    length: i64 = 1
    under = state.below(card)
    while under != NONE and MATES[card] & BIT[under]:
        card = under
        under = state.below(card)
        length += 1
    return length


def chains(state: QarreBoard, card: i64) -> i64:
    """Return how many chains a reserve has."""
    count: i64 = 0
    while card != NONE:
        under = state.below(card)
        if under == NONE or MATES[card] & BIT[under] == 0:
            count += 1
        card = under
    return count


@final
class QarreKnowledge(Knowledge):
    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.horizon = 2  # turns
        self.rollout_candidates = 4
        self.prior_weight = 0.5
        self.exploration = 0.2
        self.simulations_per_world = 4
        self.top = vec[i64]([0] * 4)
        self.pile = vec[i64]([0] * 4)

    def points(self, state: State, seat: i64) -> i64:
        assert isinstance(state, QarreState)
        return state.scores(seat)

    def prior(self, state: State, seat: i64, action: i64) -> float:
        assert isinstance(state, QarreState)
        self.look(state)
        if action >= LAY:
            return self.prior_of_card(state, seat, action)
        if action >= DISCARD:
            return -self.use(state, seat, discard_card(action))
        if action == DECLINE:
            return 0.0
        if action >= REMOVE:
            return float(size(state.stacks(remove_place(action))))
        return self.prior_of_taking(state, seat, take_place(action))

    def look(self, state: QarreState) -> None:
        field: i64 = 0
        while field < FIELD_COUNT:
            self.top[field] = state.tops(field)
            self.pile[field] = state.stacks(field)
            field += 1

    def prior_of_card(self, state: QarreState, seat: i64, action: i64) -> float:
        hand, reserve = state.hands(seat), state.reserve_top(seat)
        if action == END:
            return self.after(state, seat, hand) + self.later(state, reserve)
        if action >= RESERVE:
            card = reserve_card(action)
            prior = self.after(state, seat, hand ^ BIT[card]) - CARD
            if not chained(card, reserve):
                return prior - CHAIN + self.later_with(card, 1)
            return prior + self.later_with(card, 1 + chain(state, reserve))
        card, field = lay_card(action), lay_place(action)
        self.top[field] = card
        self.pile[field] |= BIT[card]
        points = self.combination(field)
        prior = float(points)
        if hand & BIT[card]:
            hand ^= BIT[card]
        else:
            reserve = state.below(card)
            prior += CARD
            if not chained(card, reserve):
                prior += CHAIN
        if reserve == NONE:
            total = state.scores(seat) + points
            if total >= state.target or total - state.scores(1 - seat) >= state.lead:
                prior += WINS
        elif BIT[reserve] & state.let_in() & self.fitting():
            prior += NOW * (CARD * float(chain(state, reserve)) + CHAIN)
            if self.scoring() & BIT[reserve]:
                prior += SCORE_NOW
        else:
            prior += self.later(state, reserve)
        return prior + self.after(state, seat, hand)

    def later(self, state: QarreState, reserve: i64) -> float:
        if reserve == NONE:
            return 0.0
        return self.later_with(reserve, chain(state, reserve))

    def later_with(self, reserve: i64, length: i64) -> float:
        if self.fitting() & BIT[reserve] == 0:
            return 0.0
        prior = LATER * (CARD * float(length) + CHAIN)
        if self.scoring() & BIT[reserve]:
            prior += SCORE_LATER
        return prior

    def combination(self, field: i64) -> i64:
        top = self.top
        row = top[field] * CARDS
        return POINTS[RELATION[row + top[field ^ 1]] + RELATION[row + top[field ^ 2]] + RELATION[row + top[field ^ 3]]]

    def prior_of_taking(self, state: QarreState, seat: i64, field: i64) -> float:
        card = self.top[field]
        under = state.below(card)
        prior: float = 0.0
        if under != NONE:
            self.top[field] = under
            prior += float(self.combination(field))
        if self.scoring() & BIT[card]:
            prior += TAKEN
        return prior

    def use(self, state: QarreState, seat: i64, card: i64) -> float:
        use: float = 0.0
        if self.fitting() & BIT[card]:
            use += USE_FITS
        if self.scoring() & BIT[card]:
            use += USE_SCORES
        return use

    def scoring(self) -> i64:
        top = self.top
        return scoring(top[0], top[1], top[2], top[3])

    def fitting(self) -> i64:
        top = self.top
        return MATES[top[0]] | MATES[top[1]] | MATES[top[2]] | MATES[top[3]]

    def after(self, state: QarreState, seat: i64, hand: i64) -> float:
        """Rate the base a seat leaves to the opponent."""
        scores, fits = self.scoring(), self.fitting()
        other = 1 - seat
        known = state.known(other)
        unseen = (state.stock | state.hands(other)) & ~known
        prior: float = 0.0
        theirs = state.reserve_top(other)
        if theirs != NONE:
            known |= BIT[theirs]
            if fits & BIT[theirs]:
                prior -= THEIRS * (CARD * float(chain(state, theirs)) + CHAIN)
        if known & scores:
            prior -= DANGER
        elif unseen:
            prior -= DANGER * 4.0 * float(size(scores & unseen)) / float(size(unseen))
        prior -= KINGS * self.kings(state)
        if scores & hand:
            prior += OWN
        prior += FITS * float(size(fits & hand))
        return prior

    def kings(self, state: QarreState) -> float:
        """Return how many cards the next king is expected to take."""
        left = state.actions_left
        if left == 0:
            left = state.action_deck
        cards: i64 = 0
        field: i64 = 0
        while field < FIELD_COUNT:
            if left & BIT[FIRST_KING + self.top[field] // CIRCLE]:
                cards += size(self.pile[field])
            field += 1
        return float(cards) / float(size(left))

    def rollout(self, state: State, rng: Rng, chance: Rng) -> None:
        """Play on for a few turns."""
        assert isinstance(state, QarreState)
        left = self.horizon
        turn = state.turn
        while state.current != OVER:
            if state.turn != turn:
                turn = state.turn
                left -= 1
                if left <= 0:
                    self.evaluate(state)
                    return
            seat = state.current
            if seat == CHANCE:
                state.apply(CHANCE, state.sample(chance))
            else:
                state.apply(seat, self.rollout_action(state, seat, rng))
        self.evaluate_terminal(state)

    def evaluate_terminal(self, state: State) -> None:
        assert isinstance(state, QarreState)
        to_one(self.values, state.winner)

    def evaluate(self, state: State) -> None:
        assert isinstance(state, QarreState)
        self.look(state)
        self.values[0] = self.standing(state, 0)
        self.values[1] = self.standing(state, 1)
        to_chances(self.values, 1.0)

    def standing(self, state: QarreState, seat: i64) -> float:
        hand, reserve = state.hands(seat), state.reserve_top(seat)
        found = (POINT + LATE / float(state.reshuffles_left())) * float(state.scores(seat))
        if state.turn == seat:
            found += TURN
        if state.tops(0) == NONE:
            return found - RESERVE_CARD * float(state.reserved(seat))
        scores, fits = self.scoring(), self.fitting()
        found += HAND_FITS * float(size(hand & fits))
        if hand & scores:
            found += SCORES
        if reserve == NONE:
            return found
        found -= RESERVE_CARD * float(state.reserved(seat)) + RESERVE_CHAIN * float(chains(state, reserve))
        found += LINK * float(size(hand & MATES[reserve]))
        if fits & BIT[reserve]:
            found += READY * float(chain(state, reserve))
        if scores & BIT[reserve]:
            found += SCORES
        return found
