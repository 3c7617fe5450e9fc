"""Statistics of games between equal players: wins, length, branching factor, lead and endings."""

from collections import Counter
from statistics import fmean
from typing import Any, Final

import msgspec

from carreau.bots.results import Row, Rows
from carreau.lab.estimates import (
    Estimate,
    Histogram,
    Spread,
    bins_for,
    bonferroni_z,
    histogram,
    mean,
    quantile,
    share,
    spread,
)
from carreau.lab.trace import MOMENTS, moments

AHEAD: Final = 0.2  # margin of win probability at which the lead changes
SAFE: Final = 0.75  # win probability at which a winner is safe if it never falls below again


class Seats(msgspec.Struct, frozen=True):
    """The shares of wins by seat; a shared win counts as a fraction."""

    wins: list[Estimate]
    unfair: list[int]  # seats with a significant deviation from their share, Bonferroni-corrected
    shared: Estimate  # games without a sole winner


class Length(msgspec.Struct, frozen=True):
    """The length of games."""

    decisions: Spread
    turns: Spread
    histogram: Histogram  # of decisions


class Course(msgspec.Struct, frozen=True):
    """The number of legal actions over the course of a game."""

    average: list[float]
    lower: list[float]  # first quartile
    upper: list[float]  # third quartile
    overall: float
    most: int
    forced: Estimate  # share of decisions with a single legal action


class Lead(msgspec.Struct, frozen=True):
    """The win probability of later winners over the course of a game."""

    games: int  # with a sole winner
    average: list[float]
    low: list[float]  # first decile
    high: list[float]  # last decile
    changes: Estimate  # of the lead, per game
    changes_histogram: Histogram
    decided: Spread  # the part of the game after which the winner was safe
    decided_late: Estimate  # share of winners that were not safe before the last tenth
    right: Estimate  # share of sole winners that were favourites at half time; ties count as fractions
    said: float  # mean win probability of the favourite at half time


class Points(msgspec.Struct, frozen=True):
    """The final scores."""

    winners: Histogram
    others: Histogram
    won_with: Spread
    margin: Spread  # between the first and the second


class EndingShare(msgspec.Struct, frozen=True):
    """The share of games that a clause ended."""

    clause: str
    title: str
    part: float


class SelfPlay(msgspec.Struct, frozen=True):
    """All statistics for one number of seats."""

    seats: int
    games: int
    wins: Seats
    length: Length
    course: Course
    lead: Lead
    points: Points | None  # None in games without points
    endings: list[EndingShare]


def credit(row: Row, seat: int) -> float:
    """Return a seat's fraction of the win."""
    ranks: list[int] = row["ranks"]
    return (ranks[seat] == 1) / ranks.count(1)


def lone_winner(row: Row) -> int | None:
    winners = [seat for seat, rank in enumerate(row["ranks"]) if rank == 1]
    return winners[0] if len(winners) == 1 else None


def self_play(rows: Rows, seats: int, clauses: dict[str, tuple[str, str]]) -> SelfPlay:
    return SelfPlay(
        seats=seats,
        games=len(rows),
        wins=seat_wins(rows, seats),
        length=length(rows),
        course=course(rows),
        lead=lead(rows),
        points=points(rows),
        endings=endings(rows, clauses),
    )


def seat_wins(rows: Rows, seats: int) -> Seats:
    won = [sum(credit(row, seat) for row in rows) for seat in range(seats)]
    surely = [share(each, len(rows), bonferroni_z(seats)) for each in won]
    return Seats(
        wins=[share(each, len(rows)) for each in won],
        unfair=[seat for seat, estimate in enumerate(surely) if estimate.excludes(1 / seats)],
        shared=share(sum(lone_winner(row) is None for row in rows), len(rows)),
    )


def length(rows: Rows) -> Length:
    decisions = [float(row["decisions"]) for row in rows]
    return Length(
        spread(decisions), spread([float(row["turns"]) for row in rows]), histogram(decisions, *bins_for(decisions))
    )


def course(rows: Rows) -> Course:
    at = [[float(row["choices"][number]) for number in moments(len(row["choices"]))] for row in rows if row["choices"]]
    columns = [sorted(column) for column in zip(*at, strict=True)]
    every = [count for row in rows for count in row["choices"]]
    return Course(
        average=[fmean(column) for column in columns],
        lower=[quantile(column, 0.25) for column in columns],
        upper=[quantile(column, 0.75) for column in columns],
        overall=fmean(every),
        most=max(every),
        forced=mean([sum(count == 1 for count in row["choices"]) / len(row["choices"]) for row in rows]),
    )


# The lead


def leaders(chances: list[list[float]]) -> list[int]:
    """List the leader at each moment: the favourite at first; another seat takes the lead by a margin of AHEAD."""
    leader = max(range(len(chances[0])), key=lambda seat: chances[0][seat])
    found = []
    for now in chances:
        best = max(range(len(now)), key=lambda seat: now[seat])
        if now[best] - now[leader] >= AHEAD:
            leader = best
        found.append(leader)
    return found


def changes(row: Row) -> int:
    led = leaders(row["chances"])
    return sum(now != before for now, before in zip(led[1:], led, strict=False))


def decided_at(chances: list[float]) -> float:
    """Return the part of the game after which the winner stayed safe; 1 if never."""
    safe = 0
    while safe < len(chances) and chances[-1 - safe] >= SAFE:
        safe += 1
    return 1 - safe / len(chances)


def foreseen(chances: list[float], winner: int) -> float:
    """Return 1 if the winner was the only favourite, a fraction if tied with others, otherwise 0."""
    best = max(chances)
    return (chances[winner] == best) / chances.count(best)


def lead(rows: Rows) -> Lead:
    won = [(row, winner) for row in rows if (winner := lone_winner(row)) is not None]
    paths = [[now[winner] for now in row["chances"]] for row, winner in won]
    columns = [sorted(column) for column in zip(*paths, strict=True)] or [[0.0]] * MOMENTS
    decided = [decided_at(path) for path in paths]
    changed = [float(changes(row)) for row in rows]
    half = [(row["chances"][MOMENTS // 2], winner) for row, winner in won]
    return Lead(
        games=len(won),
        average=[fmean(column) for column in columns],
        low=[quantile(column, 0.1) for column in columns],
        high=[quantile(column, 0.9) for column in columns],
        changes=mean(changed),
        changes_histogram=histogram(changed, 0, 1, int(max(changed)) + 1),
        decided=spread(decided),
        decided_late=share(sum(part > 0.9 for part in decided), len(decided)),
        right=share(sum(foreseen(now, winner) for now, winner in half), len(half)),
        said=fmean([max(now) for now, _winner in half]) if half else 0.0,
    )


# Endings


def points(rows: Rows) -> Points | None:
    every = [float(value) for row in rows for value in row["points"]]
    if not any(every):
        return None
    winners, others = of_winners(rows, True), of_winners(rows, False)
    bars = bins_for(every)
    return Points(
        winners=histogram(winners, *bars),
        others=histogram(others, *bars),
        won_with=spread(winners),
        margin=spread([float(margin(row)) for row in rows]),
    )


def of_winners(rows: Rows, winners: bool) -> list[float]:
    """List the points of all winners, or of all others."""
    return [
        float(value)
        for row in rows
        for value, rank in zip(row["points"], row["ranks"], strict=True)
        if (rank == 1) == winners
    ]


def margin(row: Row) -> Any:
    first, second = sorted(row["points"], reverse=True)[:2]
    return first - second


def endings(rows: Rows, clauses: dict[str, tuple[str, str]]) -> list[EndingShare]:
    counts = Counter(row["clause"] for row in rows)
    return [
        EndingShare(clause, clauses.get(clause, ("", ""))[0], count / len(rows))
        for clause, count in counts.most_common()
    ]
