"""Matches between levels compared with hand-written results."""

import pytest

from carreau.lab.estimates import share
from carreau.lab.series import STEP
from carreau.lab.skill import level_match
from tests.lab.rows import row, series


def test_a_step_counts_meetings_and_seats() -> None:
    rows = [
        row(0, [1, 2], seed=1, lineup=[0, 1]),
        row(1, [1, 2], seed=1, lineup=[1, 0]),
        row(2, [1, 2], seed=2, lineup=[0, 1]),
        row(3, [2, 1], seed=2, lineup=[1, 0]),
        row(4, [2, 1], seed=3, lineup=[0, 1]),
        row(5, [2, 1], seed=3, lineup=[1, 0]),
    ]
    found = level_match(series(STEP, bots=("2", "1")), rows)
    assert found.won.value == pytest.approx(4 / 6)
    assert found.same_seat.value == pytest.approx(2 / 3)
    assert found.by_chance == 0.5


@pytest.mark.parametrize("seats", [3, 5])
def test_players_are_exchanged_on_all_seats_if_their_number_is_odd_too(seats: int) -> None:
    """Skill alone decides, and the last of several equals wins: the same seat never wins both games of a pair."""
    odd = series(STEP, "raufer", seats, ("2", "1"))
    won, beaten = [], []
    for index, lineup in enumerate(odd.lineups() * 2):
        winner = max(seat for seat, bot in enumerate(lineup) if bot == 0)
        seed = index // len(odd.lineups())
        won.append(row(index, [1 + (seat != winner) for seat in range(seats)], seed=seed, lineup=lineup))
        beaten.append(row(index, [1] + [2] * (seats - 1), seed=seed, lineup=lineup))
    assert level_match(odd, won).same_seat == share(0, 2 * seats)
    assert level_match(odd, beaten).same_seat == share(2 * seats, 2 * seats)
