"""Inference in Nussknacker: the likelihood of each value for the card laid aside, to one player.

In a guessed world the card aside is in plain sight. A player who announces there must not look at it, but may infer
it: from their own hand, and from the hands that would explain the others' questions and answers. All such hands are
counted. With two players that is exact. For an exchange between two other players it uses the cards instead of their
number, which is slightly more than a player can know.
"""

from math import log
from typing import Final, final

from carreau.bots.knowledge import clear
from carreau.core.bits import BIT, lowest, size
from carreau.core.game import NOBODY
from carreau.core.native import i64, mypyc_attr, vec
from carreau.games.nussknacker._spec import (
    question_asked,
    question_given,
    question_given_cards,
    question_returned_cards,
    question_value,
)
from carreau.games.nussknacker._state import NussknackerState
from carreau.games.nussknacker.tables import (
    CARDS,
    COMBINATIONS,
    COPIES,
    FORMING,
    KINDS,
    STEP,
    VALUES,
    fitting,
    numbers_for,
    ways_to_form,
)

CHOICES: Final[int] = len(COMBINATIONS)
MOST: Final[int] = len(VALUES) * COPIES  # cards
ONES: Final[i64] = sum(4**place for place in range(len(VALUES)))  # the lower bit of each value
HAND_SPACE: Final[int] = 4 ** len(VALUES)
HALVES: Final = vec[float]([0.5**pairs for pairs in range(len(VALUES) + 1)])


def hands_by_size() -> list[list[int]]:
    """Return all possible hands by size, in ascending order."""
    hands = [0]
    for value in VALUES:
        hands = [hand + number * int(4 ** (value - 1)) for number in range(COPIES + 1) for hand in hands]
    sizes: list[list[int]] = [[] for _ in range(MOST + 1)]
    for hand in sorted(hands):
        sizes[sum((hand >> 2 * value - 2) & 3 for value in VALUES)].append(hand)
    return sizes


BY_SIZE: Final = hands_by_size()
FIRST: Final = vec[i64]([sum(len(hands) for hands in BY_SIZE[:number]) for number in range(MOST + 2)])
HANDS: Final = vec[i64]([hand for hands in BY_SIZE for hand in hands])


def number_of(cards: i64) -> i64:
    """Count the cards of a hand, which has two bits for each value."""
    return size(cards & ONES) + 2 * size((cards >> 1) & ONES)


def has_all(cards: i64, some: i64) -> bool:
    """Return whether cards include some others; no value occurs more than twice."""
    return ((some >> 1 & ~(cards >> 1)) | (some & ~cards & ~(cards >> 1))) & ONES == 0


def too_many(cards: i64, more: i64) -> bool:
    """Return whether a value would occur more than twice with these cards added."""
    return ((cards >> 1 & (more | more >> 1)) | (cards & more >> 1)) & ONES != 0


def likelihood(state: NussknackerState, player: i64, hand: i64) -> float:
    """Return the likelihood of all that a player did with a hand, times the ways to be dealt it."""
    if not fits_pending(state, player, hand):
        return 0.0
    seats = state.seats
    likely: float = 1.0
    index = state.questions - 1
    asker = state.asker_of(state.questions) - 1
    while index >= 0:
        if asker < 0:
            asker += seats
        answered = state.question(index)
        if asker == player:
            hand = before_asking(hand, answered)
        elif question_asked(answered) == player:
            hand = before_answering(hand, answered)
        if hand < 0:
            return 0.0
        if asker != player and question_asked(answered) == player and question_given(answered):
            likely /= float(size(ways_to_form(hand, question_value(answered), question_given(answered))))
        index -= 1
        asker -= 1
    return likely * HALVES[size((hand >> 1) & ONES)]


def before_asking(hand: i64, answered: i64) -> i64:
    """Return the asker's hand before a question; -1 if it couldn't have been asked."""
    if question_given(answered):
        return before_exchange(hand, question_given_cards(answered), question_returned_cards(answered))
    if ways_to_form(hand, question_value(answered)) == 0:
        return -1
    return hand


def before_answering(hand: i64, answered: i64) -> i64:
    """Return the hand of the player asked before the answer; -1 if it couldn't have been given."""
    if question_given(answered):
        return before_exchange(hand, question_returned_cards(answered), question_given_cards(answered))
    if ways_to_form(hand, question_value(answered)):
        return -1
    return hand


def fits_pending(state: NussknackerState, player: i64, hand: i64) -> bool:
    """Return whether a hand explains what a player did about the open question."""
    if state.asked == NOBODY:
        return True
    if player == state.asker:
        return ways_to_form(hand, state.value, state.returned) != 0
    return player != state.asked or state.given == 0 or ways_to_form(hand, state.value, state.given) != 0


def before_exchange(hand: i64, got: i64, gave: i64) -> i64:
    """Return the hand before an exchange of combinations; -1 if that is impossible."""
    if fitting(hand) & BIT[got - 1] == 0:
        return -1
    hand -= CARDS[got - 1]
    if too_many(hand, CARDS[gave - 1]):
        return -1
    return hand + CARDS[gave - 1]


@final
@mypyc_attr(acyclic=True)
class Notebook:
    """A seat's inferences in one position."""

    def __init__(self, seats: i64) -> None:
        self.chances: vec[float] = vec[float]([0.0] * len(VALUES))  # of each value to be aside
        self.best: i64 = 1  # the most likely value, and how likely it is
        self.chance: float = 0.0
        self.doubt: float = 0.0  # the entropy of the chances: 0 if certain
        self.met: vec[i64] = vec[i64]([0] * 4)  # players about whom something is known
        self.count: i64 = 0
        others = 0 if seats == 2 else int(seats) - 1  # with two players nothing is asked for twice
        self.found: vec[float] = vec[float]([0.0] * (others * HAND_SPACE))  # likelihoods, by player met and hand
        self.stamps: vec[i64] = vec[i64]([0] * (others * HAND_SPACE))  # when each was computed
        self.stamp: i64 = 0
        self.gains: vec[float] = vec[float]([0.0] * (4 * len(VALUES)))  # by player and value to ask for
        self.sums: vec[float] = vec[float]([0.0] * len(VALUES))
        self.told: vec[float] = vec[float]([0.0] * ((CHOICES + len(VALUES)) * len(VALUES)))

    def write(self, state: NussknackerState, seat: i64) -> None:
        """Fill `chances` with what a seat can know."""
        clear(self.chances)
        self.stamp += 1
        self.meet_players(state, seat)
        self.deal_out(state, 0, unseen(state, seat), 1.0)
        total = total_of(self.chances)
        self.chance = -1.0
        self.doubt = 0.0
        value: i64 = 0
        while value < state.highest:
            self.chances[value] /= total
            if self.chances[value] > 0.0:
                self.doubt -= self.chances[value] * log(self.chances[value])
            if self.chances[value] > self.chance:
                self.chance = self.chances[value]
                self.best = value + 1
            value += 1

    def meet_players(self, state: NussknackerState, seat: i64) -> None:
        """Fill `met` with the other players who asked or answered."""
        acted: i64 = 0
        index: i64 = 0
        while index < state.questions:
            acted |= BIT[state.asker_of(index)] | BIT[state.question_asked(index)]
            index += 1
        if state.asked != NOBODY:
            acted |= BIT[state.asker]
            if state.given:
                acted |= BIT[state.asked]
        acted &= ~BIT[seat]
        self.count = 0
        while acted:
            self.met[self.count] = lowest(acted)
            self.count += 1
            acted &= acted - 1

    def deal_out(self, state: NussknackerState, index: i64, pool: i64, likely: float) -> None:
        """Enumerate the hands of the players met from `index` on, and count the card left aside."""
        if index == self.count:
            self.leave(state.highest, pool, likely * HALVES[size((pool >> 1) & ONES)])
            return
        player = self.met[index]
        number = state.held(player)
        if number_of(pool) == number + 1:
            self.deal_rest(state, index, pool, likely)
            return
        place = FIRST[number]
        end = FIRST[number + 1]
        while place < end:
            hand = HANDS[place]
            if hand > pool:
                return
            if has_all(pool, hand):
                weight = self.likely(state, index, hand)
                if weight > 0.0:
                    self.deal_out(state, index + 1, pool - hand, likely * weight)
            place += 1

    def likely(self, state: NussknackerState, index: i64, hand: i64) -> float:
        """Return the likelihood of a hand for a player met, cached if it may be needed again."""
        if len(self.found) == 0:
            return likelihood(state, self.met[index], hand)
        place = index * HAND_SPACE + hand
        if self.stamps[place] != self.stamp:
            self.stamps[place] = self.stamp
            self.found[place] = likelihood(state, self.met[index], hand)
        return self.found[place]

    def deal_rest(self, state: NussknackerState, index: i64, pool: i64, likely: float) -> None:
        """Give the last player all cards but the one aside."""
        chances = self.chances
        value: i64 = 0
        while value < state.highest:
            if (pool >> (2 * value)) & 3:
                chances[value] += likely * self.likely(state, index, pool - BIT[2 * value])
            value += 1

    def leave(self, highest: i64, pool: i64, likely: float) -> None:
        """Count each card of the pool as equally likely to be the one aside."""
        chances = self.chances
        value: i64 = 0
        while value < highest:
            chances[value] += likely * float((pool >> (2 * value)) & 3)
            value += 1

    # What a question would tell

    def weigh_questions(self, state: NussknackerState, seat: i64) -> None:
        """Fill `gains` with the expected information gain of each question; call write() first."""
        player: i64 = 0
        while player < state.seats:
            if player != seat:
                self.hear(state, player, unseen(state, seat))
                self.note_gains(state, player)
            player += 1

    def hear(self, state: NussknackerState, player: i64, pool: i64) -> None:
        """Fill `told` with the likelihood of each answer for each card aside."""
        clear(self.told)
        clear(self.sums)
        number = state.held(player)
        place = FIRST[number]
        end = FIRST[number + 1]
        while place < end and HANDS[place] <= pool:
            hand = HANDS[place]
            if has_all(pool, hand):
                weight = likelihood(state, player, hand)
                if weight > 0.0:
                    self.hear_from(state.highest, hand, pool - hand, weight)
            place += 1

    def hear_from(self, highest: i64, hand: i64, left: i64, weight: float) -> None:
        self.tell(self.sums, 0, highest, left, weight)
        value: i64 = 1
        while value <= highest:
            numbers = numbers_for(hand, value)
            if numbers == 0:
                self.tell(self.told, (CHOICES + value - 1) * KINDS, highest, left, weight)
            share = weight / float(max(1, size(numbers)))
            while numbers:
                ways = ways_to_form(hand, value, lowest(numbers) + 1)
                each = share / float(size(ways))
                while ways:
                    self.tell(self.told, lowest(ways) * KINDS, highest, left, each)
                    ways &= ways - 1
                numbers &= numbers - 1
            value += 1

    def tell(self, table: vec[float], first: i64, highest: i64, left: i64, weight: float) -> None:
        value: i64 = 0
        while value < highest:
            table[first + value] += weight * float((left >> (2 * value)) & 3)
            value += 1

    def note_gains(self, state: NussknackerState, player: i64) -> None:
        value: i64 = 1
        while value <= state.highest:
            found = self.doubt_after((CHOICES + value - 1) * KINDS, state.highest)
            ways = FORMING[value * STEP]
            while ways:
                found += self.doubt_after(lowest(ways) * KINDS, state.highest)
                ways &= ways - 1
            self.gains[player * KINDS + value - 1] = self.doubt - found
            value += 1

    def doubt_after(self, first: i64, highest: i64) -> float:
        """Return the entropy after an answer, weighted by the answer's probability."""
        doubt: float = 0.0
        total: float = 0.0
        value: i64 = 0
        while value < highest:
            if self.told[first + value] > 0.0:
                likely = self.chances[value] * self.told[first + value] / self.sums[value]
                if likely > 0.0:
                    doubt -= likely * log(likely)
                    total += likely
            value += 1
        if total > 0.0:
            doubt += total * log(total)
        return doubt


def unseen(state: NussknackerState, seat: i64) -> i64:
    """Return all cards but those in a seat's own hand, as counts."""
    return COPIES * (ONES & (BIT[2 * state.highest] - 1)) - state.hands(seat)


def total_of(table: vec[float]) -> float:
    total: float = 0.0
    index: i64 = 0
    while index < i64(len(table)):
        total += table[index]
        index += 1
    return total
