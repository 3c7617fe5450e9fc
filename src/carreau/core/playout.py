"""Whole games played at random, and positions counted: the loops that must be fast."""

from carreau.core.action_buffer import ActionBuffer
from carreau.core.game import ALL, CHANCE, OVER, RACE, State
from carreau.core.native import i64
from carreau.core.rng import Rng


def playout(state: State, rng: Rng, out: ActionBuffer) -> i64:
    """Play a position to its end with random moves; returns how many decisions players made."""
    decisions: i64 = 0
    while state.current != OVER:
        seat = state.current
        if seat == CHANCE:
            state.apply(CHANCE, state.sample(rng))
            continue
        if seat == ALL or seat == RACE:
            seat = state.random_actor(rng)
        state.apply(seat, state.random_action(seat, rng, out))
        decisions += 1
    return decisions


def playouts(start: State, seed: i64, games: i64) -> i64:
    """Play a position to its end many times; returns the decisions made in all."""
    out = ActionBuffer()
    rng = Rng(seed)
    decisions: i64 = 0
    game: i64 = 0
    while game < games:
        decisions += playout(start.clone(), rng, out)
        game += 1
    return decisions


def clones(state: State, count: i64) -> None:
    """Copy a position many times."""
    index: i64 = 0
    while index < count:
        state.clone()
        index += 1


def actors(state: State) -> list[int]:
    """Who may act: the seats waiting, and CHANCE at its nodes and, where there is a clock, at a race."""
    clock = state.current == RACE and len(state.legal(CHANCE)) > 0
    chance = [CHANCE] if state.current == CHANCE or clock else []
    return chance + state.waiting()


def perft(state: State, depth: i64) -> i64:
    """How many sequences of that many actions, chance included, can follow; depth is 1 or more."""
    total: i64 = 0
    for seat in actors(state):
        legal = state.legal(seat)
        if depth == 1:
            total += len(legal)
            continue
        for action in legal:
            after = state.clone()
            after.apply(seat, action)
            total += perft(after, depth - 1)
    return total
