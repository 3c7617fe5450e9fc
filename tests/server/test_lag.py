"""The lag of a connection: measured by the server, and never longer than the client can prove."""

import pytest

from carreau.server.lag import FIRST, MEASURED, LagMeter

BOUND = 0.3


def measured(*round_trips: float, most: float = BOUND) -> LagMeter:
    meter = LagMeter(most)
    for seconds in round_trips:
        meter.pong(meter.ping(100.0), 100.0 + seconds)
    return meter


def test_there_is_no_lag_before_it_is_measured() -> None:
    meter = measured()
    meter.claim(0.4)
    assert meter.lag == 0.0


def test_the_lag_is_half_of_the_shortest_of_the_last_round_trips() -> None:
    assert measured(0.3, 0.1, 0.2).lag == pytest.approx(0.05)
    assert measured(0.1, *[0.4] * MEASURED).lag == pytest.approx(0.2)


def test_no_more_than_the_bound_counts() -> None:
    assert measured(5.0).lag == BOUND


@pytest.mark.parametrize(("claim", "lag"), [(60.0, 0.1), (0.6, 0.1), (0.2, 0.1), (0.1, 0.05), (0.0, 0.0)])
def test_a_claim_can_only_lower_the_lag(claim: float, lag: float) -> None:
    meter = measured(0.2)
    meter.claim(claim)
    assert meter.lag == pytest.approx(lag)


def test_the_newest_claim_counts() -> None:
    meter = measured(0.2)
    meter.claim(0.1)
    meter.claim(0.3)
    assert meter.lag == pytest.approx(0.1)


def test_an_answer_proves_that_the_line_is_no_slower_however_late_pongs_come() -> None:
    meter = measured(0.7, 0.7)
    assert meter.lag == BOUND
    meter.answered(0.25)
    assert meter.lag == pytest.approx(0.125)
    meter.answered(2.0)
    meter.pong(meter.ping(100.0), 100.6)
    assert meter.lag == pytest.approx(0.125)


def test_pongs_that_nobody_asked_for_mean_nothing() -> None:
    meter = measured(0.2)
    old = meter.ping(100.0)
    new = meter.ping(101.0)
    for payload in (b"", old, b"x" * 8):
        assert not meter.pong(payload, 101.001)
    assert meter.lag == pytest.approx(0.1)
    meter.pong(new, 101.1)
    meter.pong(new, 101.1)
    assert list(meter.round_trips) == pytest.approx([0.2, 0.1])


def test_several_round_trips_are_measured_at_once_at_first() -> None:
    meter = LagMeter(BOUND)
    assert [meter.pong(meter.ping(0.0), 0.1) for _ in range(FIRST + 1)] == [True] * (FIRST - 1) + [False] * 2
