"""Schlauraff: the best play of a turn, solved by dynamic programming.

The rows captured in a turn lie without a gap below the row in which the player began. So the rest of a turn depends on
the current chip, the dice on it, the dice left, and the gain of capturing each row from there on: chips, or chances to
win. A Row computes the value of every combination of dice from the values of the Row below. Stopping gains nothing.
"""

from typing import Final, final

from carreau.core.bits import lowest
from carreau.core.native import i64, mypyc_attr, vec
from carreau.games.schlauraff.chips import ALONE, FITS, NEED, WORTH
from carreau.games.schlauraff.dice import (
    ALL_DICE,
    COUNTS,
    FIRST,
    HOW_MANY,
    NO_DICE,
    SHOWN,
    SIDES,
    SIZE,
    SUM,
    THROWS,
    WAYS,
    with_die,
    without_die,
)
from carreau.games.schlauraff.spec import BOX, DICE

WORTHS: Final[list[int]] = list(BOX["worth"].values())
# The dice that can lie on a chip without capturing it, the smaller sums first, and how many of them by colour.
LYING: Final = sorted(
    [number for number, dice in enumerate(DICE) if sum(dice) < max(WORTHS) and len(dice) < BOX["dice"]],
    key=lambda number: (sum(DICE[number]), number),
)
ON: Final = vec[i64](LYING)
ON_COUNT: Final = vec[i64]([sum(sum(DICE[on]) < worth for on in LYING) for worth in WORTHS])
PLACE_OF: Final = {on: place for place, on in enumerate(LYING)}
UP_TO: Final = [sum(len(dice) <= count for dice in DICE) for count in range(BOX["dice"] + 1)]
CHANCE_OF: Final = vec[float]([ways / int(THROWS[len(dice)]) for dice, ways in zip(DICE, WAYS, strict=True)])


def first_values(most: int) -> list[int]:
    """Return where the values begin for each set of dice on a chip, and where the last ones end."""
    sizes = [UP_TO[most - len(DICE[on])] if len(DICE[on]) <= most else 0 for on in LYING]
    return [sum(sizes[:place]) for place in range(len(LYING) + 1)]


FIRSTS: Final = [first_values(most) for most in range(BOX["dice"] + 1)]
# By dice at most * how many dice there are + the dice on a chip.
VALUE: Final = vec[i64]([firsts[PLACE_OF[on]] if on in PLACE_OF else 0 for firsts in FIRSTS for on in range(len(DICE))])
VALUES: Final = [[firsts[int(count)] for count in ON_COUNT] for firsts in FIRSTS]
ROLLED: Final = vec[i64]([PLACE_OF.get(on, 0) * (BOX["dice"] + 1) for on in range(len(DICE))])
DICE_COUNT: Final[i64] = len(DICE)


@final
@mypyc_attr(acyclic=True)
class Row:
    """The values of the rest of a turn at every point where this row's chip is the current one.

    There are at most `most` dice, on the chip and left. With `all_left` there are exactly as many, as in a first row.
    """

    def __init__(self, colour: i64, gain: float, below: "Row | None", most: i64, choice: bool, all_left: bool) -> None:
        self.colour = colour
        self.gain = gain  # of capturing it
        self.below = below
        self.most = most
        self.choice = choice  # schlauraff.r6
        self.best: vec[float] = vec[float]([0.0] * VALUES[int(most)][int(colour)])  # after an assignment
        self.rolled: vec[float] = vec[float]([0.0] * int(ON_COUNT[colour] * COUNTS))  # before a reroll
        place = ON_COUNT[colour]
        while place > 0:
            place -= 1
            self.solve(ON[place], all_left)

    def solve(self, on: i64, all_left: bool) -> None:
        count = self.most - SIZE[on]
        while count >= 0:
            self.solve_with(on, count)
            if all_left:
                return
            count -= 1

    def need(self, on: i64) -> i64:
        if on == NO_DICE:
            return NEED[self.colour]
        return WORTH[self.colour] - SUM[on]

    def solve_with(self, on: i64, count: i64) -> None:
        """Compute all values with these dice on the chip and `count` dice left."""
        fits = FITS[self.need(on) * COUNTS + count]
        first = VALUE[self.most * DICE_COUNT + on]
        dice, end = FIRST[count], FIRST[count] + HOW_MANY[count]
        values = self.best
        waits = on != NO_DICE and on == ALONE[self.colour]
        mean: float = 0.0
        while dice < end:
            value = self.assigned(on, dice, SHOWN[dice] & fits)
            rolled = value
            if waits:
                rolled = max(value, self.taken(dice, False))
                value = max(value, self.taken(dice, True))
            values[first + dice] = value
            mean += rolled * CHANCE_OF[dice]
            dice += 1
        if fits == 0:  # schlauraff.r9
            return
        self.rolled[ROLLED[on] + count] = mean
        dice = FIRST[count]
        while dice < end:
            values[first + dice] = max(values[first + dice], mean)
            dice += 1

    def assigned(self, on: i64, dice: i64, faces: i64) -> float:
        """Return the value of the best die to assign, or of stopping."""
        most: float = 0.0
        while faces:
            face = lowest(faces) + 1
            value = self.put(on, face, without_die(dice, face))
            most = max(most, value)
            faces &= faces - 1
        return most

    def put(self, on: i64, face: i64, dice: i64) -> float:
        """Return the value after a die is put on the chip, with some dice left."""
        laid = with_die(on, face)
        if SUM[laid] == WORTH[self.colour]:
            return self.captured(laid, dice)
        if laid == ALONE[self.colour] and not (self.choice and WORTH[self.colour] - SUM[laid] <= SIDES * SIZE[dice]):
            return self.captured(laid, dice)
        return self.best[VALUE[self.most * DICE_COUNT + laid] + dice]

    def taken(self, dice: i64, may_reroll: bool) -> float:
        """Return the value of taking the chip with the die on it; the previous roll may forbid a reroll."""
        below = self.below
        if below is None or may_reroll:  # schlauraff.r1
            return self.captured(ALONE[self.colour], dice)
        fits = FITS[NEED[below.colour] * COUNTS + SIZE[dice]]
        return self.gain + below.assigned(NO_DICE, dice, SHOWN[dice] & fits)

    def captured(self, on: i64, dice: i64) -> float:
        """Return the value after dice captured the chip; one of several may be carried."""
        below = self.below
        if below is None:
            return self.gain
        most = below.best[dice]
        if SIZE[on] > 1:
            faces = SHOWN[on] & FITS[NEED[below.colour] * COUNTS + SIZE[dice] + 1]
            while faces:
                value = below.put(NO_DICE, lowest(faces) + 1, dice)
                most = max(most, value)
                faces &= faces - 1
        return self.gain + most


def begun(rows: list[Row], dice: i64) -> float:
    """Return the value of the first roll of a turn, over all rows in which it may begin."""
    most: float = 0.0
    for row in rows:
        faces = SHOWN[dice] & FITS[NEED[row.colour] * COUNTS + SIZE[dice]]
        while faces:
            face = lowest(faces) + 1
            value = row.put(NO_DICE, face, without_die(dice, face))
            most = max(most, value)
            faces &= faces - 1
    return most


def before(rows: list[Row]) -> float:
    """Return the value of a turn before its first roll."""
    mean: float = 0.0
    dice, end = FIRST[ALL_DICE], FIRST[ALL_DICE] + HOW_MANY[ALL_DICE]
    while dice < end:
        mean += CHANCE_OF[dice] * begun(rows, dice)
        dice += 1
    return mean


def positions_in(colour: i64, most: i64) -> i64:
    """Return how many values a Row has."""
    return VALUES[int(most)][int(colour)]


def column(colours: vec[i64], gains: vec[float], choice: bool) -> list[Row]:
    """Return the rows of a column from the top; a row's gain doesn't depend on where the turn begins."""
    rows: list[Row] = []
    index = i64(len(colours))
    below: Row | None = None
    while index > 0:
        index -= 1
        below = Row(colours[index], gains[index], below, ALL_DICE, choice, False)
        rows.insert(0, below)
    return rows
