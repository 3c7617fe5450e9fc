"""Positions for the tests of bots, and a deadline for their searches."""

from carreau.core.action_buffer import ActionBuffer
from carreau.core.game import CHANCE, OVER, State
from carreau.core.rng import Rng
from carreau.games.catalogue import AnyGame

SOON = 1e12  # never reached


def position(made: AnyGame, seed: int, decisions: int) -> State:
    """Return a position after some random decisions, or at the end of the game."""
    state: State = made.start()
    rng = Rng(seed)
    while state.current != OVER and decisions >= 0:
        if state.current == CHANCE:
            state.apply(CHANCE, state.sample(rng))
        elif decisions == 0:
            return state
        else:
            seat = state.random_actor(rng)
            legal = state.legal(seat)
            state.apply(seat, legal[int(rng.below(len(legal)))])
            decisions -= 1
    return state


def near_the_end(made: AnyGame, seed: int, left: int) -> State:
    """Return a random game, some decisions before its end."""
    state, rng, out, before = made.start(), Rng(seed), ActionBuffer(), list[State]()
    while state.current != OVER:
        before.append(state.clone())
        seat = int(state.current)
        state.apply(seat, int(state.sample(rng)) if seat == CHANCE else int(state.random_action(seat, rng, out)))
    return before[-left]
