"""Sequential comparisons: their intervals hold the true mean as often as they say, however early they stop."""

from math import gamma, pi, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from carreau.bots.paired import ERROR, EXTREMES, LOOKS, Interval, Samples, conclusive

NOTABLE = 0.05
PAIRS = 40
TRIALS = 20_000

Means = NDArray[np.float64]  # by trial and sample


def tail(t: float, freedom: int) -> float:
    """Return the probability that Student's t is beyond ±t, by integration."""
    factor = gamma((freedom + 1) / 2) / (sqrt(freedom * pi) * gamma(freedom / 2))
    at = np.linspace(0.0, t, 100_001)
    return float(1.0 - 2.0 * factor * np.trapezoid((1.0 + at**2 / freedom) ** (-(freedom + 1) / 2), at))


def test_each_look_has_its_share_of_the_error() -> None:
    for count, t in LOOKS.items():
        assert tail(t, count - 1) == pytest.approx(ERROR / len(LOOKS), rel=0.002)


def missed(means: Means, truth: float, wider: float = 1.0) -> float:
    """Return how often any interval up to the stop misses the mean; with `wider` times the usual t."""
    running = np.ones(len(means), dtype=bool)
    missing = 0
    for count, t in LOOKS.items():
        part = means[:, :count]
        variance = part.var(axis=1, ddof=1) / count + EXTREMES / (count * PAIRS + EXTREMES) ** 2
        middle, half = part.mean(axis=1), wider * t * np.sqrt(variance)
        misses = running & (np.abs(middle - truth) > half)
        missing += int(misses.sum())
        stops = [conclusive(Interval(m, m - h, m + h), NOTABLE) for m, h in zip(middle, half, strict=True)]
        running &= ~misses & ~np.array(stops)
    return missing / len(means)


def rare(chance: float) -> Means:
    """Return samples of pairs that differ by 1 with some chance, otherwise not at all."""
    return np.random.default_rng(1).binomial(PAIRS, chance, (TRIALS, max(LOOKS))) / PAIRS


def with_searches(chance: float, spread: float) -> Means:
    """Return samples whose searches differ, too: the chance of each sample varies."""
    rng = np.random.default_rng(2)
    chances = np.clip(chance + spread * rng.standard_normal((TRIALS, max(LOOKS))), 0.0, 1.0)
    return 2 * rng.binomial(PAIRS, chances) / PAIRS - 1


@pytest.mark.parametrize("chance", [0.0005, 0.003, 0.01, 0.03, 0.05, 0.06, 0.1, 0.5])
def test_repeated_looks_keep_the_coverage(chance: float) -> None:
    assert missed(rare(chance), chance) <= ERROR + noise()


@pytest.mark.parametrize("chance", [0.5, 0.53, 0.6])
def test_the_coverage_includes_what_searches_add(chance: float) -> None:
    assert missed(with_searches(chance, 0.1), 2 * chance - 1) <= ERROR + noise()


def noise() -> float:
    """Return three standard errors of a share measured in the trials."""
    return 3 * sqrt(ERROR / TRIALS)


def test_the_correction_for_repeated_looks_is_needed() -> None:
    """With the t of a single look, the four together would miss more often than they admit."""
    assert missed(with_searches(0.5, 0.1), 0.0, wider=2.07 / 2.582) > ERROR + noise()


def test_an_interval_never_collapses() -> None:
    samples = Samples(PAIRS, 2.0)
    for _ in range(12):
        samples.add(0.0)
    assert samples.interval().low < 0.0 < samples.interval().high < 0.01
