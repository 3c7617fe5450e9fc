"""The terminal boards of every game along a random game, for seats and spectators, in every language."""

import pytest
from rich.console import Console

from carreau.boards import board
from carreau.core.game import ALL, CHANCE, OVER, RACE, SPECTATOR, State
from carreau.core.rng import Rng
from carreau.games.catalogue import GAMES, game, game_class
from carreau.games.texts import languages, text

STEPS = 60


def step(state: State, rng: Rng) -> None:
    if state.current == CHANCE:
        state.apply(CHANCE, state.sample(rng))
        return
    seat = int(state.random_actor(rng)) if state.current in (ALL, RACE) else int(state.current)
    legal = state.legal(seat)
    state.apply(seat, legal[int(rng.below(len(legal)))])


@pytest.mark.parametrize("name", GAMES)
def test_a_board_is_drawn_in_every_position(name: str) -> None:
    made = game(name, game_class(name).SEATS[-1])
    names = [f"Player {seat}" for seat in range(made.seats)]
    console = Console(width=100, record=True, quiet=True)
    spoken = languages(name)
    state, rng = made.start(), Rng(5)
    for number in range(STEPS):
        looks = [SPECTATOR, number % made.seats]
        for look in looks:
            console.print(board(state.view(look), text(name, spoken[number % len(spoken)]), names))
        if state.current == OVER:
            break
        step(state, rng)
