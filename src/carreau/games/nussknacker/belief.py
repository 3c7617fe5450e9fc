"""The beliefs of a seat in Nussknacker: all worlds that fit its knowledge, with their weights.

A world gives cards to those players who have asked or were asked, apart from the seat itself; it is one integer
with two bits for each value of each of their hands. All other unseen cards lie in a pool: the card aside, and the
hands of players of whom only the number of cards is known. Any way to share out the pool is as likely as any other.

Worlds are weighed by the number of ways in which physical cards can be dealt like that, and followed from one
question to the next. Worlds in which somebody could not have asked or answered as they did are dropped. Where two
others exchange cards, a world goes on in all the ways in which they may have done so, and all are equally likely
(nuss.r8). To guess, one goes back from one of the last worlds through the exchanges that may have led to it.
"""

from bisect import bisect_right
from itertools import accumulate
from math import comb
from typing import Final, final

from carreau.core.bits import BIT, members, size
from carreau.core.game import NOBODY
from carreau.core.rng import Rng
from carreau.games.nussknacker import tables
from carreau.games.nussknacker._spec import NussknackerStage as Stage
from carreau.games.nussknacker.board import UNSEEN
from carreau.games.nussknacker.rules import NussknackerRules

NOT_SEEN: Final = -1
WIDE: Final = float(2**62)

Worlds = dict[int, float]
Hands = list[tuple[int, float]]  # with the number of ways to make each


def draw(rng: Rng, sums: list[float]) -> int:
    """Draw an index, weighted by what it adds to the running sums."""
    drawn = float(int(rng.wide())) / WIDE * sums[-1]
    return min(bisect_right(sums, drawn), len(sums) - 1)


@final
class Asked:
    """A question with its answer, as a seat saw it. Without cards given it was a no, or is not answered yet."""

    def __init__(
        self, asker: int, asked: int, value: int, given: int, returned: int, cards: int = NOT_SEEN, back: int = NOT_SEEN
    ) -> None:
        self.asker = asker
        self.asked = asked
        self.value = value
        self.given = given
        self.returned = returned
        self.given_cards = cards  # combinations count from 0
        self.returned_cards = back
        self.met: list[int] = []  # the players of whom something is known since this question
        self.before: Worlds = {}  # the worlds before two others exchanged cards
        self.exchanges: dict[tuple[int, int], list[int]] = {}  # by hand and number of cards

    def ways(self, hand: int, number: int) -> int:
        """Return the set of combinations in a hand that form the value with this number of cards; 0 is any number."""
        return int(tables.ways_to_form(hand, self.value, number))

    def chance(self, hand: int, asks: bool) -> float:
        """Return how likely the asker, or the player asked, would have done the same with a hand."""
        return self.asker_chance(hand) if asks else self.answer_chance(hand)

    def choices(self, hand: int, number: int) -> list[int]:
        """List the cards of each combination that may have been pushed over from a hand, found once."""
        found = self.exchanges.get((hand, number))
        if found is None:
            found = [int(tables.CARDS[cards]) for cards in members(self.ways(hand, number))]
            self.exchanges[hand, number] = found
        return found

    def asker_chance(self, hand: int) -> float:
        """Return 1 if the asker could ask and pay back with a hand, else 0 (nuss.5, nuss.r8)."""
        ways = self.ways(hand, self.returned)
        if self.returned_cards != NOT_SEEN:
            ways &= int(BIT[self.returned_cards])
        return float(ways != 0)

    def answer_chance(self, hand: int) -> float:
        """Return how likely the answer is with a hand: all combinations of the number pushed are (nuss.r2)."""
        ways = self.ways(hand, self.given)
        if not self.given:
            return float(ways == 0)
        if self.given_cards == NOT_SEEN:
            return float(ways != 0)
        return float(ways & int(BIT[self.given_cards]) != 0) / max(1, int(size(ways)))

    def difference(self) -> int:
        """Return the change of the asked player's hand, as counts of cards."""
        return int(tables.CARDS[self.returned_cards] - tables.CARDS[self.given_cards])


@final
class Belief:
    """The worlds of one seat after all questions of the deal."""

    def __init__(self, known: NussknackerRules, seat: int, held: list[int]) -> None:
        self.known = known
        self.seat = seat
        self.width = 2 * int(known.highest)  # bits of a hand
        self.mask = int(BIT[self.width]) - 1
        self.all_cards = sum(tables.COPIES * int(BIT[2 * index]) for index in range(int(known.highest)))
        if known.aside != UNSEEN:
            self.all_cards -= int(BIT[2 * (known.aside - 1)])
        self.hand = int(known.hands(seat)) if seat >= 0 else 0
        self.sizes = list(held)
        self.met: list[int] = []
        self.pending: Asked | None = None  # the question that is not answered yet
        self.halves: dict[int, list[Hands]] = {}
        self.history: list[Asked] = []
        self.read_history()
        self.worlds: Worlds = {0: 1.0}
        for asked in self.history:
            self.meet(asked, asked.asker, True)
            self.meet(asked, asked.asked, False)
            self.exchange(asked)
        self.follow_pending()
        self.keys = list(self.worlds)
        self.sums = list(accumulate(self.worlds.values()))

    def read_history(self) -> None:
        """Read the questions of this deal, and restore the seat's hand and all sizes to what was dealt."""
        known = self.known
        for index in range(int(known.questions)):
            asked, value, given, returned, _, _ = known.dump_question(index)
            cards, back = int(known.question_given_cards(index)) - 1, int(known.question_returned_cards(index)) - 1
            question = Asked(int(known.asker_of(index)), asked, value, given, returned, cards, back)
            if cards != NOT_SEEN:
                self.hand -= self.own_share(question)
            self.sizes[asked] += given - returned
            self.sizes[question.asker] += returned - given
            self.history.append(question)

    def own_share(self, asked: Asked) -> int:
        """Return the change of the seat's own hand in an exchange that it took part in."""
        return asked.difference() if self.seat == asked.asked else -asked.difference()

    # From one question to the next

    def shift(self, seat: int) -> int:
        return seat * self.width

    def hand_in(self, world: int, seat: int) -> int:
        return world >> seat * self.width & self.mask

    def pool(self, world: int) -> int:
        """Return the unseen cards that a world gives to nobody in particular."""
        left = self.all_cards - self.hand
        for seat in self.met:
            left -= world >> seat * self.width & self.mask
        return left

    def follow_pending(self) -> None:
        """Take the open question into account, too."""
        if self.known.asked == NOBODY:
            return
        known = self.known
        asked = Asked(int(known.asker), int(known.asked), int(known.value), int(known.given), int(known.returned))
        self.meet(asked, asked.asker, True)
        if asked.given:
            self.meet(asked, asked.asked, False)
        self.pending = asked

    def meet(self, asked: Asked, seat: int, asks: bool) -> None:
        """Keep the worlds in which a player could do what was done."""
        if seat == self.seat:
            return
        if seat in self.met:
            kept: Worlds = {}
            for world, weight in self.worlds.items():
                chance = asked.chance(self.hand_in(world, seat), asks)
                if chance:
                    kept[world] = weight * chance
            self.worlds = kept
        else:
            self.worlds = self.dealt(asked, seat, asks)
            self.met.append(seat)
            asked.met.append(seat)

    def dealt(self, asked: Asked, seat: int, asks: bool) -> Worlds:
        """Return every world with every hand that a player, met for the first time, may have been dealt."""
        kept: Worlds = {}
        hands_of: dict[int, Hands] = {}
        for world, weight in self.worlds.items():
            pool = self.pool(world)
            hands = hands_of.get(pool)
            if hands is None:
                hands = []
                for hand, ways in self.split(pool, self.sizes[seat]):
                    chance = asked.chance(hand, asks)
                    if chance:
                        hands.append((hand << seat * self.width, ways * chance))
                hands_of[pool] = hands
            for shifted, likely in hands:
                kept[world + shifted] = weight * likely
        return kept

    def split(self, pool: int, number: int) -> Hands:
        """List the hands of a size from a pool, each with the number of ways in which physical cards form it."""
        low, high = pool & int(tables.HALF_MASK), pool >> int(tables.HALF_BITS) << int(tables.HALF_BITS)
        ones, others = self.split_half(low), self.split_half(high)
        hands: Hands = []
        for few in range(max(0, number + 1 - len(others)), min(number + 1, len(ones))):
            more = others[number - few]
            for one, ways in ones[few]:
                for other, other_ways in more:
                    hands.append((one + other, ways * other_ways))
        return hands

    def split_half(self, pool: int) -> list[Hands]:
        """List the hands from a pool of only low or only high values by number of cards, found once."""
        found = self.halves.get(pool)
        if found is None:
            found = [[(0, 1.0)]]
            for value in tables.VALUES:
                have = int(tables.count_of(pool, value))
                grown: list[Hands] = [[] for _ in range(len(found) + have)]
                for number, hands in enumerate(found):
                    for take in range(have + 1):
                        card, ways = take * int(BIT[2 * value - 2]), comb(have, take)
                        grown[number + take] += [(hand + card, before * ways) for hand, before in hands]
                found = grown
            self.halves[pool] = found
        return found

    def exchange(self, asked: Asked) -> None:  # nuss.6
        if asked.given == 0:
            return
        if asked.given_cards == NOT_SEEN:
            asked.before = self.worlds
            self.worlds = self.exchanged(asked)
            return
        self.hand += self.own_share(asked)
        changed = self.others_change(asked)
        self.worlds = {world + changed: weight for world, weight in self.worlds.items()}

    def others_change(self, asked: Asked) -> int:
        """Apply an exchange with the seat itself to all worlds."""
        if self.seat == asked.asked:
            return -(asked.difference() << self.shift(asked.asker))
        return asked.difference() << self.shift(asked.asked)

    def exchanged(self, asked: Asked) -> Worlds:
        """Return the worlds after an exchange of two others, each in all the ways they may have made it."""
        after: Worlds = {}
        give, take = self.shift(asked.asked), self.shift(asked.asker)
        for world, weight in self.worlds.items():
            given = asked.choices(world >> give & self.mask, asked.given)
            returned = asked.choices(world >> take & self.mask, asked.returned)
            share = weight / (len(given) * len(returned))
            for one in given:
                for other in returned:
                    changed = world + ((other - one) << give) - ((other - one) << take)
                    after[changed] = after.get(changed, 0.0) + share
        return after

    # One of the worlds

    def fill(self, state: NussknackerRules, rng: Rng) -> None:
        """Give a state the hidden cards of one world, and the choices that led to it."""
        world = self.keys[draw(rng, self.sums)]
        for seat in self.met:
            state.add_to_hands(seat, self.hand_in(world, seat))
        asked = self.pending
        if asked is not None and state.stage >= Stage.RETURNING and asked.asked != self.seat:
            pushed = members(asked.ways(self.hand_in(world, asked.asked), asked.given))
            state.given_cards = pushed[int(rng.below(len(pushed)))] + 1
        self.share_out(state, self.pool(world), rng)
        world = self.before_meeting(world, asked.met if asked is not None else [])
        for index in reversed(range(len(self.history))):
            world = self.go_back(state, index, world, rng)

    def share_out(self, state: NussknackerRules, pool: int, rng: Rng) -> None:
        """Give cards of the pool to the players not met yet and one aside; the rest is still to be dealt."""
        cards = tables.listed(pool)
        if state.stage > Stage.LAYING_ASIDE and state.aside == UNSEEN:
            state.aside = cards.pop(int(rng.below(len(cards))))
        for seat, number in enumerate(self.sizes):
            if seat != self.seat and seat not in self.met:
                for _card in range(number):
                    state.add_to_hands(seat, BIT[2 * cards.pop(int(rng.below(len(cards)))) - 2])
        state.deck = 0
        for card in cards:
            state.deck |= BIT[2 * card - 1] if state.deck & BIT[2 * card - 2] else BIT[2 * card - 2]

    def go_back(self, state: NussknackerRules, index: int, world: int, rng: Rng) -> int:
        """Return the world before a question; if the exchange was hidden, draw one and note it in the state."""
        asked = self.history[index]
        if asked.given and asked.given_cards == NOT_SEEN:
            world = self.draw_exchange(state, index, world, rng)
        elif asked.given:
            world -= self.others_change(asked)
        return self.before_meeting(world, asked.met)

    def before_meeting(self, world: int, seats: list[int]) -> int:
        """Return a world without the hands of some players, of whom nothing was known before."""
        for seat in seats:
            world &= ~(self.mask << self.shift(seat))
        return world

    def draw_exchange(self, state: NussknackerRules, index: int, world: int, rng: Rng) -> int:
        """Draw one of the exchanges that may have led to a world; note it in the state and undo it."""
        asked = self.history[index]
        found: list[tuple[int, int, int]] = []
        weights: list[float] = []
        for one in members(tables.FORMING[asked.value * tables.STEP + asked.given]):
            for other in members(tables.FORMING[asked.value * tables.STEP + asked.returned]):
                difference = int(tables.CARDS[other] - tables.CARDS[one])
                before = world - (difference << self.shift(asked.asked)) + (difference << self.shift(asked.asker))
                given = asked.ways(self.hand_in(before, asked.asked), asked.given)
                returned = asked.ways(self.hand_in(before, asked.asker), asked.returned)
                if before in asked.before and given & int(BIT[one]) and returned & int(BIT[other]):
                    found.append((before, one, other))
                    weights.append(asked.before[before] / (int(size(given)) * int(size(returned))))
        before, one, other = found[draw(rng, list(accumulate(weights)))]
        state.change_question_given_cards(index, one + 1)
        state.change_question_returned_cards(index, other + 1)
        return before

    # What the seat may believe, in numbers

    def notebook(self) -> list[list[float]]:
        """Return how likely each hand has a card of each value and, in the last row, the card aside is of it."""
        rows = [[0.0] * int(self.known.highest) for _ in range(len(self.sizes) + 1)]
        for world, weight in self.worlds.items():
            pool = tables.listed(self.pool(world))
            for seat, row in enumerate(rows):
                for index in range(len(row)):
                    row[index] += weight * self.place_chance(world, pool, seat, index + 1)
        return [[chance / self.sums[-1] for chance in row] for row in rows]

    def place_chance(self, world: int, pool: list[int], seat: int, value: int) -> float:
        """Return how likely a seat, or the card aside, has a value in one world."""
        if seat == self.seat:
            return float(tables.count_of(self.hand, value) != 0)
        if seat in self.met:
            return float(tables.count_of(self.hand_in(world, seat), value) != 0)
        aside = seat == len(self.sizes)
        if aside and (self.known.aside != UNSEEN or self.known.stage <= Stage.LAYING_ASIDE):
            return float(self.known.aside == value)
        number = 1 if aside else self.sizes[seat]
        return 1.0 - comb(len(pool) - pool.count(value), number) / comb(len(pool), number)
