"""Checks that the games of a study are comparable: complete rounds, unique seeds, equal seeds in paired series."""

import msgspec

from carreau.bots.results import Rows
from carreau.core.errors import CarreauError
from carreau.lab.series import Series


class PlayedSeries(msgspec.Struct, frozen=True):
    """A series that was played and checked."""

    key: str
    kind: str
    seats: int
    bots: list[str]
    options: dict[str, str]
    games: int
    seeds: int  # all different
    lineups: int  # that played each seed
    different: int  # games with different moves


def checked_series(series: Series, rows: Rows) -> PlayedSeries:
    """Check that every lineup played every seed exactly once."""
    lineups = series.lineups()
    by_seed: dict[int, list[list[int]]] = {}
    for row in rows:
        by_seed.setdefault(row["seed"], []).append(row["lineup"])
    for seed, sat in by_seed.items():
        if sorted(sat) != sorted(lineups):
            raise CarreauError(f"{series.key}: seed {seed} was played by {sat}, not by each of {lineups} once")
    different = len({row["moves"] for row in rows})
    return PlayedSeries(
        key=series.key,
        kind=series.kind,
        seats=series.seats,
        bots=series.bots,
        options=series.options,
        games=len(rows),
        seeds=len(by_seed),
        lineups=len(lineups),
        different=different,
    )


def check_pairs(name: str, before: Rows, after: Rows) -> None:
    """Check that both sides of a comparison have the same seeds, game by game."""
    seeds = [[row["seed"] for row in rows] for rows in (before, after)]
    if seeds[0] != seeds[1]:
        raise CarreauError(f"{name}: the two sides have different seeds, so they aren't comparable")


def statement(all_played: list[PlayedSeries], pairs: int) -> str:
    """Describe the checks in words."""
    games, seeds = sum(each.games for each in all_played), max(each.seeds for each in all_played)
    different = sum(each.different for each in all_played)
    return (
        f"{games:,} games in {len(all_played)} series on up to {seeds:,} chance seeds. Checked: within each series no"
        f" seed belongs to two rounds, and every lineup played every seed exactly once; in the {pairs} comparisons with"
        f" another ruling, both sides have the same seeds, game by game. {different:,} games differ in their moves"
        f" from all others of their series."
    )
