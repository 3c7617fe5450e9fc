"""Statistics of games between bots: shares with confidence intervals, and ratings."""

from math import log10, sqrt
from typing import Any, Final

SURE: Final = 1.96  # standard deviations of a 95 % interval
PER_TENFOLD: Final = 400.0  # Elo points for odds of ten to one
ROUNDS: Final = 200


def wilson(won: float, games: float, sure: float = SURE) -> tuple[float, float]:
    """Return Wilson's interval of a share, `sure` standard deviations wide; wins may be fractions."""
    if games == 0:
        return 0.0, 1.0
    middle = (won + sure**2 / 2) / (games + sure**2)
    half = sure * sqrt(won * (games - won) / games + sure**2 / 4) / (games + sure**2)
    return max(0.0, middle - half), min(1.0, middle + half)


class Score:
    """The score of one bot against another: every game counts each pair of their seats once."""

    def __init__(self) -> None:
        self.won = 0
        self.drawn = 0
        self.lost = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def decided(self) -> int:
        return self.won + self.lost

    @property
    def share(self) -> float:
        """Return the share of decided games; one half if there are none."""
        return self.won / self.decided if self.decided else 0.5

    def interval(self) -> tuple[float, float]:
        """Return Wilson's 95 % interval of the share."""
        return wilson(self.won, self.decided)


def scores(rows: list[dict[str, Any]], bots: int) -> dict[tuple[int, int], Score]:
    """Return the score of each ordered pair of bots."""
    table = {(one, other): Score() for one in range(bots) for other in range(bots) if one != other}
    for row in rows:
        lineup, ranks = row["lineup"], row["ranks"]
        for seat, bot in enumerate(lineup):
            for seat_too, other in enumerate(lineup):
                if bot != other:
                    add(table[bot, other], ranks[seat], ranks[seat_too])
    return table


def add(score: Score, rank: int, other: int) -> None:
    score.won += rank < other
    score.drawn += rank == other
    score.lost += rank > other


def elo(table: dict[tuple[int, int], Score], bots: int) -> list[float]:
    """Return Bradley-Terry ratings relative to the first bot; half a win added each way keeps them finite."""
    strength = [1.0] * bots
    for _round in range(ROUNDS):
        strength = [improved(table, strength, bot) for bot in range(bots)]
    return [PER_TENFOLD * log10(each / strength[0]) for each in strength]


def improved(table: dict[tuple[int, int], Score], strength: list[float], bot: int) -> float:
    wins, games = 0.0, 0.0
    for (one, other), score in table.items():
        if one == bot:
            wins += score.won + score.drawn / 2 + 0.5
            games += (score.games + 1) / (strength[bot] + strength[other])
    return wins / games


def average_points(rows: list[dict[str, Any]], bot: int) -> float:
    points = [row["points"][seat] for row in rows for seat, each in enumerate(row["lineup"]) if each == bot]
    return sum(points) / len(points) if points else 0.0
