"""The deals that fit what a seat of Raufer knows.

A deal gives every card its place: a slot in one of the batches of a player, or among the cards that
nobody has seen (the pile and those face down in front of players). All deals are equally likely, so
a belief is a count of the deals that contradict nothing: no card still held lies on the side of an
order that its batch has failed, and every card laid comes from a batch that could have held it then.
"""

from typing import final

from carreau.core.bits import BIT, lowest, nth, size
from carreau.core.native import i64, vec
from carreau.core.rng import Rng
from carreau.games.raufer.rules import RauferRules


@final
class Deals:
    """The deals that fit what a seat knows, counted so that each can be drawn by its number.

    The cards are given their places one after the other. `ways` has, for every choice of room left in
    the places, the number of ways to go on from there; room left is a number in mixed radix, place p
    worth stride[p]. The sum of the room left is the number of cards left, so it tells which card is next.
    The slots of a place are told apart, so all numbers are at most 20!, which is below 2**62.
    """

    def __init__(self, known: RauferRules, own_hand: i64, own_batches: i64) -> None:
        self.known = known
        self.nowhere = known.batches  # the place of cards that nobody has seen
        self.room = vec[i64]([0] * int(known.batches + 1))
        self.stride = vec[i64]([0] * int(known.batches + 1))
        self.cards = vec[i64]([0] * int(known.floors))
        self.choices = vec[i64]([0] * int(known.floors))  # the places each card may have, as bits
        self.count: i64 = 0
        self.owners = vec[i64]([known.owner(batch) for batch in range(int(known.batches))])
        self.make_room(own_batches)
        self.add_laid(own_batches)
        self.add_unseen(known.laid | own_hand, own_batches)
        self.ways = vec[i64]([0] * int(self.set_strides()))
        self.count_ways()

    def make_room(self, own_batches: i64) -> None:
        """Make a slot for each card that the seat hasn't seen, in the batches of others or where nobody has seen it."""
        elsewhere = self.known.floors
        for batch in range(self.known.batches):
            elsewhere -= self.known.sizes(batch)
            if own_batches & BIT[batch] == 0:
                self.room[batch] = self.known.sizes(batch)
        self.room[self.nowhere] = elsewhere

    def add_laid(self, own_batches: i64) -> None:
        """Add the cards that others have laid; one that can only come from one batch takes its slot at once."""
        for card in range(1, self.known.floors + 1):
            origins = self.known.origins(card) & ~own_batches
            if origins & (origins - 1):
                self.add(card, origins)
            elif origins:
                self.room[lowest(origins)] -= 1

    def add_unseen(self, seen: i64, own_batches: i64) -> None:
        """Add all cards that the seat hasn't seen, with the batches that may contain them."""
        for card in range(1, self.known.floors + 1):
            if seen & BIT[card] == 0:
                self.add(card, BIT[self.nowhere] | self.possible_batches(card) & ~own_batches)

    def possible_batches(self, card: i64) -> i64:
        batches: i64 = 0
        for batch in range(self.known.batches):
            if self.known.ruled_out(batch) & BIT[card] == 0:
                batches |= BIT[batch]
        return batches

    def add(self, card: i64, choices: i64) -> None:
        """Add a card, and the places it may have as a set."""
        self.cards[self.count] = card
        self.choices[self.count] = choices
        self.count += 1

    def set_strides(self) -> i64:
        """Fix what each place is worth in the number for the room left; return how many such numbers there are."""
        stride: i64 = 1
        for place in range(self.nowhere + 1):
            self.stride[place] = stride
            stride *= self.room[place] + 1
        return stride

    def count_ways(self) -> None:
        """Fill the table from no room left upwards: each entry needs only smaller ones."""
        left = vec[i64]([0] * len(self.room))
        cards_left: i64 = 0
        self.ways[0] = 1
        for index in range(1, i64(len(self.ways))):
            place: i64 = 0
            while left[place] == self.room[place]:
                cards_left -= left[place]
                left[place] = 0
                place += 1
            left[place] += 1
            cards_left += 1
            self.ways[index] = self.ways_on(self.choices[self.count - cards_left], left, index)

    def ways_on(self, choices: i64, left: vec[i64], index: i64) -> i64:
        """Add up the ways to go on if the next card takes any slot of the places it may have."""
        total: i64 = 0
        for place in range(self.nowhere + 1):
            if choices & BIT[place] and left[place]:
                total += left[place] * self.ways[index - self.stride[place]]
        return total

    def number(self) -> i64:
        """Count the deals."""
        return self.ways[i64(len(self.ways)) - 1]

    def fill(self, state: RauferRules, drew: i64, rng: Rng) -> None:
        """Give a state the hidden cards of one deal, each deal with the same chance."""
        rank = rng.wide_below(self.number())
        left = self.room[:]
        index = i64(len(self.ways)) - 1
        for card in range(self.count):
            place: i64 = 0
            going_on = self.ways_by(card, place, left, index)
            while rank >= left[place] * going_on:
                rank -= left[place] * going_on
                place += 1
                going_on = self.ways_by(card, place, left, index)
            rank %= going_on
            index -= self.stride[place]
            left[place] -= 1
            self.put(state, self.cards[card], place)
        self.lay_face_down(state, drew, rng)

    def ways_by(self, card: i64, place: i64, left: vec[i64], index: i64) -> i64:
        """Count the ways to go on if a card takes one slot of a place; 0 if it can't."""
        if self.choices[card] & BIT[place] == 0 or left[place] == 0:
            return 0
        return self.ways[index - self.stride[place]]

    def put(self, state: RauferRules, card: i64, place: i64) -> None:
        """Give a state a card: into the hand of the batch's owner unless it was laid, or into the pile."""
        if place == self.nowhere:
            state.pile |= BIT[card]
        elif state.laid & BIT[card] == 0:
            state.add_to_hands(self.owners[place], BIT[card])

    def lay_face_down(self, state: RauferRules, drew: i64, rng: Rng) -> None:
        """Give one unseen card to each player who drew."""
        for seat in range(state.seats):
            if drew & BIT[seat]:
                card = nth(state.pile, rng.below(size(state.pile)))
                state.pile ^= BIT[card]
                state.add_to_drawn(seat, BIT[card])
