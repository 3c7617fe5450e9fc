"""The effect of seat order: how much a seat gains from acting right after the weakest player.

One player is weaker than the others and sits in every seat in turn, with the same dice and cards.
"""

from collections.abc import Sequence

import msgspec

from carreau.bots.results import Rows
from carreau.lab.estimates import Estimate, bonferroni_z, mean
from carreau.lab.self_play import credit
from carreau.lab.series import Series


class SeatOrder(msgspec.Struct, frozen=True):
    """The wins of each seat by its distance after the weakest player."""

    seats: int
    rounds: int
    weak: str
    strong: str
    weakest: Estimate  # the weakest player's share of wins
    by_distance: list[Estimate]  # shares of wins 1, 2 … seats after the weakest player
    fair: float  # the share of each if distance had no effect
    behind: Estimate  # the excess of the next seat over that share
    clear: list[int]  # distances with a significant excess, Bonferroni-corrected


def seat_order(series: Series, rows: Rows) -> SeatOrder:
    """Estimate the effect round by round: each round has the weakest player in every seat, which cancels seat bias."""
    rounds = [rows[start : start + series.seats] for start in range(0, len(rows), series.seats)]
    won = [[by_distance(each, distance) for each in rounds] for distance in range(series.seats)]
    fair = (1 - mean(won[0]).value) / (series.seats - 1)
    excess = [excesses(won, distance) for distance in range(1, series.seats)]
    surely = [mean(each, bonferroni_z(series.seats - 1)) for each in excess]
    strong, weak = series.bots
    return SeatOrder(
        seats=series.seats,
        rounds=len(rounds),
        weak=weak,
        strong=strong,
        weakest=within(mean(won[0])),
        by_distance=[within(mean(each)) for each in won[1:]],
        fair=fair,
        behind=mean(excess[0]),
        clear=[distance for distance, estimate in enumerate(surely, 1) if estimate.excludes(0.0)],
    )


def within(estimate: Estimate) -> Estimate:
    """Clip an interval to 0..1."""
    return Estimate(estimate.value, max(0.0, estimate.low), min(1.0, estimate.high))


def by_distance(games: Rows, distance: int) -> float:
    """Return the share of a round that the seat at a distance after the weakest player won."""
    seats = [(row["lineup"].index(1) + distance) % len(row["lineup"]) for row in games]
    return sum(credit(row, seat) for row, seat in zip(games, seats, strict=True)) / len(games)


def excesses(won: Sequence[Sequence[float]], distance: int) -> list[float]:
    """List by round how much more a distance won than the average of all stronger players."""
    others = won[1:]
    return [won[distance][number] - sum(each[number] for each in others) / len(others) for number in range(len(won[0]))]
