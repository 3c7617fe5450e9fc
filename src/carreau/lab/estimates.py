"""Estimates with confidence intervals, quantiles and histograms."""

from collections.abc import Sequence
from math import ceil, sqrt
from statistics import NormalDist, fmean, stdev
from typing import Final

import msgspec

from carreau.bots.ratings import SURE, wilson

ERROR_RATE: Final = 0.05  # share of intervals that may miss the true value


class Estimate(msgspec.Struct, frozen=True):
    """A measured number with its 95 % confidence interval."""

    value: float
    low: float
    high: float

    def excludes(self, value: float) -> bool:
        return not self.low <= value <= self.high


class Spread(msgspec.Struct, frozen=True):
    """Quantiles of numbers: `low` and `high` are the first and last deciles, `lower` and `upper` the quartiles."""

    low: float
    lower: float
    median: float
    upper: float
    high: float
    mean: float


class Histogram(msgspec.Struct, frozen=True):
    """Counts of numbers in bins of equal width, from `start` on."""

    start: float
    step: float
    counts: list[int]


def bonferroni_z(comparisons: int) -> float:
    """Return the Bonferroni-corrected z-score for several intervals."""
    return NormalDist().inv_cdf(1 - ERROR_RATE / (2 * max(1, comparisons)))


def share(won: float, games: float, sure: float = SURE) -> Estimate:
    """Estimate a share of games with Wilson's interval; fractions of a win are allowed."""
    low, high = wilson(won, games, sure)
    return Estimate(won / games if games else 0.5, low, high)


def mean(values: Sequence[float], sure: float = SURE) -> Estimate:
    """Estimate the mean of independent numbers."""
    if not values:
        return Estimate(0.0, 0.0, 0.0)
    middle = fmean(values)
    half = sure * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Estimate(middle, middle - half, middle + half)


def quantile(ordered: Sequence[float], part: float) -> float:
    """Return a quantile of sorted numbers."""
    return ordered[max(0, ceil(part * len(ordered)) - 1)]


def spread(values: Sequence[float]) -> Spread:
    if not values:
        return Spread(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    ordered = sorted(values)
    low, lower, median, upper, high = (quantile(ordered, part) for part in (0.1, 0.25, 0.5, 0.75, 0.9))
    return Spread(low, lower, median, upper, high, fmean(ordered))


def histogram(values: Sequence[float], start: float, step: float, bars: int) -> Histogram:
    counts = [0] * bars
    for value in values:
        counts[min(bars - 1, max(0, int((value - start) // step)))] += 1
    return Histogram(start, step, counts)


def bins_for(values: Sequence[float], most: int = 30) -> tuple[float, float, int]:
    """Choose start, width and number of bins for a histogram of whole numbers."""
    low, high = (min(values), max(values)) if values else (0.0, 0.0)
    width = next(step for step in bin_widths() if (high - low) / step < most - 1)
    start = low // width * width
    return start, width, int((high - start) // width) + 1


def bin_widths() -> list[int]:
    return [factor * 10**power for power in range(12) for factor in (1, 2, 5)]
