"""The questions of a deal with their answers, two to a word.

asked     2 bits   who was asked; the askers follow each other to the left (nuss.8)
value     4 bits
given     3 bits   how many cards the asked player pushed over; 0 is a no
returned  3 bits   how many came back
and 6 bits for each of the two combinations, numbered from 1; 0 where the eyes that look may not see it
"""

from typing import Any, Final

from carreau.core.native import i64, vec
from carreau.games.nussknacker.tables import NAMES

LOG: Final = 29  # where the questions stand in the cells of a state
ENTRY_BITS: Final = 24
ENTRY_MASK: Final = 2**24 - 1


def entry(asked: i64, value: i64, given: i64, returned: i64, given_cards: i64, returned_cards: i64) -> i64:
    """A question with its answer as one number."""
    numbers = asked | (value << 2) | (given << 6) | (returned << 9)
    return numbers | (given_cards << 12) | (returned_cards << 18)


def unpacked(answered: i64) -> list[Any]:
    """[asked, value, given, returned, given_cards, returned_cards]: the inverse of entry()."""
    packed = int(answered)
    numbers = [packed & 3, packed >> 2 & 15, packed >> 6 & 7, packed >> 9 & 7]
    return [*numbers, name_of(packed >> 12 & 63), name_of(packed >> 18 & 63)]


def name_of(cards: int) -> str:
    """A combination as it is written; "" where there is none or it can't be seen."""
    return NAMES[cards - 1] if cards else ""


def cards_of(name: str) -> list[int]:
    """The cards of a combination as it is written."""
    return [int(card) for card in name.split("+")] if name else []


def noted(cells: vec[i64], index: i64) -> i64:
    """What note() has put there."""
    if index & 1:
        return cells[LOG + (index >> 1)] >> ENTRY_BITS
    return cells[LOG + (index >> 1)] & ENTRY_MASK


def note(cells: vec[i64], index: i64, answered: i64) -> None:
    """Put an answered question into its place, whatever stood there."""
    word = LOG + (index >> 1)
    if index & 1:
        cells[word] = (cells[word] & ENTRY_MASK) | (answered << ENTRY_BITS)
    else:
        cells[word] = (cells[word] & ~ENTRY_MASK) | answered
