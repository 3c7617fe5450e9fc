"""Luck against skill: how sure the better player is to win, and how often the same dice and cards win for both."""

import msgspec

from carreau.bots.ratings import scores
from carreau.bots.results import Rows
from carreau.lab.equals import lone_winner
from carreau.lab.measure import Estimate, share
from carreau.lab.series import Series


class Step(msgspec.Struct, frozen=True):
    """A level against another, on the same chance in all seats. Wherever two of them met counts once."""

    better: str
    worse: str
    seats: int
    games: int
    drawn: int
    won: Estimate  # by the better one, of what was decided
    same_seat: Estimate  # two games on the same chance, players exchanged: the seat that won both, of those decided
    by_chance: float  # how often that would be if neither chance nor seat meant anything


def step(series: Series, rows: Rows) -> Step:
    """Games count once for the interval, however many met in them: what happens in one game hangs together."""
    one, other = 0, 1
    met = scores(rows, 2)[one, other]
    again, pairs = same_seat(rows, len(series.lineups()))
    return Step(
        better=series.bots[one],
        worse=series.bots[other],
        seats=series.seats,
        games=len(rows),
        drawn=met.drawn,
        won=share(met.share * min(len(rows), met.decided), min(len(rows), met.decided)),
        same_seat=share(again, pairs),
        by_chance=1 / series.seats,
    )


def same_seat(rows: Rows, lineups: int) -> tuple[int, int]:
    """Of neighbouring lineups in the rounds: how often the same seat won both, and of how many that had a winner."""
    again = pairs = 0
    for first, second in zip(rows[0::2], rows[1::2], strict=False):
        if first["index"] // lineups == second["index"] // lineups:
            winners = lone_winner(first), lone_winner(second)
            if None not in winners:
                pairs += 1
                again += winners[0] == winners[1]
    return again, pairs
