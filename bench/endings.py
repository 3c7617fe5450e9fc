"""Measure how far from the end a game can be solved in a second, in random games.

    python -m bench.endings [--seconds 1] [--games 10]

A ply is one decision of a player. The solver counts positions, so its speed is measured first.
"""

import argparse
from time import perf_counter

from rich.console import Console

from carreau.bots.exact.alphabeta import Solvable
from carreau.bots.games.bauab import BauabKnowledge
from carreau.bots.games.caro import CaroKnowledge
from carreau.core.game import CHANCE, OVER, State
from carreau.core.rng import Rng
from carreau.games.catalogue import game

SOLVABLE = {"bauab": BauabKnowledge, "caro": CaroKnowledge}
FIRST_TRY = 20_000  # positions to visit


def decisions(name: str, seed: int) -> list[State]:
    """List the positions of a random game in which a player decides."""
    state, rng = game(name, 2).start(), Rng(seed)
    path: list[State] = []
    while state.current != OVER:
        if state.current == CHANCE:
            state.apply(CHANCE, state.sample(rng))
            continue
        path.append(state.clone())
        state.apply(state.current, state.legal(state.current)[int(rng.below(len(state.legal(state.current))))])
    return path


def positions_for(knowledge: Solvable, state: State, seconds: float) -> int:
    """Return how many positions the solver visits in some seconds."""
    began = perf_counter()
    knowledge.prove(state, state.current, FIRST_TRY)
    return int(FIRST_TRY * seconds / (perf_counter() - began))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--games", type=int, default=10)
    chosen = parser.parse_args()
    console = Console()
    for name, knows in SOLVABLE.items():
        games = [decisions(name, seed) for seed in range(chosen.games)]
        most = positions_for(knows(2), games[0][0], chosen.seconds)
        console.print(f"{name}: {most:,} positions in {chosen.seconds:g} s", highlight=False)
        plies, solved = 3, chosen.games
        while solved:
            plies += 1
            solved = sum(knows(2).prove(path[-plies], path[-plies].current, most) for path in games)
            console.print(f"  {plies} plies before the end: {solved} of {chosen.games} solved", highlight=False)


if __name__ == "__main__":
    main()
