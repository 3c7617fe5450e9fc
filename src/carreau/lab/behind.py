"""Whether it is good to sit behind the weakest player: one plays worse, on every seat in turn on the same chance."""

from collections.abc import Sequence

import msgspec

from carreau.bots.results import Rows
from carreau.lab.equals import credit
from carreau.lab.measure import Estimate, mean, sure_of_all
from carreau.lab.series import Series


class Weakest(msgspec.Struct, frozen=True):
    seats: int
    rounds: int
    weak: str
    strong: str
    weakest: Estimate  # how often the weakest wins
    by_distance: list[Estimate]  # how often the seat wins that acts so many after the weakest: 1, 2 …
    fair: float  # what each of them would win if the distance meant nothing
    behind: Estimate  # by how much the next after the weakest wins more than that
    clear: list[int]  # distances that win more or less, beyond what all intervals together allow


def weakest(series: Series, rows: Rows) -> Weakest:
    """Rounds count once: in each the weakest has sat on every seat, so that no seat's own advantage is left in it."""
    rounds = [rows[start : start + series.seats] for start in range(0, len(rows), series.seats)]
    won = [[by_distance(each, distance) for each in rounds] for distance in range(series.seats)]
    fair = (1 - mean(won[0]).value) / (series.seats - 1)
    excess = [excesses(won, distance) for distance in range(1, series.seats)]
    surely = [mean(each, sure_of_all(series.seats - 1)) for each in excess]
    strong, weak = series.bots
    return Weakest(
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
    """A share can't be less than none or more than all."""
    return Estimate(estimate.value, max(0.0, estimate.low), min(1.0, estimate.high))


def by_distance(games: Rows, distance: int) -> float:
    """The part of a round's games that the seat at a distance after the weakest has won."""
    seats = [(row["lineup"].index(1) + distance) % len(row["lineup"]) for row in games]
    return sum(credit(row, seat) for row, seat in zip(games, seats, strict=True)) / len(games)


def excesses(won: Sequence[Sequence[float]], distance: int) -> list[float]:
    """Round by round, how much more a distance has won than the average of all who are not the weakest."""
    others = won[1:]
    return [won[distance][number] - sum(each[number] for each in others) / len(others) for number in range(len(won[0]))]
