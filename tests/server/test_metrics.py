"""Metrics: the values for Prometheus, with bounded labels."""

from carreau.server.metrics import REASONS, Metrics
from tests.server.figures import samples


def test_what_is_counted_is_shown() -> None:
    metrics = Metrics()
    metrics.moves.count("caro")
    metrics.moves.count("caro")
    metrics.refused("stale")
    metrics.sockets.inc()
    metrics.sockets.inc()
    metrics.sockets.dec()
    metrics.tables["playing"].set(3)
    metrics.waiting["hint"].set(4)
    found = samples(metrics)
    assert found["carreau_moves_total", ("caro",)] == 2
    assert found["carreau_moves_total", ("misd",)] == 0
    assert found["carreau_refusals_total", ("stale",)] == 1
    assert found["carreau_sockets", ()] == 1
    assert found["carreau_tables", ("playing",)] == 3
    assert found["carreau_waiting_questions", ("hint",)] == 4


def test_times_and_sizes_fall_into_buckets() -> None:
    metrics = Metrics()
    for seconds in (0.0005, 0.015, 0.02, 70):
        metrics.told.observe(seconds)
    metrics.commit_size.observe(7)
    metrics.commit.observe(0.004)
    metrics.bot_thinking["move"].observe(1.5)
    found = samples(metrics)
    assert found["carreau_told_seconds_bucket", ("0.01",)] == 1
    assert found["carreau_told_seconds_bucket", ("0.02",)] == 3
    assert found["carreau_told_seconds_bucket", ("+Inf",)] == found["carreau_told_seconds_count", ()] == 4
    assert found["carreau_commit_size_sum", ()] == 7
    assert found["carreau_commit_seconds_bucket", ("0.005",)] == 1
    assert found["carreau_thinking_seconds_bucket", ("2.0", "move")] == 1


def test_there_are_no_more_figures_after_a_long_day_than_at_the_start() -> None:
    metrics = Metrics()
    before = set(samples(metrics))
    for number in range(1000):
        metrics.refused(f"reason {number}")
    for reason in REASONS:
        metrics.refused(reason)
    found = samples(metrics)
    assert set(found) == before
    assert found["carreau_refusals_total", ("other",)] == 1001


def test_servers_in_one_process_do_not_share_their_figures() -> None:
    one, other = Metrics(), Metrics()
    one.sockets.inc()
    assert samples(other)["carreau_sockets", ()] == 0
