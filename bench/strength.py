"""Measure the strength of level 5 against OpenSpiel's searches, with equal time or equally many simulations per move.

    python -m bench.strength [GAME ...] [--games 20] [--seconds 0.5] [--simulations N]

OpenSpiel 2.0.2 crashes when its C++ bots search a game written in Python, even one of its own examples, so these are
its Python bots: MCTS for perfect information, IS-MCTS with our guesses as resampler for hidden information. Games are
played in pairs with the same chance seed and swapped seats.
"""

import argparse
from time import perf_counter
from typing import Any

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts
from rich.console import Console
from rich.progress import track

from carreau.bots.bot import Bot
from carreau.bots.levels import level
from carreau.bots.ratings import Score, add
from carreau.core.game import ALL, CHANCE, OVER, RACE, State
from carreau.core.perfect_info import PerfectInfoView
from carreau.core.rng import Rng
from carreau.envs.openspiel import SpielGame
from carreau.games.catalogue import GAMES, AnyGame, game, game_class

FIRST_TRY = 20  # simulations, to measure its speed
REACTIONS = ["misd"]  # nothing to search


class Rival:
    """OpenSpiel's bot for a game, with as many simulations as fit into the time."""

    def __init__(self, made: AnyGame, seconds: float, simulations: int | None, seed: int) -> None:
        self.spiel_game = SpielGame(made)
        self.seconds = seconds
        self.fixed = simulations
        self.simulations = simulations or FIRST_TRY
        self.random = np.random.RandomState(seed % 2**32)

    def choose(self, state: State, seat: int) -> int:
        legal = state.legal(seat)
        if len(legal) == 1:
            return legal[0]
        began = perf_counter()
        action = int(self.bot(state, seat).step(self.spiel_game.at(state.clone(), seat)))
        if not self.fixed:
            rate = self.simulations / (perf_counter() - began)
            self.simulations = max(2, int(rate * self.seconds))
        return action

    def bot(self, state: State, seat: int) -> Any:
        evaluator = mcts.RandomRolloutEvaluator(1, self.random)
        if isinstance(state.view(seat), PerfectInfoView):
            return mcts.MCTSBot(self.spiel_game, 1.4, self.simulations, evaluator, random_state=self.random)
        return ismcts.ISMCTSBot(self.spiel_game, evaluator, 1.4, self.simulations, random_state=self.random)


def play(made: AnyGame, ours: int, seconds: float, simulations: int | None, seed: int) -> list[int]:
    """Play one game; return the ranks."""
    state, chance = made.start(), Rng(seed)
    bot, rival = Bot(made, level(5), seed + ours), Rival(made, seconds, simulations, seed + ours)
    while state.current != OVER:
        if state.current == CHANCE:
            state.apply(CHANCE, state.sample(chance))
            continue
        seat = acting(bot, state, chance)
        if seat == ours:
            action = bot.choose(state.view(seat), None if simulations else seconds, simulations).action
        else:
            action = rival.choose(state, seat)
        made.act(state, seat, action)
    return list(state.result().ranks)


def acting(bot: Bot, state: State, chance: Rng) -> int:
    """Return who acts next; where all commit at the same time, one seat after the other, as OpenSpiel expects."""
    if state.current == ALL:
        return state.waiting()[0]
    return int(bot.knowledge.racer(state, chance)) if state.current == RACE else int(state.current)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=[name for name in GAMES if name not in REACTIONS])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--simulations", type=int)
    chosen = parser.parse_args()
    console = Console()
    for name in chosen.game:
        made, score = game(name, game_class(name).SEATS[0]), Score()
        for index in track(range(chosen.games), description=name, transient=True):
            ours = index % made.seats
            ranks = play(made, ours, chosen.seconds, chosen.simulations, 1 + index // made.seats)
            for seat, rank in enumerate(ranks):
                if seat != ours:
                    add(score, ranks[ours], rank)
        low, high = score.interval()
        console.print(
            f"{name} ({made.seats} seats): won {score.won}, drawn {score.drawn}, lost {score.lost};"
            f" {score.share:.0%} of decided ({low:.0%} – {high:.0%})",
            highlight=False,
        )


if __name__ == "__main__":
    main()
