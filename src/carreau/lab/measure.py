"""Numbers with the doubt that belongs to them."""

from collections.abc import Sequence
from math import ceil, sqrt
from statistics import NormalDist, fmean, stdev
from typing import Final

import msgspec

from carreau.bots.ratings import SURE, wilson

DOUBT: Final = 0.05  # how often an interval may miss


class Estimate(msgspec.Struct, frozen=True):
    """A number that was measured, and its 95 % interval."""

    value: float
    low: float
    high: float

    def excludes(self, value: float) -> bool:
        return not self.low <= value <= self.high


class Spread(msgspec.Struct, frozen=True):
    """How numbers lie: a tenth of them is below `low`, a quarter below `lower`, half below `median` and so on."""

    low: float
    lower: float
    median: float
    upper: float
    high: float
    mean: float


class Histogram(msgspec.Struct, frozen=True):
    """How many numbers lie in each of some equal steps, the first of which begins at `start`."""

    start: float
    step: float
    counts: list[int]


def sure_of_all(comparisons: int) -> float:
    """How many standard deviations an interval must have, so that all of so many hold together."""
    return NormalDist().inv_cdf(1 - DOUBT / (2 * max(1, comparisons)))


def share(won: float, games: float, sure: float = SURE) -> Estimate:
    """A share of games; parts of a win count as such."""
    low, high = wilson(won, games, sure)
    return Estimate(won / games if games else 0.5, low, high)


def mean(values: Sequence[float], sure: float = SURE) -> Estimate:
    """The mean of independent numbers."""
    if not values:
        return Estimate(0.0, 0.0, 0.0)
    middle = fmean(values)
    half = sure * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Estimate(middle, middle - half, middle + half)


def quantile(ordered: Sequence[float], part: float) -> float:
    """The number below which a part of the others lie; the numbers are in order."""
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


def steps_for(values: Sequence[float], most: int = 30) -> tuple[float, float, int]:
    """Where a histogram of whole numbers begins, how wide its steps are and how many there are."""
    low, high = (min(values), max(values)) if values else (0.0, 0.0)
    width = next(step for step in steps() if (high - low) / step < most - 1)
    start = low // width * width
    return start, width, int((high - start) // width) + 1


def steps() -> list[int]:
    return [factor * 10**power for power in range(12) for factor in (1, 2, 5)]
