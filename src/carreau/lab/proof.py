"""That the games of a study may be compared: whole rounds, no seed twice, the same seeds on both sides of a pair."""

import msgspec

from carreau.bots.results import Rows
from carreau.core.errors import CarreauError
from carreau.lab.series import Series


class Played(msgspec.Struct, frozen=True):
    """A series as it was played."""

    key: str
    kind: str
    seats: int
    bots: list[str]
    options: dict[str, str]
    games: int
    seeds: int  # all of them different
    lineups: int  # that each seed was played by
    different: int  # games, by all that was done in them


def played(series: Series, rows: Rows) -> Played:
    """Checked: every seed is one round's alone, and was played by every lineup once."""
    lineups = series.lineups()
    by_seed: dict[int, list[list[int]]] = {}
    for row in rows:
        by_seed.setdefault(row["seed"], []).append(row["lineup"])
    for seed, sat in by_seed.items():
        if sorted(sat) != sorted(lineups):
            raise CarreauError(f"{series.key}: seed {seed} was played by {sat}, not by each of {lineups} once")
    different = len({row["moves"] for row in rows})
    return Played(
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
    """Both sides of a comparison must have had the same seeds, game by game."""
    seeds = [[row["seed"] for row in rows] for rows in (before, after)]
    if seeds[0] != seeds[1]:
        raise CarreauError(f"{name}: the two sides were not played on the same seeds, so they can't be compared")


def statement(all_played: list[Played], pairs: int) -> str:
    """What was checked, in words."""
    games, seeds = sum(each.games for each in all_played), max(each.seeds for each in all_played)
    different = sum(each.different for each in all_played)
    return (
        f"{games:,} games in {len(all_played)} series on up to {seeds:,} chance seeds. Checked: within each series no"
        f" seed belongs to two rounds, and every seed was played by every lineup exactly once; on both sides of the"
        f" {pairs} comparisons with another ruling the seeds are the same, game by game. By all that was done in them,"
        f" {different:,} of the games are different from the others of their series."
    )
