"""The effect of each ruling and option: the same seeds with and without it, compared pair by pair."""

from collections.abc import Callable
from math import sqrt
from statistics import fmean, pvariance
from typing import Final

import msgspec

from carreau.bots.results import Row, Rows
from carreau.core.options import spelled
from carreau.games.texts import Text
from carreau.lab.estimates import Estimate, bonferroni_z, mean
from carreau.lab.self_play import credit, lone_winner
from carreau.lab.study import Switch

Measure = Callable[[Row], float]


def mean_points(row: Row) -> float:
    return float(sum(row["points"])) / len(row["points"])


MEASURES: Final[dict[str, Measure]] = {
    "decisions": lambda row: float(row["decisions"]),
    "first seat": lambda row: credit(row, 0),
    "points": mean_points,
    "shared wins": lambda row: float(lone_winner(row) is None),
}


SHARES: Final = ("first seat", "shared wins")  # measures that are shares of games


class RulingEffect(msgspec.Struct, frozen=True):
    """One measure with the default options, and its difference with another ruling."""

    usual: float
    difference: Estimate
    size: float | None  # the difference in standard deviations (Cohen's d); None if neither side varies
    clear: bool  # whether it is significant, Bonferroni-corrected over the report


class SwitchEffects(msgspec.Struct, frozen=True):
    option: str
    value: str
    usual: str
    title: str
    text: str
    rulings: list[str]  # clauses that mention the option
    needs: dict[str, str]  # other options that both sides change
    seats: int
    pairs: int
    same: int  # pairs of identical games
    effects: dict[str, RulingEffect]


def switch_effects(
    switch: Switch, usual: str, text: Text, before: Rows, after: Rows, comparisons: int
) -> SwitchEffects:
    words = text.options[switch.option]
    return SwitchEffects(
        option=switch.option,
        value=spelled(switch.value),
        usual=usual,
        title=words["title"],
        text=words["text"],
        rulings=rulings_about(words["title"], text),
        needs={name: spelled(value) for name, value in switch.needs.items()},
        seats=switch.seats,
        pairs=len(before),
        same=sum(one["moves"] == other["moves"] for one, other in zip(before, after, strict=True)),
        effects={name: effect(measure, before, after, comparisons) for name, measure in MEASURES.items()},
    )


def effect(measure: Measure, before: Rows, after: Rows, comparisons: int) -> RulingEffect:
    usual, otherwise = [measure(row) for row in before], [measure(row) for row in after]
    differences = [other - value for other, value in zip(otherwise, usual, strict=True)]
    found = mean(differences)
    deviation = sqrt((pvariance(usual) + pvariance(otherwise)) / 2)
    clear = mean(differences, bonferroni_z(comparisons)).excludes(0.0)
    return RulingEffect(fmean(usual), found, found.value / deviation if deviation else None, clear)


def rulings_about(title: str, text: Text) -> list[str]:
    """List the clauses that mention an option by its title, in quotation marks."""
    return [clause for clause, (_, words) in text.clauses.items() if f"“{title.casefold()}" in words.casefold()]


def is_fixed(clause: str, words: str) -> bool:
    """Return whether a clause is a ruling without an option; rulings with one mention it."""
    return clause.partition(".")[2].startswith("r") and "option" not in words.casefold()
