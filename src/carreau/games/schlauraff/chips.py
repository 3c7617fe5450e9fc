"""The chips of Schlauraff as tables of numbers.

The need of a chip is a number: the rest of its value, or EITHER for a bare chip that a single die can
capture as well. Which faces may be assigned then depends only on that and on how many dice are left.
"""

from typing import Final

from carreau.core.native import i64, vec
from carreau.games.schlauraff import spec
from carreau.games.schlauraff.dice import NO_DICE, NUMBER, SHOWN, SIZE
from carreau.games.schlauraff.spec import BOX, COLOURS, DICE, FACES

CHIPS: Final[i64] = spec.CHIPS
ROWS: Final[i64] = spec.ROWS
TIE_BREAK: Final[i64] = COLOURS.index(BOX["tie_break"])
WORTH: Final = vec[i64]([BOX["worth"][colour] for colour in COLOURS])
# The single die that captures a chip although it is not its worth, as a number of dice; NO_DICE where there is none.
ALONE: Final = vec[i64]([NUMBER[(BOX["alone"][colour],)] if colour in BOX["alone"] else NO_DICE for colour in COLOURS])
EITHER: Final = max(BOX["worth"].values()) + 1
NEEDS: Final = EITHER + 1
NEED: Final = vec[i64]([EITHER if colour in BOX["alone"] else BOX["worth"][colour] for colour in COLOURS])


def possible_sums(dice: int) -> set[int]:
    """Return all sums that up to a number of dice can show, 0 for none included."""
    return {0} | {total for count in range(1, dice + 1) for total in range(count, BOX["sides"] * count + 1)}


def fits(need: int, dice: int, face: int) -> bool:
    """Return whether a face may be assigned, as one of several dice: the rest can complete it (schlauraff.r2)."""
    if need == EITHER:
        return face in BOX["alone"].values() or fits(max(BOX["worth"].values()), dice, face)
    return dice > 0 and need - face in possible_sums(dice - 1)


def fitting(need: int, dice: int) -> int:
    """Return the faces that may be assigned to a chip with this need, bit 0 for the face 1."""
    return sum(2 ** (face - 1) for face in FACES if dice > 0 and fits(need, dice, face))


# By need * COUNTS + how many dice are left, the one in hand included.
FITS: Final = vec[i64]([fitting(need, dice) for need in range(NEEDS) for dice in range(BOX["dice"] + 1)])


def fitting_bare(number: int) -> int:
    """Return which faces of some dice may be assigned to a bare chip: six bits for no chip, then for each colour."""
    shown, count = int(SHOWN[number]), int(SIZE[number])
    faces = [shown & int(FITS[int(need) * (BOX["dice"] + 1) + count]) for need in NEED]
    return sum(bits * 2 ** (BOX["sides"] * colour) for colour, bits in enumerate(faces, 1))


FITS_BARE: Final = vec[i64]([fitting_bare(number) for number in range(len(DICE))])
EVERY_FACE: Final[i64] = 2 ** BOX["sides"] - 1
