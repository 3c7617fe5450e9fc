"""Positions set up by hand: damaged ones are refused, and all others can be shown, guessed and played on."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carreau.core.action_buffer import ActionBuffer
from carreau.core.errors import PositionError
from carreau.core.playout import playout
from carreau.core.rng import Rng
from carreau.games.catalogue import GAMES, game
from carreau.study.setup import guessed, parts_of, position_from_parts
from carreau.study.shown import position_after
from tests.study.trees import FEW, grown


def damaged(part: Any, data: st.DataObject) -> Any:
    """Change one number of a part, or a place in one of its lists."""
    if isinstance(part, bool) or not isinstance(part, int | list) or part == []:
        return data.draw(st.sampled_from([None, True, 0, "x", [0]]))
    if isinstance(part, int):
        return part + data.draw(st.sampled_from([-1, 1, 40]))
    index = data.draw(st.integers(0, len(part) - 1))
    kept = data.draw(st.sampled_from([[damaged(part[index], data)], [], [part[index]] * 2]))
    return [*part[:index], *kept, *part[index + 1 :]]


@pytest.mark.parametrize("name", GAMES)
@FEW
@given(data=st.data())
def test_a_position_is_refused_or_can_be_played_on(name: str, data: st.DataObject) -> None:
    tree = grown(game(name), data)
    made, parts = tree.game, parts_of(tree.game, tree.state(tree.root.end()))
    for part in data.draw(st.lists(st.sampled_from(sorted(parts)), min_size=1, max_size=2)):
        parts[part] = json.dumps(damaged(json.loads(parts[part]), data))
    try:
        state = position_from_parts(made, parts)
    except PositionError:
        return
    seats = [-1, *range(made.seats)]
    assert [board.pov for board in position_after(made, state, seats).boards] == seats
    for seat in seats:
        assert guessed(made, state, seat, seed=1).view(seat) == state.view(seat)
    playout(state, Rng(1), ActionBuffer())
