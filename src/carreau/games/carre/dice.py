"""The dice and payments of Carré as tables of numbers.

Dice, rolls and payments are multisets, numbered in DICE; the payments come first, so that each has the same number in
both.
"""

from itertools import accumulate, combinations, product
from typing import Final

from carreau.core.native import i64, vec
from carreau.games.carre.tiles import BOX, MOST_SEATS, VALUES
from carreau.games.dice import Dice, dice_name, multisets

# What can be bought (carre.11, carre.18); goods are numbered in this order.
STOPPER: Final = 0
CHIP: Final = 1
GOODS: Final = ["stopper", "chip"]
PRICE: Final = vec[i64]([price for goods in GOODS for price in BOX[goods]["price"]])
IN_GAME: Final = [BOX[goods]["each"] + BOX[goods]["middle"] for goods in GOODS]  # for each player
MOST_CHIPS: Final = IN_GAME[CHIP] * MOST_SEATS


def every_dice() -> list[Dice]:
    """Return all multisets of dice; those that are worth more than the dearest tile come last."""
    return sorted(multisets(BOX["sides"], BOX["dice"]), key=lambda dice: sum(dice) > max(VALUES))


DICE: Final = every_dice()
SUM: Final = vec[i64]([sum(dice) for dice in DICE])
PAYMENT_NAMES: Final = [dice_name(dice) for dice in DICE if sum(dice) <= max(VALUES)]
PAYMENTS: Final[i64] = len(PAYMENT_NAMES)
ROLLS: Final = [index for index, dice in enumerate(DICE) if len(dice) == BOX["dice"]]  # carre.r12
ROLL_COUNT: Final[i64] = len(ROLLS)
ROLLED: Final = vec[i64](ROLLS)
NO_DICE: Final[i64] = DICE.index(())
FACES: Final = vec[i64]([dice.count(side + 1) for dice in DICE for side in range(BOX["sides"])])


def without(dice: Dice, payment: Dice) -> int:
    """Return the dice that are left after a payment; -1 if they don't hold it (carre.5)."""
    left = list(dice)
    for face in payment:
        if face not in left:
            return -1
        left.remove(face)
    return DICE.index(tuple(left))


def parts(dice: Dice) -> list[int]:
    """Return every choice among some dice, equal ones not told apart (carre.r12), ascending."""
    return sorted({DICE.index(part) for count in range(len(dice) + 1) for part in combinations(dice, count)})


def ways_to_pay() -> list[list[int]]:
    """Return the exact payments by dice, usable chips and price (carre.5, carre.6)."""
    return [
        [part for part in held if price - chips <= sum(DICE[part]) <= price]
        for held in map(parts, DICE)
        for chips in range(MOST_CHIPS + 1)
        for price in range(max(VALUES) + 1)
    ]


LEFT: Final = vec[i64]([without(dice, payment) for dice in DICE for payment in DICE[: len(PAYMENT_NAMES)]])


def left_after(dice: i64, payment: i64) -> i64:
    """Return the dice that are left after a payment; -1 if they don't hold it."""
    return LEFT[dice * PAYMENTS + payment]


CHIP_COUNTS: Final[i64] = MOST_CHIPS + 1
PRICES: Final[i64] = max(VALUES) + 1

# All ways in one row, where each list of them begins, and where the last one ends
WAYS: Final = vec[i64]([payment for way in ways_to_pay() for payment in way])
FIRST_WAY: Final = vec[i64](list(accumulate(map(len, ways_to_pay()), initial=0)))


def throws() -> list[int]:
    """Return the roll that each throw of the dice makes, whichever die shows what."""
    faces = range(1, BOX["sides"] + 1)
    return [ROLLS.index(DICE.index(tuple(sorted(throw)))) for throw in product(faces, repeat=BOX["dice"])]


THROWS: Final = vec[i64](throws())
WEIGHTS: Final = [throws().count(roll) for roll in range(len(ROLLS))]
THROW_COUNT: Final[i64] = BOX["sides"] ** BOX["dice"]
