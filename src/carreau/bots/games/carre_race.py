"""Carré as a race against the dice: how many turns a player still needs if nobody stops them.

With few tiles left the number is exact: the best use of every roll, computed backwards from the last tile. With more
it is a formula fitted to the exact numbers, with a mean error of 0.07 turns.
A supply is encoded as in the rules: two bits for each value, the number of its tiles that are still to be built.
"""

from math import sqrt
from typing import Final, final

from carreau.core.bits import BIT
from carreau.core.native import i64, mypyc_attr, vec
from carreau.games.carre.dice import (
    CHIP,
    CHIP_COUNTS,
    FIRST_WAY,
    NO_DICE,
    PRICE,
    PRICES,
    ROLL_COUNT,
    ROLLED,
    STOPPER,
    SUM,
    THROW_COUNT,
    WAYS,
    WEIGHTS,
    left_after,
)
from carreau.games.carre.tiles import VALUES

EXACT: Final = 3  # tiles to be built
MOST: Final = 4  # chips that make a difference
COST: Final = vec[i64](VALUES)
VALUE_COUNT: Final[i64] = len(VALUES)
WEIGHT: Final = vec[float]([float(weight) for weight in WEIGHTS])
NEVER: Final = 1000.0

# The formula: what a single tile and what both tiles of a value add, and more
SINGLE: Final = [-0.18, -0.14, -0.18, -0.08, 0.16, 0.27, 0.33, 0.65]
DOUBLE: Final = [-0.20, -0.12, -0.18, -0.03, 0.46, 0.71, 0.86, 1.53]
CHIPS: Final = vec[float]([0.0, 1.0, 1.75, 2.3, 2.7])

# What may be bought in the rest of a turn, as bits
MAY_BUY_CHIP: Final = 1
MAY_BUY_STOPPER: Final = 2
FOR_TILES: Final = 4  # only the number of tiles counts, because there aren't enough turns to build them all

SLOTS: Final[i64] = 65521  # in the cache: a prime


def tiles_in(four: int) -> list[int]:
    """Return how many tiles of each of four values half a supply holds."""
    return [four >> (2 * tile) & 3 for tile in range(4)]


def added(four: int, first: int) -> float:
    """Return what four values of a supply add to the formula for the turns needed."""
    return sum((0.0, SINGLE[first + tile], DOUBLE[first + tile], NEVER)[n] for tile, n in enumerate(tiles_in(four)))


SMALL_TILES: Final = vec[float]([added(four, 0) for four in range(256)])
LARGE_TILES: Final = vec[float]([added(four, 4) for four in range(256)])
COUNT: Final = vec[i64]([sum(tiles_in(four)) for four in range(256)])


def tiles_left(supply: i64) -> i64:
    return COUNT[supply & 255] + COUNT[supply >> 8]


def formula(supply: i64, chips: i64) -> float:
    count = float(tiles_left(supply))
    root = sqrt(count)
    helped = CHIPS[chips] * (0.07 * count - 0.32 * root - 0.18)
    return SMALL_TILES[supply & 255] + LARGE_TILES[supply >> 8] + 2.21 * root - 0.58 + helped


@final
@mypyc_attr(acyclic=True)
class DiceRace:
    """A cache of the turns that supplies need."""

    def __init__(self, stopper: float) -> None:
        self.stopper = stopper  # the value of a stopper, in turns
        self.solved: vec[float] = vec[float]([0.0] * (65536 * (MOST + 1)))
        self.keys: vec[i64] = vec[i64]([-1] * int(SLOTS))
        self.values: vec[float] = vec[float]([0.0] * int(SLOTS))

    def turns(self, supply: i64, chips: i64) -> float:
        """Return the turns needed for a supply, before the roll."""
        if supply == 0:
            return 0.0
        chips = min(chips, MOST)
        if tiles_left(supply) > EXACT:
            return formula(supply, chips)
        index = supply * (MOST + 1) + chips
        if self.solved[index] == 0.0:
            self.solved[index] = self.solve(supply, chips)
        return self.solved[index]

    def needed(self, supply: i64, chips: i64, aim: i64) -> float:
        """Return the turns needed or, if only the number of tiles counts, an equivalent."""
        if aim & FOR_TILES and supply:
            return 0.6 * float(tiles_left(supply)) + 0.1 * formula(supply, min(chips, MOST))
        return self.turns(supply, chips)

    def solve(self, supply: i64, chips: i64) -> float:
        """Compute the turns as the average over all rolls; a useless roll leaves the player in place."""
        best: vec[float] = vec[float]([0.0] * int(ROLL_COUNT))
        roll: i64 = 0
        while roll < ROLL_COUNT:
            best[roll] = self.progress(supply, ROLLED[roll], chips)
            roll += 1
        turns = NEVER
        better = mean_turns(best, turns)
        while better < turns - 0.000001:
            turns = better
            better = mean_turns(best, turns)
        return turns

    def progress(self, supply: i64, dice: i64, chips: i64) -> float:
        """Return the best result of a roll if it builds a tile or buys chips."""
        best = self.best_build(supply, dice, chips, 0, MAY_BUY_CHIP, 0)
        count: i64 = 1
        while count <= 2:
            price = PRICE[2 * CHIP + count - 1]
            payment = dearest(dice, chips, price)
            got = min(chips - price + SUM[payment] + count, MOST)
            if got > chips:
                best = min(best, self.turns(supply, got))
            count += 1
        return best

    def rest(self, supply: i64, dice: i64, chips: i64, new: i64, may_buy: i64, blocked: i64) -> float:
        """Return the turns needed after this one if the rest of it is used well.

        New chips can't be spent in this turn, and tiles of the blocked values (a set) can't be built in it.
        """
        if dice == NO_DICE and chips == 0:
            return self.needed(supply, new, may_buy)
        chips = min(chips, MOST)
        key = supply | (dice << 16) | (chips << 24) | (new << 28) | (may_buy << 32) | (blocked << 36)
        slot = key % SLOTS
        if self.keys[slot] == key:
            return self.values[slot]
        best = min(
            self.needed(supply, chips + new, may_buy), self.best_build(supply, dice, chips, new, may_buy, blocked)
        )
        best = min(best, self.best_purchase(supply, dice, chips, new, may_buy, blocked))
        self.keys[slot] = key
        self.values[slot] = best
        return best

    def best_build(self, supply: i64, dice: i64, chips: i64, new: i64, may_buy: i64, blocked: i64) -> float:
        best = NEVER
        tile: i64 = 0
        while tile < VALUE_COUNT:
            if (supply >> (2 * tile)) & 3 and (blocked >> tile) & 1 == 0:
                way = (dice * CHIP_COUNTS + chips) * PRICES + COST[tile]
                index = FIRST_WAY[way]
                while index < FIRST_WAY[way + 1]:
                    payment = WAYS[index]
                    left = left_after(dice, payment)
                    paid = COST[tile] - SUM[payment]
                    best = min(best, self.rest(supply - BIT[2 * tile], left, chips - paid, new, may_buy, blocked))
                    index += 1
            tile += 1
        return best

    def best_purchase(self, supply: i64, dice: i64, chips: i64, new: i64, may_buy: i64, blocked: i64) -> float:
        best = NEVER
        count: i64 = 1
        while count <= 2:
            if may_buy & MAY_BUY_CHIP:
                left = may_buy & ~MAY_BUY_CHIP
                best = min(
                    best, self.purchase(PRICE[2 * CHIP + count - 1], supply, dice, chips, new + count, left, blocked)
                )
            if may_buy & MAY_BUY_STOPPER:
                left = may_buy & ~MAY_BUY_STOPPER
                bought = self.purchase(PRICE[2 * STOPPER + count - 1], supply, dice, chips, new, left, blocked)
                best = min(best, bought - self.stopper * float(count))
            count += 1
        return best

    def purchase(self, price: i64, supply: i64, dice: i64, chips: i64, new: i64, may_buy: i64, blocked: i64) -> float:
        """Return the turns needed after a purchase that uses as few chips as possible."""
        payment = dearest(dice, chips, price)
        if payment == NO_DICE:
            return NEVER
        left = left_after(dice, payment)
        return self.rest(supply, left, chips - price + SUM[payment], new, may_buy, blocked)


def dearest(dice: i64, chips: i64, price: i64) -> i64:
    """Return the payment with the fewest chips, or NO_DICE if only chips could pay."""
    way = (dice * CHIP_COUNTS + chips) * PRICES + price
    found = NO_DICE
    index = FIRST_WAY[way]
    while index < FIRST_WAY[way + 1]:
        if SUM[WAYS[index]] > SUM[found]:
            found = WAYS[index]
        index += 1
    return found


def mean_turns(best: vec[float], staying: float) -> float:
    """Return the mean number of turns if rolls no better than `staying` are wasted."""
    total = float(THROW_COUNT)
    used: float = 0.0
    roll: i64 = 0
    while roll < ROLL_COUNT:
        if best[roll] < staying:
            total += WEIGHT[roll] * best[roll]
            used += WEIGHT[roll]
        roll += 1
    return total / used
