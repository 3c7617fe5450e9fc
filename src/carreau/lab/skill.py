"""Luck against skill: how sure the better player is to win, and how often the same dice and cards win for both."""

from collections.abc import Iterator

import msgspec

from carreau.bots.ratings import scores
from carreau.bots.results import Row, Rows
from carreau.lab.estimates import Estimate, share
from carreau.lab.self_play import lone_winner
from carreau.lab.series import Series


class LevelMatch(msgspec.Struct, frozen=True):
    """A level against another one, on all seats with the same dice and cards."""

    better: str
    worse: str
    seats: int
    games: int
    drawn: int
    won: Estimate  # by the better one, of what was decided
    same_seat: Estimate  # two games on the same chance, players exchanged: the seat that won both, of those decided
    by_chance: float  # how often that would be if neither chance nor seat meant anything


def level_match(series: Series, rows: Rows) -> LevelMatch:
    """Games count once for the interval, however many met in them: what happens in one game hangs together."""
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
    """Games on the same chance in pairs: on every seat one of the two bots plays in the first, the other in the second.

    Every lineup of a round has its opposite there, with an odd number of seats too.
    """
    sat = {(row["seed"], *row["lineup"]): row for row in rows}
    for row in rows:
        if row["lineup"][0] == 0:
            yield row, sat[row["seed"], *(1 - bot for bot in row["lineup"])]


def same_seat(rows: Rows) -> tuple[int, int]:
    """Of pairs with the players exchanged: how often the same seat won both, and how many had two lone winners."""
    winners = [(lone_winner(first), lone_winner(second)) for first, second in exchanged(rows)]
    decided = [pair for pair in winners if None not in pair]
    return sum(first == second for first, second in decided), len(decided)
