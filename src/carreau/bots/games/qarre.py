"""What helps to play Qarré: which cards would score on a base, for oneself now and for the other player next.

A position is judged between two turns, as nothing is settled before.
"""

from math import exp
from typing import Final, final

from carreau.bots.knowledge import Knowledge
from carreau.core._native import i64, vec
from carreau.core.bits import BIT, size
from carreau.core.game import CHANCE, NOBODY, OVER, State
from carreau.core.rng import Rng
from carreau.games.qarre.board import NONE, PILE, TOP, below
from carreau.games.qarre.rules import (
    DECLINE,
    DISCARD,
    END,
    HAND,
    KING,
    KNOWN,
    LAY,
    REMOVE,
    RESERVE,
    RESERVE_TOP,
    RESERVED,
    SCORE,
    TAKE,
    QarreState,
)
from carreau.games.qarre.tables import CARDS, CIRCLE, FIELDS, MATES, POINTS, RELATION, SUIT_COUNT, points_of, relation

FIRST_KING: Final[i64] = KING * SUIT_COUNT


def completing_table() -> list[int]:
    """For each two cards: those that make a trio of them."""
    return [
        sum(2**card for card in range(CARDS) if points_of(relation(card, one) + relation(card, other)))
        for one in range(CARDS)
        for other in range(CARDS)
    ]


TRIO: Final = vec[i64](completing_table())


def scoring(a: i64, b: i64, c: i64, d: i64) -> i64:
    """The cards that can be laid for a trio or quartet on a base with these on top."""
    every = TRIO[a * CARDS + b] | TRIO[a * CARDS + c] | TRIO[b * CARDS + d] | TRIO[c * CARDS + d]
    falling = (MATES[b] | MATES[c]) & (every | TRIO[b * CARDS + c])
    rising = (MATES[a] | MATES[d]) & (every | TRIO[a * CARDS + d])
    return falling | rising


def chained(card: i64, other: i64) -> bool:
    """Whether a reserve card can be laid right after the one above it."""
    return card != NONE and other != NONE and MATES[other] & BIT[card] != 0


def chain(cells: vec[i64], card: i64) -> i64:
    """How many cards of a reserve from one on can be laid one after the other."""
    length: i64 = 1
    under = below(cells, card)
    while under != NONE and MATES[card] & BIT[under]:
        card = under
        under = below(cells, card)
        length += 1
    return length


def chains(cells: vec[i64], card: i64) -> i64:
    """How many chains a reserve has from its top on."""
    count: i64 = 0
    while card != NONE:
        under = below(cells, card)
        if under == NONE or MATES[card] & BIT[under] == 0:
            count += 1
        card = under
    return count


@final
class QarreKnowledge(Knowledge):
    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.horizon = 2  # turns
        self.tries = 4
        self.trust = 0.5
        self.curiosity = 0.2
        self.worlds = 4
        # weights
        self.w_danger = 1.0
        self.w_kings = 0.3
        self.w_own = 0.8
        self.w_fit = 0.1
        self.w_card = 1.0
        self.w_chain = 2.0
        self.w_now = 0.9
        self.w_later = 0.5
        self.w_theirs = 0.5
        self.w_score = 2.0
        self.w_scorelater = 0.5
        self.w_win = 10.0
        self.w_taken = 2.0
        self.w_usefit = 0.5
        self.w_usesc = 2.0
        self.j_score = 0.04
        self.j_late = 0.16
        self.j_card = 0.14
        self.j_chain = 0.14
        self.j_fit = 0.14
        self.j_hand = 0.07
        self.j_link = 0.1
        self.j_scoring = 0.07
        self.j_turn = 0.03
        self.top = vec[i64]([0] * 4)
        self.pile = vec[i64]([0] * 4)

    def points(self, state: State, seat: i64) -> i64:
        assert isinstance(state, QarreState)
        return state.points()[seat]

    def worth(self, state: State, seat: i64, action: i64) -> float:
        assert isinstance(state, QarreState)
        self.look(state)
        if action >= LAY:
            return self.worth_of_card(state, seat, action)
        if action >= DISCARD:
            return -self.use(state, seat, action - DISCARD)
        if action == DECLINE:
            return 0.0
        if action >= REMOVE:
            return float(size(state.cells[PILE + action - REMOVE]))
        return self.worth_of_taking(state, seat, action - TAKE)

    def look(self, state: QarreState) -> None:
        cells = state.cells
        field: i64 = 0
        while field < FIELDS:
            self.top[field] = cells[TOP + field]
            self.pile[field] = cells[PILE + field]
            field += 1

    def worth_of_card(self, state: QarreState, seat: i64, action: i64) -> float:
        cells = state.cells
        hand, reserve = cells[HAND + seat], cells[RESERVE_TOP + seat]
        if action == END:
            return self.after(state, seat, hand) + self.later(cells, reserve)
        if action >= RESERVE:
            card = action - RESERVE
            worth = self.after(state, seat, hand ^ BIT[card]) - self.w_card
            if not chained(card, reserve):
                return worth - self.w_chain + self.later_with(card, 1)
            return worth + self.later_with(card, 1 + chain(cells, reserve))
        card, field = (action - LAY) // FIELDS, (action - LAY) % FIELDS
        self.top[field] = card
        self.pile[field] |= BIT[card]
        points = self.combination(field)
        worth = float(points)
        if hand & BIT[card]:
            hand ^= BIT[card]
        else:
            reserve = below(cells, card)
            worth += self.w_card
            if not chained(card, reserve):
                worth += self.w_chain
        if reserve == NONE:
            total = cells[SCORE + seat] + points
            if total >= state.target or total - cells[SCORE + 1 - seat] >= state.lead:
                worth += self.w_win
        elif BIT[reserve] & state.let_in() & self.fitting():
            worth += self.w_now * (self.w_card * float(chain(cells, reserve)) + self.w_chain)
            if self.scoring() & BIT[reserve]:
                worth += self.w_score
        else:
            worth += self.later(cells, reserve)
        return worth + self.after(state, seat, hand)

    def later(self, cells: vec[i64], reserve: i64) -> float:
        if reserve == NONE:
            return 0.0
        return self.later_with(reserve, chain(cells, reserve))

    def later_with(self, reserve: i64, length: i64) -> float:
        if self.fitting() & BIT[reserve] == 0:
            return 0.0
        worth = self.w_later * (self.w_card * float(length) + self.w_chain)
        if self.scoring() & BIT[reserve]:
            worth += self.w_scorelater
        return worth

    def combination(self, field: i64) -> i64:
        top = self.top
        row = top[field] * CARDS
        return POINTS[RELATION[row + top[field ^ 1]] + RELATION[row + top[field ^ 2]] + RELATION[row + top[field ^ 3]]]

    def worth_of_taking(self, state: QarreState, seat: i64, field: i64) -> float:
        card = self.top[field]
        under = below(state.cells, card)
        worth: float = 0.0
        if under != NONE:
            self.top[field] = under
            worth += float(self.combination(field))
        if self.scoring() & BIT[card]:
            worth += self.w_taken
        return worth

    def use(self, state: QarreState, seat: i64, card: i64) -> float:
        use: float = 0.0
        if self.fitting() & BIT[card]:
            use += self.w_usefit
        if self.scoring() & BIT[card]:
            use += self.w_usesc
        return use

    def scoring(self) -> i64:
        top = self.top
        return scoring(top[0], top[1], top[2], top[3])

    def fitting(self) -> i64:
        top = self.top
        return MATES[top[0]] | MATES[top[1]] | MATES[top[2]] | MATES[top[3]]

    def after(self, state: QarreState, seat: i64, hand: i64) -> float:
        """What a base is worth to a seat that leaves it to the other one."""
        cells = state.cells
        scores, fits = self.scoring(), self.fitting()
        other = 1 - seat
        known = cells[KNOWN + other]
        unseen = (state.stock | cells[HAND + other]) & ~known
        worth: float = 0.0
        theirs = cells[RESERVE_TOP + other]
        if theirs != NONE:
            known |= BIT[theirs]
            if fits & BIT[theirs]:
                worth -= self.w_theirs * (self.w_card * float(chain(cells, theirs)) + self.w_chain)
        if known & scores:
            worth -= self.w_danger
        elif unseen:
            worth -= self.w_danger * 4.0 * float(size(scores & unseen)) / float(size(unseen))
        worth -= self.w_kings * self.kings(state)
        if scores & hand:
            worth += self.w_own
        worth += self.w_fit * float(size(fits & hand))
        return worth

    def kings(self, state: QarreState) -> float:
        """How many cards the next king is expected to take."""
        left = state.actions_left
        if left == 0:
            left = state.action_deck
        cards: i64 = 0
        field: i64 = 0
        while field < FIELDS:
            if left & BIT[FIRST_KING + self.top[field] // CIRCLE]:
                cards += size(self.pile[field])
            field += 1
        return float(cards) / float(size(left))

    def play_out(self, state: State, rng: Rng) -> None:
        """Play on for some turns, to the end of the last."""
        assert isinstance(state, QarreState)
        left = self.horizon
        turn = state.turn
        while state.current != OVER:
            if state.turn != turn:
                turn = state.turn
                left -= 1
                if left <= 0:
                    self.judge(state)
                    return
            seat = state.current
            if seat == CHANCE:
                state.apply(CHANCE, state.sample(rng))
            else:
                state.apply(seat, self.choose(state, seat, rng))
        self.ended(state)

    def ended(self, state: State) -> None:
        assert isinstance(state, QarreState)
        if state.winner == NOBODY:
            self.values[0] = 0.5
        else:
            self.values[0] = float(1 - state.winner)
        self.values[1] = 1.0 - self.values[0]

    def judge(self, state: State) -> None:
        assert isinstance(state, QarreState)
        self.look(state)
        lead = self.standing(state, 0) - self.standing(state, 1)
        self.values[0] = 1.0 / (1.0 + exp(-lead))
        self.values[1] = 1.0 - self.values[0]

    def standing(self, state: QarreState, seat: i64) -> float:
        cells = state.cells
        hand, reserve = cells[HAND + seat], cells[RESERVE_TOP + seat]
        found = (self.j_score + self.j_late / float(state.limit - state.reshuffles)) * float(cells[SCORE + seat])
        if state.turn == seat:
            found += self.j_turn
        if cells[TOP] == NONE:
            return found - self.j_card * float(cells[RESERVED + seat])
        scores, fits = self.scoring(), self.fitting()
        found += self.j_hand * float(size(hand & fits))
        if hand & scores:
            found += self.j_scoring
        if reserve == NONE:
            return found
        found -= self.j_card * float(cells[RESERVED + seat]) + self.j_chain * float(chains(cells, reserve))
        found += self.j_link * float(size(hand & MATES[reserve]))
        if fits & BIT[reserve]:
            found += self.j_fit * float(chain(cells, reserve))
        if scores & BIT[reserve]:
            found += self.j_scoring
        return found
