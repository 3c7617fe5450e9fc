"""The effect of seat order compared with hand-written results."""

import pytest

from carreau.lab.seat_order import seat_order
from carreau.lab.series import WEAKEST
from tests.lab.rows import row, series


def test_the_seat_behind_the_weakest() -> None:
    """The weakest sits in each of three seats; the next player wins twice, the previous one once."""
    lineups = series(WEAKEST, seats=3, bots=("2", "1")).lineups()
    assert lineups == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    ranks = [[3, 1, 2], [1, 3, 2], [1, 2, 3]]
    rows = [row(index, each, lineup=lineups[index], seed=1) for index, each in enumerate(ranks)]
    found = seat_order(series(WEAKEST, seats=3, bots=("2", "1")), rows)
    assert found.weakest.value == 0.0
    assert [each.value for each in found.by_distance] == pytest.approx([2 / 3, 1 / 3])
    assert found.fair == 0.5
    assert found.behind.value == pytest.approx(1 / 6)
