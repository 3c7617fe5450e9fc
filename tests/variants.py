"""Parametrisation over every game, number of seats and combination of options."""

from typing import Any, Final

import pytest

from carreau.games.catalogue import GAMES, AnyGame, variants

VARIANTS: list[tuple[str, int, AnyGame]] = [
    (name, number, made) for name in GAMES for number, made in enumerate(variants(name))
]


def described(made: AnyGame) -> str:
    return " ".join([f"{made.seats} seats", *(f"{name}={value}" for name, value in made.options.items())])


every_variant = pytest.mark.parametrize(
    ("name", "number", "made"), VARIANTS, ids=[f"{name}, {described(made)}" for name, _, made in VARIANTS]
)

# Options that make games short. In Nussknacker and Misd bots answer as slowly as people.
SHORTER: Final[dict[str, dict[str, Any]]] = {
    "carre": {"turn_limit": 12},
    "qarre": {"reshuffle_limit": 4},
    "nussknacker": {"target": 1},
    "schollenschubser": {"turn_limit": 12},
    "misd": {"chips": 1, "limit": 8},
}
