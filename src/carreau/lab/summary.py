"""The results of a study as plain values: the content of the JSON file and of the report."""

from pathlib import Path
from typing import Final

import msgspec

from carreau import __version__
from carreau.bots.results import Rows
from carreau.core.errors import CarreauError
from carreau.core.options import spelled
from carreau.games.catalogue import game_class
from carreau.games.texts import text
from carreau.lab.integrity import PlayedSeries, check_pairs, checked_series, statement
from carreau.lab.rulings import MEASURES, SwitchEffects, is_fixed, switch_effects
from carreau.lab.seat_order import SeatOrder, seat_order
from carreau.lab.self_play import SelfPlay, self_play
from carreau.lab.skill import LevelMatch, level_match
from carreau.lab.study import Study
from carreau.lab.usage import Usage, usage

FORMAT: Final = "carreau lab 1"


class Provenance(msgspec.Struct, frozen=True):
    """The origin of the figures: the only difference if the same games are played again."""

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
    fixed_rulings: int  # rulings without an option
    integrity: str = msgspec.field(name="proof")  # these names are part of the file format
    self_play: list[SelfPlay] = msgspec.field(name="equals")
    steps: list[LevelMatch]
    switches: list[SwitchEffects]
    usage: Usage
    seat_order: list[SeatOrder] = msgspec.field(name="weakest")
    series: list[PlayedSeries]
    made: Provenance

    @property
    def best(self) -> str:
        return self.bots[-1]

    @property
    def games(self) -> int:
        return sum(each.games for each in self.series)


def summarised(study: Study, rows: Rows, made: Provenance) -> Summary:
    """Summarise all games of a study; the order of the rows doesn't matter."""
    if study.missing(rows):
        raise CarreauError(f"the study is incomplete: {len(study.missing(rows))} games are missing")
    sorted_rows, words = study.sorted_rows(rows), text(study.game)
    series = [checked_series(each, sorted_rows[each.key]) for each in study.all_series()]
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
        integrity=statement(series, len(switched)),
        self_play=[self_play(sorted_rows[study.self_play(seats).key], seats, words.clauses) for seats in study.seats],
        steps=[level_match(study.step(*pair), sorted_rows[study.step(*pair).key]) for pair in study.steps()],
        switches=switched,
        usage=usage(sorted_rows[study.self_play(study.seats[0]).key], game_class(study.game).ACTIONS),
        seat_order=[seat_order(one, sorted_rows[one.key]) for one in map(study.one_weakest, study.crowds())],
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
        raise CarreauError(f"{path} isn't a lab report: {error}") from error
    if summary.format != FORMAT:
        raise CarreauError(f"{path} has the format {summary.format!r}; this version reads {FORMAT!r}")
    return summary
