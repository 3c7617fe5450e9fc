"""What games between equals say: who wins, how long they take, what there is to choose, and when it is decided."""

from collections import Counter
from statistics import fmean
from typing import Any, Final

import msgspec

from carreau.bots.results import Row, Rows
from carreau.lab.measure import (
    Estimate,
    Histogram,
    Spread,
    histogram,
    mean,
    quantile,
    share,
    spread,
    steps_for,
    sure_of_all,
)
from carreau.lab.watch import MOMENTS, moments

AHEAD: Final = 0.2  # of all chances that another must be in front, before the lead has changed
SAFE: Final = 0.75  # the chance from which on a winner is safe, if it stays so to the end


class Seats(msgspec.Struct, frozen=True):
    """How often each seat wins; a shared win counts as a part of one."""

    wins: list[Estimate]
    unfair: list[int]  # seats that win more or less than their share, beyond what all intervals together allow
    shared: Estimate  # games without a lone winner


class Length(msgspec.Struct, frozen=True):
    decisions: Spread
    turns: Spread
    histogram: Histogram  # of decisions


class Course(msgspec.Struct, frozen=True):
    """How many actions there are to choose from, moment by moment from the first decision to the last."""

    average: list[float]
    lower: list[float]  # a quarter of games has fewer
    upper: list[float]
    overall: float
    most: int
    forced: Estimate  # decisions with one action only


class Lead(msgspec.Struct, frozen=True):
    """What the onlooker said of the one who won, moment by moment, and what follows from it."""

    games: int  # with a lone winner
    average: list[float]
    low: list[float]  # a tenth of winners had less
    high: list[float]
    changes: Estimate
    changes_histogram: Histogram
    decided: Spread  # the part of the game after which the winner was safe
    decided_late: Estimate  # winners who were not safe before the last tenth
    right: Estimate  # how often the one with the best chance at half time won, if anybody did; of several each in part
    said: float  # what the onlooker gave them then


class Points(msgspec.Struct, frozen=True):
    winners: Histogram
    others: Histogram
    won_with: Spread
    margin: Spread  # between the first and the second


class Ending(msgspec.Struct, frozen=True):
    clause: str
    title: str
    part: float


class Equals(msgspec.Struct, frozen=True):
    """All of it for one number of seats."""

    seats: int
    games: int
    wins: Seats
    length: Length
    course: Course
    lead: Lead
    points: Points | None  # None where nobody ever has any
    endings: list[Ending]


def credit(row: Row, seat: int) -> float:
    """The part of a win that a seat has."""
    ranks: list[int] = row["ranks"]
    return (ranks[seat] == 1) / ranks.count(1)


def lone_winner(row: Row) -> int | None:
    winners = [seat for seat, rank in enumerate(row["ranks"]) if rank == 1]
    return winners[0] if len(winners) == 1 else None


def equals(rows: Rows, seats: int, clauses: dict[str, tuple[str, str]]) -> Equals:
    return Equals(
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
    surely = [share(each, len(rows), sure_of_all(seats)) for each in won]
    return Seats(
        wins=[share(each, len(rows)) for each in won],
        unfair=[seat for seat, estimate in enumerate(surely) if estimate.excludes(1 / seats)],
        shared=share(sum(lone_winner(row) is None for row in rows), len(rows)),
    )


def length(rows: Rows) -> Length:
    decisions = [float(row["decisions"]) for row in rows]
    return Length(
        spread(decisions), spread([float(row["turns"]) for row in rows]), histogram(decisions, *steps_for(decisions))
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


# Who leads


def leaders(chances: list[list[float]]) -> list[int]:
    """Who leads at each moment: the best at first, then whoever is clearly in front of the one who led so far."""
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
    """The part of the game after which a winner's chance was safe and stayed so; 1 if it never was."""
    safe = 0
    while safe < len(chances) and chances[-1 - safe] >= SAFE:
        safe += 1
    return 1 - safe / len(chances)


def foreseen(chances: list[float], winner: int) -> float:
    """Whether the winner was in front at a moment; where several were, the part of it that one of them has."""
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


# How it ends


def points(rows: Rows) -> Points | None:
    every = [float(value) for row in rows for value in row["points"]]
    if not any(every):
        return None
    winners, others = of_winners(rows, True), of_winners(rows, False)
    bars = steps_for(every)
    return Points(
        winners=histogram(winners, *bars),
        others=histogram(others, *bars),
        won_with=spread(winners),
        margin=spread([float(margin(row)) for row in rows]),
    )


def of_winners(rows: Rows, winners: bool) -> list[float]:
    """The points of all winners, or of all others."""
    return [
        float(value)
        for row in rows
        for value, rank in zip(row["points"], row["ranks"], strict=True)
        if (rank == 1) == winners
    ]


def margin(row: Row) -> Any:
    first, second = sorted(row["points"], reverse=True)[:2]
    return first - second


def endings(rows: Rows, clauses: dict[str, tuple[str, str]]) -> list[Ending]:
    counts = Counter(row["clause"] for row in rows)
    return [
        Ending(clause, clauses.get(clause, ("", ""))[0], count / len(rows)) for clause, count in counts.most_common()
    ]
