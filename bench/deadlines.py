"""Measure how late bots answer: ask level 5 for a move within some seconds, in positions from random games.

    python -m bench.deadlines [--seconds 0.3] [--positions 12]         CARREAU_PURE=1 for the uncompiled build

The target is at most ten percent over the time allowed.
"""

import argparse
from time import perf_counter

from rich.console import Console

from carreau.bots.bot import Bot
from carreau.bots.levels import level
from carreau.core.game import ALL, CHANCE, OVER, RACE
from carreau.core.rng import Rng
from carreau.games.catalogue import GAMES, AnyGame, game, game_class


def lateness(made: AnyGame, seconds: float, positions: int) -> list[float]:
    """Return the time that each answer took, as a multiple of the time allowed."""
    taken: list[float] = []
    state, rng = made.start(), Rng(11)
    while len(taken) < positions:
        if state.current == OVER:
            state = made.start()
        if state.current == CHANCE:
            state.apply(CHANCE, state.sample(rng))
            continue
        seat = int(state.random_actor(rng)) if state.current in (ALL, RACE) else int(state.current)
        legal = state.legal(seat)
        if len(legal) > 1 and rng.below(4) == 0:
            bot, view = Bot(made, level(5), 1), state.view(seat)
            began = perf_counter()
            bot.choose(view, seconds)
            taken.append((perf_counter() - began) / seconds)
        state.apply(seat, legal[int(rng.below(len(legal)))])
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=list(GAMES))
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--positions", type=int, default=12)
    chosen = parser.parse_args()
    for name in chosen.game:
        for seats in {game_class(name).SEATS[0], game_class(name).SEATS[-1]}:
            taken = lateness(game(name, seats), chosen.seconds, chosen.positions)
            Console().print(f"{name:>18} {seats}: at most {max(taken):.2f} of {chosen.seconds} s", highlight=False)


if __name__ == "__main__":
    main()
