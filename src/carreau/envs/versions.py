"""Versions and ids of environments, such as carreau/caro-v1.

A game without an entry in versions.toml is at its first version. `python -m carreau.envs.versions` prints the entries
of first versions, with the hashes of the games' declarations.
"""

import hashlib
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from carreau.core.game import Game
from carreau.games.catalogue import GAMES, game_class

NAMESPACE: Final = "carreau"
FIRST: Final = "First version."  # the change of a first version


class Version:
    """One version of an environment."""

    def __init__(self, number: int, rules: int, shape: str, change: str) -> None:
        self.number = number
        self.rules = rules  # the game's own version
        self.shape = shape
        self.change = change  # in words


@cache
def history(name: str) -> list[Version]:
    """List all versions of a game's environment, newest last."""
    kept = tomllib.loads((Path(__file__).parent / "versions.toml").read_text(encoding="utf-8"))
    if name not in kept:
        return [Version(1, game_class(name).VERSION, shape_of(game_class(name)), FIRST)]
    return [Version(number, **entry) for number, entry in enumerate(kept[name], start=1)]


def environment_id(name: str, namespace: str = NAMESPACE) -> str:
    """Return the id of a game's environment; it changes with every version."""
    return f"{namespace}/{name}-v{history(name.casefold())[-1].number}"


def shape_of(cls: type[Game[Any, Any]]) -> str:
    """Return a short hash of everything in the declarations that a trained policy depends on."""
    fields = [(field.name, field.shape, field.low, field.high) for field in cls.OBSERVATION.fields]
    verbs = [(verb.name, verb.fields) for verb in cls.ACTIONS.verbs]
    return hashlib.sha256(repr((fields, verbs)).encode()).hexdigest()[:12]


def show() -> None:
    for name in GAMES:
        cls = game_class(name)
        sys.stdout.write(f'[[{name}]]\nrules = {cls.VERSION}\nshape = "{shape_of(cls)}"\nchange = "{FIRST}"\n\n')


if __name__ == "__main__":
    show()
