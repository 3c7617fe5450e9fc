"""Measure steps per second in a VectorEnv, compared with PettingZoo's and pgx's connect_four.

    pip install 'carreau[envs]' pgx
    python -m bench.vector [GAME ...] [--seconds 1] [--rounds 3]

A step is one decision of a player: draw a random legal action, apply it, let chance act, restart finished games, and
write the next player's observation and mask. Connect four is first compiled with our core into a temporary folder; then
our implementation and the others take turns. pgx runs on the CPU, jitted for 1,024 games: with one call per step, as
ours, and with 100 steps per call.
"""

import argparse
from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any

from rich.console import Console

from bench.connect_four_build import run_compiled

COUNTS = (1, 64, 1024)
MOST = COUNTS[-1]
SCAN = 100

Run = Callable[[int], int]  # runs this many rounds; returns the number of steps


def rate(run: Run, seconds: float) -> float:
    """Measure steps per second, for about this many seconds."""
    run(1)
    steps, began = 0, perf_counter()
    while perf_counter() - began < seconds:
        steps += run(5)
    return steps / (perf_counter() - began)


def stepping(tables: Any) -> Run:
    """Return a function that plays at random in a VectorEnv."""
    from carreau.core.rng import Rng

    rng = Rng(1)

    def run(rounds: int) -> int:
        for _round in range(rounds):
            tables.step(tables.sample_actions(rng))
        return rounds * int(tables.count)

    return run


def our_connect_four(count: int) -> Run:
    from connect_four import ConnectFour

    from carreau.envs.vector import VectorEnv

    return stepping(VectorEnv(ConnectFour(2), count=count))


def pettingzoos_connect_four() -> Run:
    from pettingzoo.classic import connect_four_v3

    table, rng = connect_four_v3.env(), Random(1)
    table.reset(seed=1)

    def run(rounds: int) -> int:
        steps = 0
        for _step in range(rounds * 50):
            seen, _, over, cut, _ = table.last()
            if over or cut:
                table.reset()
                continue
            table.step(rng.choice(seen["action_mask"].nonzero()[0]))
            steps += 1
        return steps

    return run


def pgx_connect_four(steps: int) -> Run:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    table = pgx.make("connect_four")
    step = jax.vmap(auto_reset(table.step, table.init))

    def one(carried: Any, _: Any) -> tuple[Any, None]:
        state, key = carried
        key, choosing, resetting = jax.random.split(key, 3)
        chosen = jax.random.categorical(choosing, jnp.where(state.legal_action_mask, 0.0, -jnp.inf), axis=-1)
        return (step(state, chosen, jax.random.split(resetting, MOST)), key), None

    several = jax.jit(lambda carried: jax.lax.scan(one, carried, None, length=steps)[0])
    carried = (jax.jit(jax.vmap(table.init))(jax.random.split(jax.random.PRNGKey(0), MOST)), jax.random.PRNGKey(1))

    def run(rounds: int) -> int:
        nonlocal carried
        for _round in range(rounds):
            carried = several(carried)
        jax.block_until_ready(carried)
        return rounds * steps * MOST

    return run


def compare(seconds: float, rounds: int) -> None:
    """Compare our connect four with theirs, in turn."""
    runs = {f"carreau, {count} games a call": our_connect_four(count) for count in COUNTS}
    runs["PettingZoo, one game"] = pettingzoos_connect_four()
    runs[f"pgx, {MOST} games a call"] = pgx_connect_four(1)
    runs[f"pgx, {MOST} games, {SCAN} steps a call"] = pgx_connect_four(SCAN)
    rates: dict[str, list[float]] = {name: [] for name in runs}
    for _round in range(rounds):
        for name, run in runs.items():
            rates[name].append(rate(run, seconds))
    for name, found in rates.items():
        Console().print(f"{name:32}" + "".join(f"{each:>13,.0f}" for each in found), highlight=False)


def compare_compiled(seconds: float, rounds: int) -> None:
    arguments = ["--compare", "--seconds", str(seconds), "--rounds", str(rounds)]
    run_compiled("bench.vector", arguments, "bots/knowledge", "envs/sequential", "envs/batch")


def all_games(names: list[str], seconds: float) -> None:
    from carreau.cli.bench import build
    from carreau.envs.vector import VectorEnv
    from carreau.games.catalogue import GAMES

    console = Console(highlight=False)
    console.print(f"{build()} build{'':9}" + "".join(f"{count:>13,}" for count in COUNTS))
    for name in names or GAMES:
        rates = [rate(stepping(VectorEnv(name, count=count)), seconds) for count in COUNTS]
        console.print(f"{name:20}" + "".join(f"{each:>13,.0f}" for each in rates))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--compare", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.compare:
        compare(chosen.seconds, chosen.rounds)
        return
    all_games(chosen.games, chosen.seconds)
    compare_compiled(chosen.seconds, chosen.rounds)


if __name__ == "__main__":
    main()
