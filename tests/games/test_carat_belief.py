"""Carat: guesses compared with all histories that look the same to the seat."""

from collections.abc import Sequence

import pytest

from carreau.core.action_buffer import ActionBuffer
from carreau.core.game import CHANCE, OVER, SPECTATOR
from carreau.core.rng import Rng
from carreau.games.carat._state import CaratState
from carreau.games.carat.game import Carat
from tests.belief import posterior, strangers, surprise
from tests.clauses import clause
from tests.positions.carat import SMALL, laid

ENOUGH = 1500
FAR = 6.0  # standard deviations


def random_actions(game: Carat, rng: Rng) -> list[tuple[int, int]]:
    state, actions = game.start(), []
    while state.current != OVER:
        seat = int(state.current)
        actions.append(
            (seat, int(state.sample(rng) if seat == CHANCE else state.random_action(seat, rng, ActionBuffer())))
        )
        state.apply(*actions[-1])
    return actions


def guesses(state: CaratState, seat: int, seed: int) -> list[str]:
    view, rng = state.view(seat), Rng(seed)
    view.guess(rng).audit()
    return [view.guess(rng).fingerprint() for _ in range(ENOUGH)]


def after(game: Carat, actions: Sequence[tuple[int, int]]) -> CaratState:
    state = game.start()
    for actor, action in actions:
        state.apply(actor, action)
    return state


@clause("carat.5", "carat.r2", "carat.17")
@pytest.mark.parametrize(("seats", "hand"), [(2, 1), (3, 1), (4, 1), (2, 3)])
def test_guesses_are_exact_on_a_small_board(seats: int, hand: int) -> None:
    """Also with three tiles in hand, as long as a tile laid says nothing about those kept."""
    game = Carat(seats, {"hand": hand}, box=SMALL)
    rng = Rng(seats * hand)
    several = 0
    for number in range(8):
        actions = random_actions(game, rng)
        moment = 16 + int(rng.below(len(actions) - 19))
        seat = int(rng.below(seats)) if number % 3 or hand * seats > 3 else SPECTATOR
        drawn = guesses(after(game, actions[:moment]), seat, number)
        expected = posterior(game, actions[:moment], seat)
        assert strangers(expected, drawn) == 0
        assert surprise(expected, drawn) < FAR
        assert len(expected) > ENOUGH // 20 or set(drawn) == set(expected)
        several += len(expected) > 1
    assert several > 2


@clause("carat.r2")
def test_a_guess_that_prefers_some_tiles_is_found_out() -> None:
    """This tests the comparison itself: a wrong sampler must not pass."""
    game = Carat(2, box=SMALL)
    actions = random_actions(game, Rng(4))[:18]
    expected = posterior(game, actions, 0)
    assert len(expected) == 8
    view, rng, found = after(game, actions).view(0), Rng(1), []
    for _ in range(ENOUGH):
        low = min((view.guess(rng) for _ in range(2)), key=lambda guess: str(guess.dump_hands()[1]))
        found.append(low.fingerprint())
    assert strangers(expected, found) == 0
    assert surprise(expected, found) > FAR


@clause("carat.r2")
def test_a_view_holds_nothing_that_is_hidden() -> None:
    state = laid(Carat(3, {"hand": 3}), "6 rbgy 2,2", "5 rbgy 2,3")
    for seat in (SPECTATOR, 0, 1, 2):
        known = state.view(seat).known
        assert known.dump_hands() == [hand if owner == seat else [] for owner, hand in enumerate(state.dump_hands())]
        others = sum(int(state.hands(owner)) for owner in range(3) if owner != seat)
        assert known.stock == state.stock + others
