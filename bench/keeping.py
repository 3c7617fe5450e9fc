"""Estimate the value of keeping a card in Ganz nach Plan!?, by its effect: `python bench/keeping.py [--games 3000]`.

Three bots of level 3 play. A logistic regression over all instructions estimates how much a card in hand raises the
chance to win, compared with players who hold equally many cards and are equally far from their turn. KEEPING in
src/carreau/bots/games/plan.py has these figures, rounded, plus 0.1 for every card: a constant for all cards makes no
difference. Fit either half of the games to see how reliable the figures are.
"""

import argparse
from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from rich.table import Table

from carreau.bots.bot import Bot
from carreau.bots.games.plan import KEEPING
from carreau.bots.levels import level
from carreau.core.game import CHANCE, OVER
from carreau.core.rng import Rng
from carreau.games.catalogue import AnyGame, game
from carreau.games.plan._state import PlanState
from carreau.games.plan.deck import part_names
from carreau.games.plan.spec import DEEDS

SEATS = 3
HOLDING = 10  # cards in hand; larger hands count as this many
RIDGE = 2.0

ObsBuffer = NDArray[np.float64]


def holds(state: PlanState, position: dict[str, Any], turns: int) -> tuple[int, list[float]]:
    """Return the player who is some turns away: how often they hold each deed, their hand size, and the turns."""
    places = position["places"]
    seat = places[(places.index(state.current) + turns * position["direction"]) % SEATS]
    cards = position["hands"][seat]
    deeds = Counter(name.split()[0] for card in cards for name in part_names(state.deck.programs[card]))
    sizes, away = np.eye(HOLDING), np.eye(SEATS)
    return seat, [*(float(deeds[deed]) for deed in DEEDS), *sizes[min(len(cards), HOLDING - 1)], *away[turns]]


def play(made: AnyGame, seed: int) -> tuple[list[list[float]], list[bool]]:
    """Play a game; return every hand at each instruction, and whether its player won."""
    rng, state = Rng(seed), made.start()
    bots = [Bot(made, level("3"), seed * SEATS + seat) for seat in range(SEATS)]
    held: list[tuple[int, list[float]]] = []
    while state.current != OVER:
        if state.current == CHANCE:
            state.apply(CHANCE, state.sample(rng))
            continue
        seat, position = state.waiting()[0], state.dump()
        if position["stage"] == "playing":
            held += [holds(state, position, turns) for turns in range(SEATS)]
        state.apply(seat, bots[seat].choose(state.view(seat)).action)
    ranks = state.result().ranks
    return [row for _, row in held], [ranks[seat] == 1 for seat, _ in held]


def fitted(played: list[tuple[list[list[float]], list[bool]]]) -> ObsBuffer:
    """Fit a logistic regression with a ridge penalty by Newton's method; return its weights."""
    rows = np.array([row for held, _ in played for row in held])
    won = np.array([win for _, wins in played for win in wins], float)
    weights = np.zeros(rows.shape[1])
    for _ in range(15):
        chance = 1 / (1 + np.exp(-rows @ weights))
        curvature = (rows * (chance * (1 - chance))[:, None]).T @ rows + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(curvature, rows.T @ (won - chance) - RIDGE * weights)
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3000)
    given = parser.parse_args()
    made = game("plan", SEATS)
    played = [play(made, seed) for seed in track(range(given.games), f"{given.games} games", transient=True)]
    half = given.games // 2
    fits = zip(DEEDS, fitted(played), fitted(played[:half]), fitted(played[half:]), KEEPING, strict=False)
    out = Table("a card with", "fitted", "one half", "the other", "KEEPING")
    for deed, *weights in fits:
        out.add_row(deed, *(f"{weight:+.2f}" for weight in weights))
    Console().print(out)


if __name__ == "__main__":
    main()
