"""The cards of Qarré and how they relate to each other, as tables of numbers.

A playing card is suit * 10 + value, the ace being value 0; a set of cards is one integer with a bit for
each. An action card is face * 4 + suit. Fields 0 and 1 lie above fields 2 and 3, so the neighbours of a
field are field ^ 1 and field ^ 2, and field ^ 3 lies diagonally (qarre.7).
"""

from collections.abc import Sequence
from typing import Final

from carreau.core.bits import BIT
from carreau.core.native import i64, vec
from carreau.games.components import components

BOX: Final = components("qarre")
SUITS: Final[list[str]] = BOX["suits"]
VALUES: Final[list[str]] = BOX["values"]
FACES: Final[list[str]] = BOX["faces"]
FIELDS: Final[i64] = BOX["fields"]
HAND_SIZE: Final[i64] = BOX["hand"]
CIRCLE: Final[i64] = len(VALUES)  # qarre.8
SUIT_COUNT: Final[i64] = len(SUITS)
CARDS: Final[i64] = SUIT_COUNT * CIRCLE

CARD_NAMES: Final = [value + suit[0] for suit in SUITS for value in VALUES]
ACTION_NAMES: Final = [f"{face} {suit}" for face in FACES for suit in SUITS]
OF_SUIT: Final = vec[i64]([sum(2 ** (suit * CIRCLE + value) for value in range(CIRCLE)) for suit in range(SUIT_COUNT)])
ANY_SUIT: Final[i64] = 2**CARDS - 1


def same_value(card: i64, other: i64) -> bool:
    return card % CIRCLE == other % CIRCLE


def steps(card: i64, other: i64) -> i64:
    """Return how many values further on in the circle another card of the suit lies; 0 for other suits (qarre.8)."""
    if card // CIRCLE != other // CIRCLE:
        return 0
    return (other - card) % CIRCLE


def relates(card: i64, other: i64) -> bool:  # qarre.7
    """Return whether a card may lie next to another one: the same value, or the suit and a value one away."""
    return same_value(card, other) or steps(card, other) == 1 or steps(other, card) == 1


# How another top card relates to a new one, in six bits for 1, 2, 3 steps on and 1, 2, 3 steps back in the suit,
# and above them a count of cards of the same value. Added up over the other three they tell the combination.
SAME: Final = 64


def relation(card: int, other: int) -> int:
    """Return how another top card relates to a new one, as a bit or as SAME."""
    if card == other:
        return 0
    if same_value(card, other):
        return SAME
    for reach in (1, 2, 3):
        if steps(card, other) == reach:
            return int(BIT[reach - 1])
        if steps(other, card) == reach:
            return int(BIT[reach + 2])
    return 0


def points_of(relations: int) -> int:  # qarre.15, qarre.r5
    """Return the score for the summed relations to the other top cards; a quartet counts without its trios."""
    on, back = relations % 8, relations // 8 % 8
    sequence = 1 + unbroken(on) + unbroken(back)
    alike = max(sequence, 1 + relations // SAME)
    return {3: int(BOX["trio"]), 4: int(BOX["quartet"])}.get(alike, 0)


def unbroken(reached: int) -> int:
    """Count the cards 1, 2 and 3 steps away up to the first gap, given them as bits 0 to 2."""
    return 3 if reached == 7 else 2 if reached % 4 == 3 else reached % 2


# By card, all others that may be laid next to it (qarre.7).
MATES: Final = vec[i64](
    [sum(2**new for new in range(CARDS) if new != old and relates(new, old)) for old in range(CARDS)]
)
RELATION: Final = vec[i64]([relation(card, other) for card in range(CARDS) for other in range(CARDS)])
POINTS: Final = vec[i64]([points_of(relations) for relations in range(4 * SAME)])


def chosen(names: Sequence[str], among: Sequence[str]) -> int:
    """Return the set of the named cards, numbered as in `among`."""
    return sum(2 ** among.index(name) for name in names)
