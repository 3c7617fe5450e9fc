"""Solved turns of Schlauraff: the specification's expectations, and brute force on short columns."""

from itertools import product

import pytest

from carreau.bots.exact.schlauraff import before, column
from carreau.cli.bench import build
from carreau.core.native import i64, vec
from carreau.games.schlauraff.spec import COLOURS
from tests.positions.schlauraff import short_column
from tests.reference.schlauraff_turn import Turn

# Compiled code takes vectors, not lists, and its states can't be changed from outside.
pytestmark = pytest.mark.skipif(build() == "compiled", reason="looks into what compiled code keeps to itself")


def solved(colours: list[str], choice: bool) -> float:
    numbers = vec[i64]([COLOURS.index(colour) for colour in colours])
    return before(column(numbers, vec[float]([1.0] * len(colours)), choice))


@pytest.mark.parametrize(
    ("colour", "chips"), [("red", 3.2079), ("green", 3.3371), ("blue", 3.8850), ("yellow", 3.9795)]
)
def test_the_expectations_of_the_specification(colour: str, chips: float) -> None:
    assert solved([colour] * 5, choice=False) == pytest.approx(chips, abs=0.00005)


@pytest.mark.parametrize("choice", [False, True])
@pytest.mark.parametrize("colours", list(product(["red", "yellow"], repeat=2)), ids="-".join)
def test_short_columns_are_solved_as_by_trying_everything(colours: tuple[str, ...], choice: bool) -> None:
    expected = Turn().expected(short_column(list(colours), choice))
    assert solved(list(colours), choice) == pytest.approx(expected, abs=1e-9)
