"""Estimates compared with numbers calculated by hand."""

import pytest

from carreau.lab.estimates import bins_for, bonferroni_z, histogram, mean, quantile, share, spread


def test_means_shares_and_spreads() -> None:
    found_mean = mean([1.0, 2.0, 3.0])
    assert found_mean.value == 2.0
    assert found_mean.low == pytest.approx(2 - 1.96 / 3**0.5)
    assert found_mean.excludes(0.5)
    assert not found_mean.excludes(1.0)
    assert share(8, 10).low == pytest.approx(0.490, abs=0.001)
    assert share(8, 10).high == pytest.approx(0.943, abs=0.001)
    found = spread([float(value) for value in range(1, 11)])
    assert (found.low, found.lower, found.median, found.upper, found.high, found.mean) == (1, 3, 5, 8, 9, 5.5)
    assert quantile([1.0, 2.0], 0.5) == 1.0
    assert bonferroni_z(1) == pytest.approx(1.96, abs=0.001)
    assert bonferroni_z(4) == pytest.approx(2.498, abs=0.001)


def test_a_histogram_holds_every_value() -> None:
    values = [7.0, 7.0, 12.0, 95.0]
    found = histogram(values, *bins_for(values, most=10))
    assert (found.start, found.step, found.counts) == (0, 10, [2, 1, 0, 0, 0, 0, 0, 0, 0, 1])
