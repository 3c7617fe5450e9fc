"""A study: the series of games that answer all questions about a game."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from carreau import __version__
from carreau.bots.levels import level
from carreau.bots.results import Row, Rows
from carreau.core.errors import CarreauError, OptionError, SeatsError
from carreau.core.options import OptionValue, spelled
from carreau.games.catalogue import game as make
from carreau.games.catalogue import game_class
from carreau.lab.series import SELF_PLAY, STEP, SWITCH, WEAKEST, Series

ALL_OPTIONS: Final = "all"
NO_OPTIONS: Final = "none"

Chosen = Mapping[str, OptionValue]


class Switch:
    """An option with a value other than the default, and the other options this needs."""

    def __init__(self, option: str, value: OptionValue, needs: Chosen, seats: int) -> None:
        self.option = option
        self.value = value
        self.needs = dict(needs)
        self.seats = seats

    @property
    def options(self) -> dict[str, OptionValue]:
        return {**self.needs, self.option: self.value}


class Study:
    """The plan of a study. The best bots play the games between equals; the others show the value of skill."""

    def __init__(
        self,
        game: str,
        seats: Sequence[int],
        bots: Sequence[str],
        games: int,
        options: str = ALL_OPTIONS,
        weakest: bool = True,
        seed: int = 1,
        simulations: int = 600,
    ) -> None:
        self.game = game
        self.seats = sorted(set(seats)) or list(game_class(game).SEATS)
        self.bots = sorted(dict.fromkeys(bots), key=lambda bot: level(bot).number)
        self.games = games
        self.seed = seed
        self.simulations = simulations
        if not bots:
            raise CarreauError("a study needs at least one level of bots: --bots 1,2,3")
        for number in self.seats:
            if number not in game_class(game).SEATS:
                allowed = ", ".join(map(str, game_class(game).SEATS))
                raise SeatsError(f"{game} is for {allowed} players, not {number}")
        self.switches = [switch for name in self.options_named(options) for switch in switches(game, name, self.seats)]
        self.weakest = weakest and len(self.bots) > 1

    @property
    def best(self) -> str:
        return self.bots[-1]

    def options_named(self, names: str) -> list[str]:
        known = list(game_class(self.game).OPTIONS.options)
        if names in (ALL_OPTIONS, NO_OPTIONS):
            return known if names == ALL_OPTIONS else []
        chosen = names.split(",")
        for name in chosen:
            if name not in known:
                raise OptionError(f"--rulings {names}: {game_class(self.game).OPTIONS.unknown(name)}")
        return chosen

    def settings(self) -> dict[str, Any]:
        """Return everything that determines the games: results with equal settings belong together."""
        rules = game_class(self.game).VERSION
        fixed = {"game": self.game, "rules": rules, "version": __version__}
        return {**fixed, "seed": self.seed, "simulations": self.simulations}

    # Its series

    def self_play(self, seats: int, options: Chosen | None = None) -> Series:
        return self.series(SELF_PLAY, seats, [self.best], options or {})

    def step(self, better: str, worse: str) -> Series:
        return self.series(STEP, self.seats[0], [better, worse], {})

    def switched(self, switch: Switch) -> Series:
        return self.series(SWITCH, switch.seats, [self.best], switch.options)

    def usual(self, switch: Switch) -> Series:
        """Return the series to compare a switch with."""
        if not switch.needs:
            return self.self_play(switch.seats)
        return self.series(SWITCH, switch.seats, [self.best], switch.needs)

    def one_weakest(self, seats: int) -> Series:
        return self.series(WEAKEST, seats, [self.best, self.bots[0]], {})

    def series(self, kind: str, seats: int, bots: list[str], options: Chosen) -> Series:
        return Series(kind, self.game, seats, options, bots, self.seed, self.simulations)

    def steps(self) -> list[tuple[str, str]]:
        """List each level with the one below, and the best with itself."""
        return [*zip(self.bots[1:], self.bots, strict=False), (self.best, self.best)]

    def crowds(self) -> list[int]:
        """List the seat counts from three on: there, one seat acts after the weakest player and another doesn't."""
        return [seats for seats in self.seats if seats >= 3] if self.weakest else []

    def all_series(self) -> list[Series]:
        """List every series once."""
        found = [self.self_play(seats) for seats in self.seats]
        found += [self.step(*pair) for pair in self.steps()]
        for switch in self.switches:
            found += [self.usual(switch), self.switched(switch)]
        found += [self.one_weakest(seats) for seats in self.crowds()]
        return list({series.key: series for series in found}.values())

    def missing(self, rows: Rows) -> list[tuple[Series, int]]:
        """List the games that are still missing from the rows."""
        done = {(row.get("series"), row["index"]) for row in rows}
        return [
            (series, index)
            for series in self.all_series()
            for index in series.games(self.games)
            if (series.key, index) not in done
        ]

    def sorted_rows(self, rows: Rows) -> dict[str, Rows]:
        """Group rows by series, in order, whenever and wherever they were played; drop all others."""
        found: dict[str, dict[int, Row]] = {series.key: {} for series in self.all_series()}
        wanted = {series.key: series.games(self.games) for series in self.all_series()}
        for row in rows:
            key = row.get("series")
            if key in found and row["index"] in wanted[key]:
                found[key][row["index"]] = row
        return {key: [row for _index, row in sorted(each.items())] for key, each in found.items()}


def switches(game: str, option: str, seats: Sequence[int]) -> Iterator[Switch]:
    """Yield a switch for every example of an option but the default, with the fewest seats that allow it."""
    declared = game_class(game).OPTIONS.options[option]
    for value in declared.examples():
        if value != declared.default:
            found = possible(game, option, value, seats)
            if found:
                yield found


def possible(game: str, option: str, value: OptionValue, seats: Sequence[int]) -> Switch | None:
    """Return a switch with the value alone, or together with one other option it needs."""
    others = [
        {name: example}
        for name, other in game_class(game).OPTIONS.options.items()
        for example in other.examples()
        if name != option and example != other.default
    ]
    for needs in ({}, *others):
        for number in seats:
            if is_allowed(game, number, {**needs, option: value}):
                return Switch(option, value, needs, number)
    return None


def is_allowed(game: str, seats: int, options: Chosen) -> bool:
    try:
        make(game, seats, {name: spelled(value) for name, value in options.items()})
    except CarreauError:
        return False
    return True


def play_one(task: tuple[Series, int]) -> Row:
    """Play the game of a series with a number."""
    series, index = task
    return series.play(index)
