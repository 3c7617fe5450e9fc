"""Reasons in Schlauraff: the chips that the best play of the turn brings on average, solved exactly."""

from collections.abc import Sequence

from carreau.bots.exact.schlauraff import Row
from carreau.bots.games.schlauraff import SchlauraffKnowledge
from carreau.bots.reasons import Reason, decimal
from carreau.core.game import State
from carreau.games.schlauraff._spec import CARRY, REROLL, STOP, assign_face, assign_row
from carreau.games.schlauraff._spec import SchlauraffStage as Stage
from carreau.games.schlauraff._state import SchlauraffState
from carreau.games.schlauraff.board import number_of
from carreau.games.schlauraff.chips import WORTH
from carreau.games.schlauraff.dice import ALL_DICE, NO_DICE, SIZE, SUM, with_die
from carreau.games.schlauraff.rules import NOWHERE


def reasons(worlds: Sequence[State], seat: int, action: int) -> list[Reason]:
    state = worlds[0]
    assert isinstance(state, SchlauraffState)
    knows = SchlauraffKnowledge(state.seats)
    for row in solved(state):
        knows.rows.append(row)
    best = max(knows.value(state, each) for each in state.legal(seat))
    if action == STOP:
        return [Reason("stops", seat, {"chips": decimal(best)}) if best > 0.0 else Reason("nothing_left", seat)]
    expected = knows.value(state, action)
    told = Reason("brings", seat, {"chips": decimal(expected)})
    if expected < best - 0.05:
        told = Reason("brings_less", seat, {"chips": decimal(expected), "best": decimal(best)})
    return [*needs(state, action), told]


def needs(state: SchlauraffState, action: int) -> list[Reason]:
    """Say what the chip still takes after a die is put on it."""
    if not action < CARRY:
        return [Reason("rerolls", -1, {"count": int(SIZE[state.dice])})] if action == REROLL else []
    row = assign_row(action)
    missing = int(
        WORTH[state.colour_in(row)] - SUM[with_die(state.on if state.row == row else NO_DICE, assign_face(action))]
    )
    return [Reason("needs", -1, {"row": int(row), "need": missing})] if missing > 0 else []


def solved(state: SchlauraffState) -> list[Row]:
    """Solve the turn with the chips of each stack as gain: from the current row, or from every row it may begin in."""
    if state.row == NOWHERE:
        return [row_from(state, first, int(ALL_DICE), True) for first in range(1, int(state.length) + 1)]
    if state.stage == Stage.CARRYING:
        return [row_from(state, int(state.row), int(SIZE[state.dice]) + 1, False)]
    return [row_from(state, int(state.row), int(SIZE[state.dice] + SIZE[state.on]), True)]


def row_from(state: SchlauraffState, first: int, dice: int, all_left: bool) -> Row:
    end = min(int(state.length) + 1, first + dice)
    below: Row | None = None
    for row in range(end - 1, first - 1, -1):
        colour, height = state.colour_in(row), float(number_of(state.chips_in(row)))
        below = Row(colour, height, below, dice - (row - first), state.choice, all_left and row == first)
    assert below is not None
    return below
