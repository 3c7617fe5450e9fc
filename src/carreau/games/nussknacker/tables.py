"""The cards of Nussknacker as counts, and every combination of them that forms a value.

Cards are counted with two bits for each value: a 1 and two 3s are 0b10_00_01. A set of combinations is one
integer with a bit for each; all that fit into some cards are found by looking up the low and the high values.
"""

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Final

from carreau.core.bits import BIT
from carreau.core.native import i64, vec
from carreau.games.components import components

BOX: Final = components("nussknacker")
COPIES: Final[int] = BOX["copies"]
HIGHEST: Final[int] = max(BOX["highest"].values())
KINDS: Final[i64] = max(BOX["highest"].values())  # the same for machine arithmetic
VALUES: Final = range(1, HIGHEST + 1)
HALF: Final[int] = HIGHEST // 2  # values looked up at a time
HALF_BITS: Final[i64] = 2 * HALF
HALF_MASK: Final[i64] = 4**HALF - 1


# Every choice of cards that forms a value of the game (nuss.4), by value and number of cards.
COMBINATIONS: Final = sorted(
    (
        cards
        for number in range(1, HIGHEST + 1)
        for cards in combinations_with_replacement(VALUES, number)
        if sum(cards) <= HIGHEST and all(cards.count(card) <= COPIES for card in cards)
    ),
    key=lambda cards: (sum(cards), len(cards), cards),
)
NAMES: Final = ["+".join(map(str, cards)) for cards in COMBINATIONS]
MOST_CARDS: Final[int] = max(len(cards) for cards in COMBINATIONS)
STEP: Final[i64] = MOST_CARDS + 1


def packed(cards: Sequence[int]) -> int:
    """Return the counts of some cards, at most three of a value; listed() is the inverse."""
    return sum(int(4 ** (card - 1)) for card in cards)


def bits_where(chosen: list[bool]) -> int:
    """Return the set of the places where a list is true."""
    return sum(int(2**index) for index, each in enumerate(chosen) if each)


def fitting_table(first: int) -> list[int]:
    """Return the combinations that fit the counts of HALF values from `first` on, by these counts."""
    values = range(first, first + HALF)
    return [
        bits_where(
            [
                all(cards.count(value) <= (counts >> 2 * (value - first)) & 3 for value in values)
                for cards in COMBINATIONS
            ]
        )
        for counts in range(4**HALF)
    ]


def drawing_table() -> list[int]:
    """Return for each deck of four values its cards, four bits for each, and above them how many they are."""
    words = []
    for byte in range(256):
        values = [place // 2 for place in range(8) if byte >> place & 1]
        words.append(sum(value * 16**index for index, value in enumerate(values)) + len(values) * 16**8)
    return words


CARDS: Final = vec[i64]([packed(cards) for cards in COMBINATIONS])
NUMBER: Final = vec[i64]([len(cards) for cards in COMBINATIONS])
# The combinations that form a value with a number of cards, by value * STEP + number; 0 stands for any number.
FORMING: Final = vec[i64](
    [
        bits_where([sum(cards) == value and number in (0, len(cards)) for cards in COMBINATIONS])
        for value in range(HIGHEST + 1)
        for number in range(MOST_CARDS + 1)
    ]
)
FITTING_LOW: Final = vec[i64](fitting_table(1))
FITTING_HIGH: Final = vec[i64](fitting_table(HALF + 1))
DRAWING: Final = vec[i64](drawing_table())


def nth_card(deck: i64, n: i64) -> i64:
    """Return the value, from 0 on, of the card that has n others below it in a deck of two bits for each value.

    Without a branch, because nothing can foresee which way a random draw goes.
    """
    low = DRAWING[deck & 255]
    high = DRAWING[deck >> 8]
    cards = low >> 32
    beyond = (cards - 1 - n) >> 60  # all bits if it is one of the high values, else none
    word = low ^ ((low ^ high) & beyond)
    return ((word >> (4 * (n - (cards & beyond)))) & 15) + (beyond & 4)


def fitting(hand: i64) -> i64:
    """Return the combinations for which a hand has all cards."""
    return FITTING_LOW[hand & HALF_MASK] & FITTING_HIGH[hand >> HALF_BITS]


def ways_to_form(hand: i64, value: i64, number: i64 = 0) -> i64:  # nuss.5, nuss.6
    """Return the combinations of a hand that form a value, with any number of cards or with this one."""
    return fitting(hand) & FORMING[value * STEP + number]


def formable(hand: i64, highest: i64) -> i64:  # nuss.4, nuss.5
    """Return the values that a hand can form, as bits from 0 for value 1 on."""
    fit = fitting(hand)
    values: i64 = 0
    for value in range(1, highest + 1):
        if fit & FORMING[value * STEP]:
            values |= BIT[value - 1]
    return values


def numbers_for(hand: i64, value: i64) -> i64:
    """Return the numbers of cards with which a hand can form a value, bit 0 for one card."""
    fit = fitting(hand)
    numbers: i64 = 0
    for number in range(1, STEP):
        if fit & FORMING[value * STEP + number]:
            numbers |= BIT[number - 1]
    return numbers


def count_of(hand: i64, value: i64) -> i64:
    """Count the cards of a value in a hand."""
    return (hand >> (2 * value - 2)) & 3


def listed(hand: i64) -> list[int]:
    """List the cards of a hand by value, ascending."""
    return [value for value in VALUES for _ in range(int(count_of(hand, value)))]


def cards_of(name: str) -> list[int]:
    """List the cards of a combination by its name; none if the name is empty, because nobody chose or it is hidden."""
    return [int(card) for card in name.split("+")] if name else []
