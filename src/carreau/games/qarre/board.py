"""The base of Qarré: four piles in a square, what fits on them and what they score.

These functions take the cells of a state, not the state: that spares counting a reference for each look.
"""

from typing import Final

from carreau.core.bits import BIT
from carreau.core.native import i64, vec
from carreau.games.qarre.tables import CARD_NAMES, CARDS, CIRCLE, FIELDS, MATES, POINTS, RELATION, relates

# Where the base stands in the cells of a state.
BELOW: Final = 0  # by suit: for each of its cards the one it covers, in a pile or in a reserve, + 1 in six bits
TOP: Final = 4
PILE: Final = 8  # all cards of a pile as a set
NUMBER: Final = 63

NONE: Final = -1  # no card


def fitting_on(cells: vec[i64], field: i64) -> i64:  # qarre.7, qarre.r11
    """The cards that may be laid on a field: those that relate to a neighbour; what they cover doesn't matter."""
    return MATES[cells[TOP + (field ^ 1)]] | MATES[cells[TOP + (field ^ 2)]]


def fitting(cells: vec[i64]) -> i64:
    """The cards that could be laid somewhere."""
    return fitting_on(cells, 0) | fitting_on(cells, 1)


def fits_on(cells: vec[i64], card: i64, field: i64) -> bool:
    return relates(card, cells[TOP + (field ^ 1)]) or relates(card, cells[TOP + (field ^ 2)])


def fits(cells: vec[i64], card: i64) -> bool:
    return any(fits_on(cells, card, field) for field in range(FIELDS))


def combination(cells: vec[i64], field: i64) -> i64:  # qarre.15, qarre.16, qarre.r5
    """What the card that has just become visible on a field scores."""
    row = cells[TOP + field] * CARDS
    return POINTS[
        RELATION[row + cells[TOP + (field ^ 1)]]
        + RELATION[row + cells[TOP + (field ^ 2)]]
        + RELATION[row + cells[TOP + (field ^ 3)]]
    ]


def below(cells: vec[i64], card: i64) -> i64:  # qarre.9, qarre.11
    """What a card lies on in its pile or reserve."""
    return ((cells[BELOW + card // CIRCLE] >> (6 * (card % CIRCLE))) & NUMBER) - 1


def cover(cells: vec[i64], card: i64, other: i64) -> None:
    """A card is laid on another, or on none."""
    suit, shift = BELOW + card // CIRCLE, 6 * (card % CIRCLE)
    cells[suit] ^= (((cells[suit] >> shift) & NUMBER) ^ (other + 1)) << shift


def place(cells: vec[i64], field: i64, card: i64) -> None:
    cover(cells, card, cells[TOP + field])
    cells[TOP + field] = card
    cells[PILE + field] |= BIT[card]


def stack(cells: vec[i64], top: i64) -> list[str]:
    """The cards of a pile or a reserve, the lowest first."""
    found: list[str] = []
    while top != NONE:
        found.insert(0, CARD_NAMES[top])
        top = below(cells, top)
    return found
