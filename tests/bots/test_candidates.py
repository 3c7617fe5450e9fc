"""The best moves of a position, with their chances and 95 % intervals."""

from itertools import count

import pytest

from carreau.bots.analysis import Interrupted
from carreau.bots.candidates import COUNT, best_moves
from carreau.core.game import CHANCE
from carreau.core.playout import actors
from carreau.core.rng import Rng
from carreau.games.catalogue import GAMES, game


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_candidates_that_depend_on_nothing_but_the_position(name: str) -> None:
    made = game(name)
    state, rng = made.start(), Rng(3)
    moves: list[tuple[int, int]] = []
    while state.current == CHANCE or len(moves) < 6:
        actor = actors(state)[-1]
        legal = state.legal(actor)
        moves.append((actor, legal[int(rng.below(len(legal)))]))
        state.apply(*moves[-1])
    seat = state.waiting()[0]
    found = best_moves(made, moves, state, seat, 50)
    legal = state.legal(seat)
    assert {each.action for each in found} <= set(legal)
    assert len(found) == min(COUNT, len(legal)) or not found[0].hint
    assert [each.chance.value for each in found] == sorted((each.chance.value for each in found), reverse=True)
    for each in found:
        assert 0.0 <= each.chance.low <= each.chance.value <= each.chance.high <= 1.0
        assert len(each.chances) == made.seats
        assert each.line[0] == (seat, each.action)
    again = best_moves(made, moves, state, seat, 50)
    assert [(each.action, each.chance, each.line) for each in again] == [
        (each.action, each.chance, each.line) for each in found
    ]


def test_an_ending_is_proved_and_its_other_moves_too() -> None:
    """Candidates of a solved ending have no interval; a worse move is among them."""
    made = game("bauab")
    state, rng = made.start(), Rng(1)
    moves: list[tuple[int, int]] = []
    while len(moves) < 19 and state.current >= CHANCE:
        legal = state.legal(state.current)
        moves.append((int(state.current), legal[int(rng.below(len(legal)))]))
        state.apply(*moves[-1])
    found = best_moves(made, moves, state, int(state.current), 3200)
    assert all(each.proved and each.chance.low == each.chance.high for each in found)
    assert len(found) > 1


def test_more_simulations_narrow_the_intervals() -> None:
    made = game("caro")
    few, many = (best_moves(made, [], made.start(), 0, simulations) for simulations in (100, 1600))
    assert max(each.chance.half for each in many) < max(each.chance.half for each in few)


def test_an_interrupted_search_has_no_result() -> None:
    looks = count()
    made = game("caro")
    with pytest.raises(Interrupted):
        best_moves(made, [], made.start(), 0, 400, stop=lambda: next(looks) > 2)
