"""Random playouts and perft counts: the loops that must be fast."""

from carreau.core.action_buffer import ActionBuffer
from carreau.core.game import ALL, CHANCE, OVER, RACE, State
from carreau.core.native import i64
from carreau.core.rng import Rng


def playout(state: State, rng: Rng, out: ActionBuffer) -> i64:
    """Play random moves until the game ends; return how many decisions players made."""
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
    """Play many random games from a position; return the total number of decisions."""
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
    """List who may act: the seats in waiting(), and CHANCE at chance nodes and in a race against the clock."""
    clock = state.current == RACE and len(state.legal(CHANCE)) > 0
    chance = [CHANCE] if state.current == CHANCE or clock else []
    return chance + state.waiting()


def perft(state: State, depth: i64) -> i64:
    """Count the sequences of `depth` actions, chance included, that can follow; depth is at least 1."""
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
