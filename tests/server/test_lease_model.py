"""Leases and fencing in a model, in all orders of their steps."""

import pytest

from tests.server.lease_model import BUGS, CLAIMS, CORRECT, Protocol, explore


def test_nothing_goes_wrong_whatever_is_paused_lost_or_killed() -> None:
    found = explore(CORRECT)
    assert not found.wrong, found.way
    assert found.states > 10_000


def test_clocks_decide_when_a_table_moves_but_not_whether_that_is_safe() -> None:
    assert not explore(Protocol(waits_for_leases=False), claims=CLAIMS - 1).wrong


@pytest.mark.parametrize(
    ("bug", "wrong", "steps"),
    [
        ("no token", "a server wrote after another had taken over", 6),
        ("token compared in another statement", "a server wrote after another had taken over", 7),
        ("lease without a token", "a server wrote after another had taken over", 7),
        ("reload without a claim", "the owner shows a table that isn't the one in the database", 7),
    ],
)
def test_planted_bugs_are_found(bug: str, wrong: str, steps: int) -> None:
    found = explore(BUGS[bug])
    assert (found.wrong, len(found.way)) == (wrong, steps)
