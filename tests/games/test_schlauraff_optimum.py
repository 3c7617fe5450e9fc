"""Schlauraff: the best possible turn, worked out exactly over the rules, against the values of the specification."""

import pytest

from carreau.core.game import CHANCE
from carreau.games.schlauraff.board import CAPTURED, count_of
from carreau.games.schlauraff.game import Schlauraff
from carreau.games.schlauraff.rules import SchlauraffState
from carreau.games.schlauraff.tables import COLOURS
from tests.clauses import clause
from tests.positions.schlauraff import position

Key = tuple[int, int, int, int, int, bool]


class Turn:
    """The most chips that can be expected from the rest of a turn on a column, by trying everything over the rules."""

    def __init__(self) -> None:
        self.known: dict[Key, float] = {}

    def expected(self, state: SchlauraffState) -> float:
        if state.column > 0:
            return 0.0
        number, row, on, dice = (int(part) for part in (state.stage, state.row, state.on, state.dice))
        key = (number, row, on, dice, int(state.to_roll), state.assigned)
        if key not in self.known:
            self.known[key] = self.mean(state) if state.current == CHANCE else self.best(state)
        return self.known[key]

    def mean(self, state: SchlauraffState) -> float:
        weights = state.weights()
        chances = zip(state.legal(CHANCE), weights, strict=True)
        return sum(weight * self.after(state, CHANCE, roll) for roll, weight in chances) / sum(weights)

    def best(self, state: SchlauraffState) -> float:
        return max(self.after(state, 0, action) for action in state.legal(0))

    def after(self, state: SchlauraffState, seat: int, action: int) -> float:
        then = state.clone()
        then.apply(seat, action)
        return captured(then) - captured(state) + self.expected(then)


def captured(state: SchlauraffState) -> int:
    return sum(int(count_of(state.cells[CAPTURED], colour)) for colour in range(len(COLOURS)))


def before_the_roll(colour: str) -> SchlauraffState:
    column = position([colour] * 5, (), to_roll=6, stage="rolling", current=CHANCE)
    return Schlauraff(2, {"columns": 4}).load(column)


@clause("schlauraff.6", "schlauraff.7", "schlauraff.8", "schlauraff.r1", "schlauraff.r2", "schlauraff.r8")
@pytest.mark.parametrize(
    ("colour", "chips"), [("red", 3.2079), ("green", 3.3371), ("blue", 3.8850), ("yellow", 3.9795)]
)
def test_the_best_turn_on_five_chips_of_a_colour(colour: str, chips: float) -> None:
    assert Turn().expected(before_the_roll(colour)) == pytest.approx(chips, abs=0.00005)
