"""The dice of Schlauraff as tables of numbers.

Dice are multisets, numbered in DICE by how many they are and then in order; number 0 is no dice.
"""

from collections import Counter
from itertools import product
from math import factorial, prod
from typing import Final

from carreau.core.native import i64, vec
from carreau.games.dice import Dice
from carreau.games.schlauraff.spec import BOX, DICE, FACES

SIDES: Final[i64] = BOX["sides"]
ALL_DICE: Final[i64] = BOX["dice"]
COUNTS: Final[i64] = BOX["dice"] + 1  # how many dice there can be: 0 to 6

NUMBER: Final = {dice: number for number, dice in enumerate(DICE)}
NO_DICE: Final = 0


def joined(dice: Dice, more: Dice) -> int:
    """Return the number of two multisets together; -1 if they are more dice than there are."""
    return NUMBER.get(tuple(sorted(dice + more)), -1)


def without(dice: Dice, face: int) -> int:
    """Return the number of the dice left without one that shows a face; -1 if none does."""
    if face not in dice:
        return -1
    place = dice.index(face)
    return NUMBER[dice[:place] + dice[place + 1 :]]


def ways(dice: Dice) -> int:
    """Count the throws of distinct dice that show a multiset, which is its weight."""
    return factorial(len(dice)) // prod([factorial(count) for count in Counter(dice).values()])


SIZE: Final = vec[i64]([len(dice) for dice in DICE])
SUM: Final = vec[i64]([sum(dice) for dice in DICE])
SHOWN: Final = vec[i64]([sum(2 ** (face - 1) for face in set(dice)) for dice in DICE])  # the faces as bits
WITH: Final = vec[i64]([joined(dice, (face,)) for dice in DICE for face in FACES])
WITHOUT: Final = vec[i64]([without(dice, face) for dice in DICE for face in FACES])
WAYS: Final = [ways(dice) for dice in DICE]
FIRST: Final = vec[i64]([next((n for n, dice in enumerate(DICE) if len(dice) == c), 0) for c in range(BOX["dice"] + 1)])
HOW_MANY: Final = vec[i64]([sum(len(dice) == count for dice in DICE) for count in range(BOX["dice"] + 1)])


def with_die(dice: i64, face: i64) -> i64:
    """Look up the number of some dice and one more."""
    return WITH[dice * SIDES + face - 1]


def without_die(dice: i64, face: i64) -> i64:
    """Look up the number of the dice left without one that shows a face; -1 if none does."""
    return WITHOUT[dice * SIDES + face - 1]


# A throw is one number below 6 to the power of the dice. Its upper and its lower half, of three dice each at most,
# name a small multiset, and the two together name the whole one.
HALF: Final = 3
SMALL: Final = [dice for dice in DICE if len(dice) <= HALF]
SMALL_COUNT: Final[i64] = len(SMALL)
THROWS: Final = vec[i64]([BOX["sides"] ** count for count in range(BOX["dice"] + 1)])
HALF_THROWS: Final[i64] = BOX["sides"] ** HALF


def half_throws() -> list[int]:
    """Return the multiset that each throw of 0, 1, 2 and 3 dice shows, one count after the other."""
    return [NUMBER[tuple(sorted(throw))] for count in range(HALF + 1) for throw in product(FACES, repeat=count)]


SHOWS: Final = vec[i64](half_throws())
# Where the throws of each number of dice begin among the half throws.
FIRST_THROW: Final = [sum(BOX["sides"] ** fewer for fewer in range(count)) for count in range(HALF + 1)]
UPPER: Final = vec[i64]([FIRST_THROW[max(count - HALF, 0)] for count in range(BOX["dice"] + 1)])
LOWER: Final = vec[i64]([FIRST_THROW[min(count, HALF)] for count in range(BOX["dice"] + 1)])
JOINED: Final = vec[i64]([joined(dice, more) for dice in SMALL for more in SMALL])
