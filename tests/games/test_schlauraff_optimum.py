"""Schlauraff: the best possible turn, computed exactly from the rules, against the values of the specification."""

import pytest

from carreau.core.game import CHANCE
from carreau.games.schlauraff._state import SchlauraffState
from carreau.games.schlauraff.game import Schlauraff
from tests.clauses import clause
from tests.positions.schlauraff import position
from tests.reference.schlauraff_turn import Turn


def before_the_roll(colour: str) -> SchlauraffState:
    column = position([colour] * 5, (), to_roll=6, stage="rolling", current=CHANCE)
    return Schlauraff(2, {"columns": 4}).load(column)


@clause("schlauraff.6", "schlauraff.7", "schlauraff.8", "schlauraff.r1", "schlauraff.r2", "schlauraff.r8")
@pytest.mark.parametrize(
    ("colour", "chips"), [("red", 3.2079), ("green", 3.3371), ("blue", 3.8850), ("yellow", 3.9795)]
)
def test_the_best_turn_on_five_chips_of_a_colour(colour: str, chips: float) -> None:
    assert Turn().expected(before_the_roll(colour)) == pytest.approx(chips, abs=0.00005)
