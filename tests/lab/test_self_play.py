"""Statistics of self-play compared with hand-written results."""

from typing import Any

import pytest

from carreau.bots import contest
from carreau.lab import findings
from carreau.lab.self_play import course, decided_at, lead, leaders, points, seat_wins, self_play
from carreau.lab.series import SELF_PLAY
from carreau.lab.trace import moments
from tests.lab.rows import Unfair, row, series
from tests.toy import Toy


def test_a_shared_win_is_a_part_of_one() -> None:
    found = seat_wins([row(0, [1, 2]), row(1, [1, 2]), row(2, [2, 1]), row(3, [1, 1])], 2)
    assert [win.value for win in found.wins] == [0.625, 0.375]
    assert found.shared.value == 0.25
    assert found.unfair == []


def test_choices_are_counted_moment_by_moment() -> None:
    assert moments(4, 2) == [1, 3]
    assert moments(2, 4) == [0, 0, 1, 1]
    found = course([row(0, [1, 2], choices=[1, 2, 3, 2]), row(1, [1, 2], choices=[1, 4])])
    assert found.average[0] == 1.0
    assert found.average[-1] == 3.0
    assert found.most == 4
    assert found.overall == pytest.approx(13 / 6)
    assert found.forced.value == pytest.approx((1 / 4 + 1 / 2) / 2)


def test_small_steps_are_no_change_of_the_lead() -> None:
    assert leaders([[0.6, 0.4], [0.45, 0.55], [0.35, 0.65], [0.55, 0.45], [0.9, 0.1]]) == [0, 0, 1, 1, 0]


def test_a_winner_is_safe_when_the_chance_stays_high() -> None:
    assert decided_at([0.5, 0.8, 0.6, 0.75]) == 0.75
    assert decided_at([0.8, 0.8]) == 0.0
    assert decided_at([0.8, 0.5]) == 1.0


def test_the_lead_is_told_of_lone_winners() -> None:
    sure = [[0.5, 0.5]] * 12 + [[0.9, 0.1]] * 12
    turned = [[0.2, 0.8]] * 18 + [[0.8, 0.2]] * 6
    found = lead([row(0, [1, 2], chances=sure), row(1, [1, 2], chances=turned), row(2, [1, 1])])
    assert found.games == 2
    assert found.average[0] == pytest.approx((0.5 + 0.2) / 2)
    assert found.changes.value == pytest.approx(1 / 3)
    assert found.changes_histogram.counts == [2, 1]
    assert (found.decided.low, found.decided.high) == (0.5, 0.75)
    assert found.right.value == 0.5
    assert found.said == pytest.approx(0.85)


def test_of_several_in_front_at_half_time_each_is_a_part_of_one() -> None:
    both, two_of_three = [[0.5, 0.5]] * 24, [[0.4, 0.2, 0.4]] * 24
    assert lead([row(0, [1, 2], chances=both), row(1, [2, 1], chances=both)]).right.value == 0.5
    won = [row(seat, [1 + (seat != other) for other in range(3)], chances=two_of_three) for seat in range(3)]
    assert lead(won).right.value == pytest.approx(1 / 3)


def test_points_of_winners_and_of_the_others() -> None:
    found = points([row(0, [1, 2], points=[5, 3]), row(1, [2, 1], points=[4, 9])])
    assert found
    assert (found.winners.start, sum(found.winners.counts), found.winners.counts[2]) == (3, 2, 1)
    assert found.others.counts[:2] == [1, 1]
    assert (found.margin.low, found.margin.high) == (2, 5)
    assert points([row(0, [1, 2], points=[0, 0])]) is None


def toy_games(game: type[Toy], monkeypatch: pytest.MonkeyPatch, games: int = 60) -> list[dict[str, Any]]:
    monkeypatch.setattr(contest, "make", lambda *_args: game(2))
    equal = series(SELF_PLAY, "toy", bots=("random",))
    return [equal.play(index) for index in range(games)]


def test_a_planted_unfairness_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    found = self_play(toy_games(Unfair, monkeypatch), 2, {})
    assert found.wins.unfair == [0, 1]
    assert findings.on_seats([found]).startswith(
        "With two players the seats aren't equal: the first wins 100\u00a0% (94–100)"
    )


def test_where_nothing_is_seen_nothing_is_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = self_play(toy_games(Toy, monkeypatch), 2, {})
    assert found.wins.unfair == []
    assert "the seats show no measurable difference in 60 games" in findings.on_seats([found])
