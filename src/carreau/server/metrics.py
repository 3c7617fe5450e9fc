"""Metrics for Prometheus. Every label has a few values, known in advance: never a name or an id."""

from collections.abc import Iterable
from typing import Final, TypeVar

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4 as CONTENT_TYPE
from prometheus_client.registry import Collector

from carreau.games.catalogue import GAMES
from carreau.server.loop_metrics import LoopCounter, LoopHistogram
from carreau.server.store import FAULTS

OTHER: Final = "other"
REASONS: Final = ("stale", "illegal", "unknown_action", "not_yours", "malformed", "too_fast", "undo", "error", OTHER)
STATUSES: Final = ("open", "playing", "over")
PLACES: Final = ("here", "cluster")
QUERIES: Final = ("move", "hint", "luck", "analysis", "candidates")

QUICK: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)  # seconds
SLOW: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60)
SIZES: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)

M = TypeVar("M", Counter, Gauge, Histogram)


def one_each(metric: M, values: Iterable[str]) -> dict[str, M]:
    """Make a metric for each value of its label."""
    return {value: metric.labels(value) for value in values}


class LoopMetrics(Collector):
    """The metrics that only the event loop changes, for a registry."""

    def __init__(self, *metrics: LoopCounter | LoopHistogram) -> None:
        self.metrics = metrics

    def collect(self) -> list[Metric]:
        return [metric.family() for metric in self.metrics]


class Metrics:
    """All metrics of one server, in their own registry. Any thread may change them."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.moves = LoopCounter("carreau_moves", "moves accepted and stored", "game", GAMES)
        self.refusals = one_each(self.counter("refusals", "commands refused", "reason"), REASONS)
        self.sockets = self.gauge("sockets", "sockets open now")
        self.tables = one_each(self.gauge("tables", "tables in memory", "status"), STATUSES)
        self.servers = self.gauge("servers", "servers on this database, as far as this one has heard from them")
        self.forwarded = self.gauge("forwarded_sockets", "sockets open now whose tables other servers own")
        self.adopted = self.counter("adopted_tables", "running games taken over from servers that are gone")
        self.moved = self.counter("moved_tables", "tables in memory that other servers took over")
        told = "time from the arrival of a move until it was broadcast"
        self.told = LoopHistogram("carreau_told_seconds", told, QUICK)
        self.registry.register(LoopMetrics(self.moves, self.told))
        self.commit_size = self.histogram("commit_size", "writes in one commit", SIZES)
        self.commit = self.histogram("commit_seconds", "time that a commit took", QUICK)
        failures = self.counter("failed_appends", "appends to tables that the database refused", "fault")
        self.failed_appends = one_each(failures, FAULTS)
        waiting = self.gauge("waiting_questions", "queries that wait for a bot worker", "question")
        self.waiting = one_each(waiting, QUERIES)
        waited = self.histogram("waiting_seconds", "time that queries waited for a bot worker", SLOW, "question")
        self.bot_waiting = one_each(waited, QUERIES)
        thinking = self.histogram("thinking_seconds", "time that bot workers took for queries", SLOW, "question")
        self.bot_thinking = one_each(thinking, QUERIES)
        answers = self.counter("answered_questions", "queries that bot workers answered", "where")
        self.bot_answers = one_each(answers, PLACES)
        workers = self.gauge("bot_workers", "bot workers in use: processes here, or workers of a cluster", "where")
        self.bot_workers = one_each(workers, PLACES)

    def counter(self, name: str, meaning: str, *labels: str) -> Counter:
        return Counter(f"carreau_{name}", meaning, labels, registry=self.registry)

    def gauge(self, name: str, meaning: str, *labels: str) -> Gauge:
        return Gauge(f"carreau_{name}", meaning, labels, registry=self.registry)

    def histogram(self, name: str, meaning: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(f"carreau_{name}", meaning, labels, buckets=buckets, registry=self.registry)

    def refused(self, reason: str) -> None:
        """Count a refused command; a reason that isn't in REASONS counts as OTHER."""
        self.refusals.get(reason, self.refusals[OTHER]).inc()

    def committed(self, writes: int, seconds: float) -> None:
        """Count a commit of the store."""
        self.commit_size.observe(writes)
        self.commit.observe(seconds)

    def exposition(self) -> tuple[bytes, str]:
        """Return all metrics as text, and its content type."""
        return generate_latest(self.registry), CONTENT_TYPE
