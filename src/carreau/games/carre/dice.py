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


# Those that are worth more than the dearest tile can't be payments and come last.
DICE: Final = sorted(multisets(BOX["sides"], BOX["dice"]), key=lambda dice: sum(dice) > max(VALUES))
SUM: Final = vec[i64]([sum(dice) for dice in DICE])
PAYMENT_NAMES: Final = [dice_name(dice) for dice in DICE if sum(dice) <= max(VALUES)]
PAYMENTS: Final[i64] = len(PAYMENT_NAMES)
ROLLS: Final = [index for index, dice in enumerate(DICE) if len(dice) == BOX["dice"]]  # carre.r12
ROLL_COUNT: Final[i64] = len(ROLLS)
ROLLED: Final = vec[i64](ROLLS)
NO_DICE: Final[i64] = DICE.index(())


def without(dice: Dice, payment: Dice) -> int:
    """Return the dice left after a payment, by number; -1 if the payment isn't among them (carre.5)."""
    left = list(dice)
    for face in payment:
        if face not in left:
            return -1
        left.remove(face)
    return DICE.index(tuple(left))


def parts(dice: Dice) -> list[int]:
    """Return all multisets that can be chosen from some dice, by number, ascending (carre.r12)."""
    return sorted({DICE.index(part) for count in range(len(dice) + 1) for part in combinations(dice, count)})


LEFT: Final = vec[i64]([without(dice, payment) for dice in DICE for payment in DICE[: len(PAYMENT_NAMES)]])


def left_after(dice: i64, payment: i64) -> i64:
    """Look up the dice left after a payment; -1 if the payment isn't among them."""
    return LEFT[dice * PAYMENTS + payment]


CHIP_COUNTS: Final[i64] = MOST_CHIPS + 1
PRICES: Final[i64] = max(VALUES) + 1

# The exact payments for each choice of dice, usable chips and price (carre.5, carre.6): all in one row, and where each
# list of them begins.
WAYS_TO_PAY: Final = [
    [part for part in held if price - chips <= sum(DICE[part]) <= price]
    for held in map(parts, DICE)
    for chips in range(MOST_CHIPS + 1)
    for price in range(max(VALUES) + 1)
]
WAYS: Final = vec[i64]([payment for way in WAYS_TO_PAY for payment in way])
FIRST_WAY: Final = vec[i64](list(accumulate(map(len, WAYS_TO_PAY), initial=0)))

# Which of the ROLLS each throw of distinct dice is
EACH_THROW: Final = [tuple(sorted(throw)) for throw in product(range(1, BOX["sides"] + 1), repeat=BOX["dice"])]
THROWS: Final = vec[i64]([ROLLS.index(DICE.index(throw)) for throw in EACH_THROW])
WEIGHTS: Final = [EACH_THROW.count(DICE[roll]) for roll in ROLLS]
THROW_COUNT: Final[i64] = BOX["sides"] ** BOX["dice"]
