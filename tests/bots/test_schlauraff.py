"""Schlauraff's turn, solved: the expectations of the specification, and those of trying everything on short columns."""

from itertools import product

import pytest

from carreau.bots.exact.schlauraff import before, column
from carreau.cli.bench import build
from carreau.core._native import i64, vec
from carreau.core.game import CHANCE
from carreau.games.schlauraff.board import COLUMN
from carreau.games.schlauraff.game import Schlauraff
from carreau.games.schlauraff.rules import SchlauraffState
from carreau.games.schlauraff.tables import COLOURS
from tests.games.test_schlauraff_optimum import Turn
from tests.positions.schlauraff import position

# Compiled code takes no lists where it wants vectors, and nobody may change its states from outside.
pytestmark = pytest.mark.skipif(build() == "compiled", reason="looks into what compiled code keeps to itself")


def solved(colours: list[str], choice: bool) -> float:
    numbers = vec[i64]([COLOURS.index(colour) for colour in colours])
    return before(column(numbers, vec[float]([1.0] * len(colours)), choice))


@pytest.mark.parametrize(
    ("colour", "chips"), [("red", 3.2079), ("green", 3.3371), ("blue", 3.8850), ("yellow", 3.9795)]
)
def test_the_expectations_of_the_specification(colour: str, chips: float) -> None:
    assert solved([colour] * 5, choice=False) == pytest.approx(chips, abs=0.00005)


def short_column(colours: list[str], choice: bool) -> SchlauraffState:
    """Before the roll on a column that is shorter than the rules make it."""
    game = Schlauraff(2, {"columns": 4, "yellow": "choice" if choice else "auto"})
    state = game.load(
        position([*colours, *["red"] * (5 - len(colours))], (), to_roll=6, stage="rolling", current=CHANCE)
    )
    for row in range(len(colours), 5):
        state.cells[COLUMN + row] = 0
    state.length = len(colours)
    return state


@pytest.mark.parametrize("choice", [False, True])
@pytest.mark.parametrize("colours", list(product(["red", "yellow"], repeat=2)), ids="-".join)
def test_short_columns_are_solved_as_by_trying_everything(colours: tuple[str, ...], choice: bool) -> None:
    expected = Turn().expected(short_column(list(colours), choice))
    assert solved(list(colours), choice) == pytest.approx(expected, abs=1e-9)
