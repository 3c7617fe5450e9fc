"""All the games there are, found by their folders; each is imported when it is first asked for."""

import difflib
from collections.abc import Iterator, Mapping
from importlib import import_module
from itertools import product
from typing import Any, Final

from carreau.core.errors import OptionError, UnknownGame
from carreau.core.game import Game
from carreau.core.options import OptionValue
from carreau.games.about import games_there

AnyGame = Game[Any, Any]

GAMES: Final[dict[str, str]] = {name: name.capitalize() for name in games_there()}  # each with the name of its class


def game_class(name: str) -> type[AnyGame]:
    """Return the class of a game by its name, e.g. "caro"."""
    if name not in GAMES:
        close = difflib.get_close_matches(name.casefold(), GAMES, n=1)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(GAMES)}"
        raise UnknownGame(f"{name} isn't a game here; {hint}")
    found: type[AnyGame] = getattr(import_module(f"carreau.games.{name}.game"), GAMES[name])
    return found


def game(name: str, seats: int | None = None, options: Mapping[str, object] | None = None) -> AnyGame:
    """Make a game, by default for the fewest players."""
    cls = game_class(name)
    return cls(min(cls.SEATS) if seats is None else seats, options)


def game_from_outside(name: str, seats: int | None, options: Mapping[str, object]) -> AnyGame:
    """Make a game from untrusted options: none of them may name a file of this machine."""
    game_class(name).OPTIONS.refuse_local(options)
    return game(name, seats, options)


def variants(name: str) -> Iterator[AnyGame]:
    """List a game with every number of seats and every combination of its options' examples."""
    cls = game_class(name)
    for seats in cls.SEATS:
        for options in option_sets(cls):
            try:
                made = cls(seats, options)
            except OptionError:
                continue  # options that contradict each other
            yield made


def option_sets(cls: type[AnyGame]) -> Iterator[dict[str, OptionValue]]:
    options = cls.OPTIONS.options
    for values in product(*(option.examples() for option in options.values())):
        yield dict(zip(options, values, strict=True))
