"""Solved endgames: the same results as brute force, and the action found is one of the best."""

import pytest

from carreau.bots.exact.alphabeta import Solvable
from carreau.bots.games.bauab import BauabKnowledge
from carreau.bots.games.caro import CaroKnowledge
from carreau.core.game import CHANCE, OVER, State
from carreau.core.rng import Rng
from carreau.games.catalogue import game
from tests.effort import EFFORT

KNOWLEDGE = {"bauab": BauabKnowledge, "caro": CaroKnowledge}
LEFT = {"bauab": 5, "caro": 4}  # decisions before the end of a random game
GAMES = 8 * EFFORT
PLENTY = 200_000


def ending(name: str, seed: int) -> State:
    """Return a position a few decisions before the end of a random game."""
    state, rng = game(name, 2).start(), Rng(seed)
    path: list[State] = []
    while state.current != OVER:
        if state.current == CHANCE:
            state.apply(CHANCE, state.sample(rng))
            continue
        path.append(state.clone())
        legal = state.legal(state.current)
        state.apply(state.current, legal[int(rng.below(len(legal)))])
    return path[-LEFT[name]]


def outcome(state: State) -> int:
    """Return 1 if seat 0 wins, -1 if seat 1 does, 0 for a draw."""
    first, second = state.result().ranks
    return (second > first) - (first > second)


def minimax(state: State) -> int:
    if state.current == OVER:
        return outcome(state)
    values = [minimax(after(state, action)) for action in state.legal(state.current)]
    return max(values) if state.current == 0 else min(values)


def after(state: State, action: int) -> State:
    copy = state.clone()
    copy.apply(state.current, action)
    return copy


def solved(knowledge: Solvable, state: State) -> int:
    """Return the proved outcome, in the terms of minimax()."""
    assert knowledge.prove(state, state.current, PLENTY)
    own = round(2 * knowledge.best_value - 1)
    return own if state.current == 0 else -own


@pytest.mark.parametrize("name", KNOWLEDGE)
def test_the_value_is_that_of_trying_everything_and_the_action_reaches_it(name: str) -> None:
    knowledge: Solvable = KNOWLEDGE[name](2)
    for seed in range(GAMES):
        state = ending(name, seed)
        value = minimax(state)
        assert solved(knowledge, state) == value
        assert minimax(after(state, int(knowledge.best_action))) == value


@pytest.mark.parametrize("name", KNOWLEDGE)
def test_a_small_budget_proves_nothing_and_changes_nothing(name: str) -> None:
    state = ending(name, 3)
    before = state.fingerprint()
    assert not KNOWLEDGE[name](2).prove(state, state.current, 1)
    assert state.fingerprint() == before


def test_games_of_several_players_are_not_proved() -> None:
    assert not CaroKnowledge(3).prove(game("caro", 3).start(), 0, PLENTY)
