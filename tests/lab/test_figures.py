"""Figures against what was worked out by hand, on results that were written by hand."""

from typing import Any

import pytest

from carreau.bots import contest
from carreau.core.errors import CarreauError
from carreau.lab import findings
from carreau.lab.behind import weakest
from carreau.lab.equals import course, decided_at, equals, lead, leaders, points, seat_wins
from carreau.lab.measure import histogram, mean, quantile, share, spread, steps_for, sure_of_all
from carreau.lab.proof import check_pairs, played
from carreau.lab.rulings import effect
from carreau.lab.series import EQUALS, STEP, WEAKEST, Series
from carreau.lab.skill import step
from carreau.lab.usage import usage
from carreau.lab.watch import moments, turns, watched
from tests.lab.rows import Unfair, row
from tests.toy import ACTIONS, DOUBLE, KEEP, Toy


def series(kind: str, game: str = "caro", seats: int = 2, bots: tuple[str, ...] = ("2",)) -> Series:
    return Series(kind, game, seats, {}, list(bots), seed=1, simulations=10)


def test_means_shares_and_spreads() -> None:
    found_mean = mean([1.0, 2.0, 3.0])
    assert found_mean.value == 2.0
    assert found_mean.low == pytest.approx(2 - 1.96 / 3**0.5)
    assert found_mean.excludes(0.5)
    assert not found_mean.excludes(1.0)
    assert share(8, 10).low == pytest.approx(0.490, abs=0.001)
    assert share(8, 10).high == pytest.approx(0.943, abs=0.001)
    found = spread([float(value) for value in range(1, 11)])
    assert (found.low, found.lower, found.median, found.upper, found.high, found.mean) == (1, 3, 5, 8, 9, 5.5)
    assert quantile([1.0, 2.0], 0.5) == 1.0
    assert sure_of_all(1) == pytest.approx(1.96, abs=0.001)
    assert sure_of_all(4) == pytest.approx(2.498, abs=0.001)


def test_a_histogram_holds_every_value() -> None:
    values = [7.0, 7.0, 12.0, 95.0]
    found = histogram(values, *steps_for(values, most=10))
    assert (found.start, found.step, found.counts) == (0, 10, [2, 1, 0, 0, 0, 0, 0, 0, 0, 1])


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


def test_a_step_counts_meetings_and_seats() -> None:
    rows = [
        row(0, [1, 2], seed=1, lineup=[0, 1]),
        row(1, [1, 2], seed=1, lineup=[1, 0]),
        row(2, [1, 2], seed=2, lineup=[0, 1]),
        row(3, [2, 1], seed=2, lineup=[1, 0]),
        row(4, [2, 1], seed=3, lineup=[0, 1]),
        row(5, [2, 1], seed=3, lineup=[1, 0]),
    ]
    found = step(series(STEP, bots=("2", "1")), rows)
    assert found.won.value == pytest.approx(4 / 6)
    assert found.same_seat.value == pytest.approx(2 / 3)
    assert found.by_chance == 0.5


@pytest.mark.parametrize("seats", [3, 5])
def test_players_are_exchanged_on_all_seats_if_their_number_is_odd_too(seats: int) -> None:
    """Skill alone decides, and the last of several equals wins: never does the same seat win both games of a pair."""
    odd = series(STEP, "raufer", seats, ("2", "1"))
    won, beaten = [], []
    for index, lineup in enumerate(odd.lineups() * 2):
        winner = max(seat for seat, bot in enumerate(lineup) if bot == 0)
        seed = index // len(odd.lineups())
        won.append(row(index, [1 + (seat != winner) for seat in range(seats)], seed=seed, lineup=lineup))
        beaten.append(row(index, [1] + [2] * (seats - 1), seed=seed, lineup=lineup))
    assert step(odd, won).same_seat == share(0, 2 * seats)
    assert step(odd, beaten).same_seat == share(2 * seats, 2 * seats)


def test_a_switch_is_compared_pair_by_pair() -> None:
    before = [row(index, [1, 2], decisions=10 + index) for index in range(4)]
    after = [row(index, [1, 2], decisions=13 + index + index % 2) for index in range(4)]
    found = effect(lambda each: float(each["decisions"]), before, after, 1)
    assert found.usual == 11.5
    assert found.difference.value == 3.5
    assert found.difference.low == pytest.approx(3.5 - 1.96 * (1 / 3) ** 0.5 / 2)
    assert found.size == pytest.approx(3.5 / ((1.25 + 2.0) / 2) ** 0.5)
    assert found.clear
    assert not effect(lambda each: float(each["decisions"]), before, before, 1).clear


def test_sides_with_other_seeds_are_not_compared() -> None:
    with pytest.raises(CarreauError, match="not played on the same seeds"):
        check_pairs("honour=on", [row(0, [1, 2], seed=5)], [row(0, [1, 2], seed=6)])


def test_seeds_that_come_twice_are_found_out() -> None:
    fine = [row(0, [1, 2], seed=5), row(1, [1, 2], seed=6)]
    assert played(series(EQUALS), fine).seeds == 2
    with pytest.raises(CarreauError, match="seed 5 was played by"):
        played(series(EQUALS), [row(0, [1, 2], seed=5), row(1, [1, 2], seed=5)])
    with pytest.raises(CarreauError, match="seed 1 was played by"):
        played(series(STEP, bots=("2", "1")), [row(0, [1, 2], seed=1, lineup=[0, 1])])


def test_the_seat_behind_the_weakest() -> None:
    """The weakest sits on each of three seats; the next one wins twice, the one before it once."""
    lineups = series(WEAKEST, seats=3, bots=("2", "1")).lineups()
    assert lineups == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    ranks = [[3, 1, 2], [1, 3, 2], [1, 2, 3]]
    rows = [row(index, each, lineup=lineups[index], seed=1) for index, each in enumerate(ranks)]
    found = weakest(series(WEAKEST, seats=3, bots=("2", "1")), rows)
    assert found.weakest.value == 0.0
    assert [each.value for each in found.by_distance] == pytest.approx([2 / 3, 1 / 3])
    assert found.fair == 0.5
    assert found.behind.value == pytest.approx(1 / 6)


def test_what_is_used_is_counted_for_players() -> None:
    rows = [row(0, [1, 2], actions=[KEEP, DOUBLE], offered={"keep": 2, "double": 2})]
    found = usage([*rows, row(1, [1, 2], actions=[KEEP, KEEP], offered={"keep": 2})], ACTIONS)
    assert [(verb.verb, verb.taken, verb.offered) for verb in found.verbs] == [("keep", 3, 4), ("double", 1, 2)]
    assert found.fields == []


def test_a_game_is_looked_at_again() -> None:
    moves = [(-1, 4), (-1, 0), (-1, 5), (0, DOUBLE), (1, KEEP)]  # seat 0 has the 5, seat 1 the 1, heads
    found = watched(Toy(2), moves, seed=1)
    assert found["actions"] == [DOUBLE, KEEP]
    assert found["choices"] == [2, 2]
    assert found["offered"] == {"double": 2, "keep": 2}
    assert found["chances"] == [[1.0, 0.0]] * 24
    assert turns(moves) == 2
    assert turns([(0, 1), (-1, 0), (0, 1), (1, 1)]) == 2


def toy_games(game: type[Toy], monkeypatch: pytest.MonkeyPatch, games: int = 60) -> list[dict[str, Any]]:
    monkeypatch.setattr(contest, "make", lambda *_args: game(2))
    equal = series(EQUALS, "toy", bots=("random",))
    return [equal.play(index) for index in range(games)]


def test_a_planted_unfairness_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    found = equals(toy_games(Unfair, monkeypatch), 2, {})
    assert found.wins.unfair == [0, 1]
    assert findings.on_seats([found]).startswith(
        "With two players the seats are not equal: the first wins 100\u00a0% (94–100)"
    )


def test_where_nothing_is_seen_nothing_is_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = equals(toy_games(Toy, monkeypatch), 2, {})
    assert found.wins.unfair == []
    assert "no seat could be seen to win more or less than its share in 60 games" in findings.on_seats([found])
