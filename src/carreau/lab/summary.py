"""All that a study has found, as values: what the JSON holds and the report shows."""

from pathlib import Path
from typing import Final

import msgspec

from carreau import __version__
from carreau.bots.results import Rows
from carreau.core.errors import CarreauError
from carreau.core.options import spelled
from carreau.games.catalogue import game_class
from carreau.games.texts import text
from carreau.lab.behind import Weakest, weakest
from carreau.lab.equals import Equals, equals
from carreau.lab.proof import Played, check_pairs, played, statement
from carreau.lab.rulings import MEASURES, SwitchEffects, is_fixed, switch_effects
from carreau.lab.skill import Step, step
from carreau.lab.study import Study
from carreau.lab.usage import Usage, usage

FORMAT: Final = "carreau lab 1"


class Made(msgspec.Struct, frozen=True):
    """How the figures came about; the only part that differs when the same games are played again."""

    command: str
    seconds: float  # of the last run
    build: str
    date: str


class Summary(msgspec.Struct, frozen=True):
    format: str
    game: str
    title: str
    tagline: str
    version: str
    rules: int
    seed: int
    simulations: int
    bots: list[str]
    fixed_rulings: int  # of the game, that no option changes
    proof: str
    equals: list[Equals]
    steps: list[Step]
    switches: list[SwitchEffects]
    usage: Usage
    weakest: list[Weakest]
    series: list[Played]
    made: Made

    @property
    def best(self) -> str:
        return self.bots[-1]

    @property
    def games(self) -> int:
        return sum(each.games for each in self.series)


def summarised(study: Study, rows: Rows, made: Made) -> Summary:
    """The figures of all games of a study; the order of the rows doesn't matter."""
    if study.missing(rows):
        raise CarreauError(f"{len(study.missing(rows))} games of the study have not been played yet")
    sorted_rows, words = study.sorted_rows(rows), text(study.game)
    series = [played(each, sorted_rows[each.key]) for each in study.all_series()]
    switched = all_switches(study, sorted_rows)
    return Summary(
        format=FORMAT,
        game=study.game,
        title=words.title,
        tagline=words.tagline,
        version=__version__,
        rules=game_class(study.game).VERSION,
        seed=study.seed,
        simulations=study.simulations,
        bots=list(study.bots),
        fixed_rulings=sum(is_fixed(clause, said) for clause, (_title, said) in words.clauses.items()),
        proof=statement(series, len(switched)),
        equals=[equals(sorted_rows[study.equals(seats).key], seats, words.clauses) for seats in study.seats],
        steps=[step(study.step(*pair), sorted_rows[study.step(*pair).key]) for pair in study.steps()],
        switches=switched,
        usage=usage(sorted_rows[study.equals(study.seats[0]).key], game_class(study.game).ACTIONS),
        weakest=[weakest(one, sorted_rows[one.key]) for one in map(study.one_weakest, study.crowds())],
        series=series,
        made=made,
    )


def all_switches(study: Study, rows: dict[str, Rows]) -> list[SwitchEffects]:
    options, found = game_class(study.game).OPTIONS.options, []
    for switch in study.switches:
        before, after = rows[study.usual(switch).key], rows[study.switched(switch).key]
        check_pairs(study.switched(switch).key, before, after)
        usual = spelled(options[switch.option].default)
        comparisons = len(study.switches) * len(MEASURES)
        found.append(switch_effects(switch, usual, text(study.game), before, after, comparisons))
    return found


def write_json(summary: Summary, path: Path) -> None:
    path.write_bytes(msgspec.json.format(msgspec.json.encode(summary), indent=1) + b"\n")


def read_json(path: Path) -> Summary:
    try:
        summary = msgspec.json.decode(path.read_bytes(), type=Summary)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise CarreauError(f"{path} is not a report of the lab: {error}") from error
    if summary.format != FORMAT:
        raise CarreauError(f"{path} is of the format {summary.format!r}; this is {FORMAT!r}")
    return summary
