"""Metrics that only the event loop changes: without locks, which would take several microseconds per move."""

from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate

from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily


class LoopCounter:
    """A counter with one label."""

    def __init__(self, name: str, meaning: str, label: str, values: Iterable[str]) -> None:
        self.name = name
        self.meaning = meaning
        self.label = label
        self.counts = dict.fromkeys(values, 0)

    def count(self, value: str) -> None:
        self.counts[value] += 1

    def family(self) -> CounterMetricFamily:
        family = CounterMetricFamily(self.name, self.meaning, labels=[self.label])
        for value, count in self.counts.items():
            family.add_metric([value], count)
        return family


class LoopHistogram:
    """A histogram without labels."""

    def __init__(self, name: str, meaning: str, bounds: Iterable[float]) -> None:
        self.name = name
        self.meaning = meaning
        self.bounds = [float(bound) for bound in bounds]
        self.counts = [0] * (len(self.bounds) + 1)
        self.sum = 0.0

    def observe(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.sum += value

    def family(self) -> HistogramMetricFamily:
        names = [*map(str, self.bounds), "+Inf"]
        buckets = list(zip(names, accumulate(self.counts), strict=True))
        return HistogramMetricFamily(self.name, self.meaning, buckets, self.sum)
