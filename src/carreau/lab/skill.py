"""Luck and skill: how often the better player wins, and how often dice and cards decide instead."""

from collections.abc import Iterator

import msgspec

from carreau.bots.ratings import scores
from carreau.bots.results import Row, Rows
from carreau.lab.estimates import Estimate, share
from carreau.lab.self_play import lone_winner
from carreau.lab.series import Series


class LevelMatch(msgspec.Struct, frozen=True):
    """A match between two levels, in all seats with the same dice and cards."""

    better: str
    worse: str
    seats: int
    games: int
    drawn: int
    won: Estimate  # share of decided games won by the better player
    same_seat: Estimate  # share of decided pairs with players swapped in which the same seat won both games
    by_chance: float  # that share if neither luck nor seat mattered


def level_match(series: Series, rows: Rows) -> LevelMatch:
    """Summarise a match; the interval counts each game once, since results within a game depend on each other."""
    one, other = 0, 1
    met = scores(rows, 2)[one, other]
    again, pairs = same_seat(rows)
    return LevelMatch(
        better=series.bots[one],
        worse=series.bots[other],
        seats=series.seats,
        games=len(rows),
        drawn=met.drawn,
        won=share(met.share * min(len(rows), met.decided), min(len(rows), met.decided)),
        same_seat=share(again, pairs),
        by_chance=1 / series.seats,
    )


def exchanged(rows: Rows) -> Iterator[tuple[Row, Row]]:
    """Yield pairs of games with the same dice and cards in which the two bots have swapped all seats.

    Every lineup of a round has its opposite, even with an odd number of seats.
    """
    sat = {(row["seed"], *row["lineup"]): row for row in rows}
    for row in rows:
        if row["lineup"][0] == 0:
            yield row, sat[row["seed"], *(1 - bot for bot in row["lineup"])]


def same_seat(rows: Rows) -> tuple[int, int]:
    """Count the pairs in which the same seat won both games, and all pairs with two sole winners."""
    winners = [(lone_winner(first), lone_winner(second)) for first, second in exchanged(rows)]
    decided = [pair for pair in winners if None not in pair]
    return sum(first == second for first, second in decided), len(decided)
