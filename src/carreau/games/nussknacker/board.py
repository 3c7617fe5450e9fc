"""Who has how many chips, and who is ahead. These take the cells of a state: that spares counting references."""

from typing import Final

from carreau.core.game import NOBODY
from carreau.core.native import i64, vec

CHIPS: Final = 4  # where they stand in the cells of a state


def leader(cells: vec[i64], seats: i64, target: i64) -> i64:
    """Who has at least the target and more than everybody else, or NOBODY (nuss.10)."""
    best: i64 = NOBODY
    most: i64 = target - 1
    seat: i64 = 0
    while seat < seats:
        chips = cells[CHIPS + seat]
        if chips > most:
            best = seat
            most = chips
        elif chips == most:
            best = NOBODY
        seat += 1
    return best


def pay_others(cells: vec[i64], seats: i64, seat: i64) -> None:  # nuss.9
    other: i64 = 0
    while other < seats:
        if other != seat:
            cells[CHIPS + other] += 1
        other += 1
