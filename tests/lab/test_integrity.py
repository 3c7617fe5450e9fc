"""Refusal of series that aren't comparable."""

import pytest

from carreau.core.errors import CarreauError
from carreau.lab.integrity import check_pairs, checked_series
from carreau.lab.series import SELF_PLAY, STEP
from tests.lab.rows import row, series


def test_sides_with_other_seeds_are_not_compared() -> None:
    with pytest.raises(CarreauError, match="the two sides have different seeds"):
        check_pairs("honour=on", [row(0, [1, 2], seed=5)], [row(0, [1, 2], seed=6)])


def test_seeds_that_come_twice_are_found_out() -> None:
    fine = [row(0, [1, 2], seed=5), row(1, [1, 2], seed=6)]
    assert checked_series(series(SELF_PLAY), fine).seeds == 2
    with pytest.raises(CarreauError, match="seed 5 was played by"):
        checked_series(series(SELF_PLAY), [row(0, [1, 2], seed=5), row(1, [1, 2], seed=5)])
    with pytest.raises(CarreauError, match="seed 1 was played by"):
        checked_series(series(STEP, bots=("2", "1")), [row(0, [1, 2], seed=1, lineup=[0, 1])])
