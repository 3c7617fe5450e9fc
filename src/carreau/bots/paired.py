"""Sequential comparison of two actions by paired samples: when to stop, and an interval that survives repeated looks.

A sample is the mean of some pairs of games after a search of its own for each action, so samples are independent of
each other and vary with everything that is random, the searches included. The interval (Student's t) is looked at
after fixed numbers of samples. Each look has its share of the permitted error (Bonferroni), so that all of them
together hold the true mean with a probability of at least 95 %, whenever the comparison stops. Two more pairs, one of
each extreme, keep an interval from collapsing while nothing unusual has been seen yet (after Agresti and Min).
`tests/bots/test_paired.py` measures the coverage.
"""

from math import sqrt
from typing import Final, NamedTuple

ERROR: Final = 0.05  # the permitted probability that any of the intervals misses the true mean
# The numbers of samples after which there is a look, and Student's t for the error of each
LOOKS: Final = {12: 2.8200, 24: 2.5820, 48: 2.4827}
PRECISION: Final = 0.03  # half-width from which on a loss is measured well enough
EXTREMES: Final = 2  # additional pairs


class Interval(NamedTuple):
    """A measured number with its 95 % interval; an exact one has no width."""

    value: float
    low: float
    high: float

    @property
    def positive(self) -> bool:
        return self.low > 0.0

    @property
    def half(self) -> float:
        return (self.high - self.low) / 2


def exactly(value: float) -> Interval:
    return Interval(value, value, value)


class Samples:
    """Samples whose mean is wanted: independent numbers, each the mean of results in a range of `width`."""

    def __init__(self, results: int, width: float) -> None:
        self.results = results
        self.width = width
        self.count = 0
        self.total = 0.0
        self.squares = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        return self.total / self.count

    def interval(self) -> Interval:
        """Return the mean with its interval at a look."""
        variance = max(0.0, self.squares - self.count * self.mean**2) / (self.count - 1)
        extremes = EXTREMES * (self.width / 2) ** 2 / (self.count * self.results + EXTREMES) ** 2
        half = LOOKS[self.count] * sqrt(variance / self.count + extremes)
        return Interval(self.mean, self.mean - half, self.mean + half)


def conclusive(difference: Interval, notable: float) -> bool:
    """Return whether these samples suffice: the loss is small, or certain and measured precisely."""
    return difference.high < notable or (difference.positive and difference.half <= PRECISION)
