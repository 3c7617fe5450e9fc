"""Compare simulations per second on connect four with OpenSpiel's MCTSBot in C++.

    python -m bench.search [--simulations 20000] [--rounds 5]

The game is first compiled together with core and search into a temporary folder. Both programs make one random playout
per simulation and are measured by CPU time, in turn, several times.
"""

import argparse
from time import process_time

from rich.console import Console

from bench.connect_four_build import run_compiled


def ours(simulations: int) -> float:
    from connect_four import ConnectFour, ConnectFourKnowledge

    from carreau.bots.search import Search

    game = ConnectFour(2)
    began = process_time()
    search = Search(game, game.start().view(0), ConnectFourKnowledge(2), 1)
    search.run(simulations, 1e12)
    return simulations / (process_time() - began)


def theirs(simulations: int) -> float:
    import pyspiel

    game = pyspiel.load_game("connect_four")
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, simulations, 1000, False, 1, False)
    began = process_time()
    bot.mcts_search(game.new_initial_state())
    return simulations / (process_time() - began)


def measure(simulations: int, rounds: int) -> None:
    for _round in range(rounds):
        one, other = ours(simulations), theirs(simulations)
        Console().print(f"{one:>10,.0f} and {other:>9,.0f} simulations/s: × {one / other:.1f}", highlight=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulations", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.measure:
        measure(chosen.simulations, chosen.rounds)
        return
    arguments = ["--measure", "--simulations", str(chosen.simulations), "--rounds", str(chosen.rounds)]
    run_compiled("bench.search", arguments, "bots/knowledge", "bots/tree", "bots/search")


if __name__ == "__main__":
    main()
