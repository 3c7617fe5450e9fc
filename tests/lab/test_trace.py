"""Traces of a toy game."""

from carreau.lab.trace import count_turns, trace
from tests.toy import DOUBLE, KEEP, Toy


def test_a_game_is_looked_at_again() -> None:
    moves = [(-1, 4), (-1, 0), (-1, 5), (0, DOUBLE), (1, KEEP)]  # seat 0 has the 5, seat 1 the 1, heads
    found = trace(Toy(2), moves, seed=1)
    assert found["actions"] == [DOUBLE, KEEP]
    assert found["choices"] == [2, 2]
    assert found["offered"] == {"double": 2, "keep": 2}
    assert found["chances"] == [[1.0, 0.0]] * 24
    assert count_turns(moves) == 2
    assert count_turns([(0, 1), (-1, 0), (0, 1), (1, 1)]) == 2
