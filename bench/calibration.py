"""Compare the chances that reviews predict with the results of games between bots of mixed levels.

    python -m bench.calibration GAME [GAME ...] [--games 50] [--decisions 4] [--out bench/results/calibration.json]

Each game is played by two bots of different levels in turn; of each, some decisions with a choice are judged by a
review, and the chance of the player to move is compared with that player's share of the win. Bots are limited by
simulations, so the figures are the same on every machine. The expected calibration error is the mean distance between
prediction and result over ten bins of equal width, weighted by their numbers. It can't be smaller than chance allows:
`by_chance` is what it would be on average if every prediction were right.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import Any, Final, NamedTuple

from rich.console import Console

from bench.report import write
from carreau.bots.analysis import review_move
from carreau.bots.contest import Contest, PlayedGame
from carreau.bots.performance import shares_of_win
from carreau.core.game import CHANCE
from carreau.core.record import Record
from carreau.core.rng import Rng

BINS: Final = 10
SIMULATIONS: Final = 500  # at most, for a move
LEVELS: Final = list(combinations("12345", 2))
COLUMNS: Final = {
    "games": "games",
    "predictions": "predictions",
    "error": "expected calibration error",
    "by_chance": "by chance alone",
    "brier": "Brier score",
}
REPEATED: Final = 1000  # draws of results that would fit the predictions


class Prediction(NamedTuple):
    """The predicted share of the win, and what came of it."""

    chance: float
    share: float


def games(name: str, count: int) -> Iterator[PlayedGame]:
    """Play games between bots of all pairs of levels, in turn."""
    for number in range(count):
        levels = list(LEVELS[number % len(LEVELS)])
        yield Contest(name, None, {}, levels, number, simulations=SIMULATIONS).played(number % 2)


def predictions(played: PlayedGame, decisions: int) -> Iterator[Prediction]:
    """Judge some random decisions of a game."""
    record = Record(played.game, [""] * played.game.seats, played.moves)
    won, befores = shares_of_win(played.game, record.final()), list(record.positions())
    assert won is not None
    able = [
        number
        for number, (actor, _) in enumerate(record.moves)
        if actor != CHANCE and len(befores[number].legal(actor)) > 1
    ]
    rng = Rng(played.seed)
    for _ in range(min(decisions, len(able))):
        number = able.pop(int(rng.below(len(able))))
        move = record.moves[number]
        judgement = review_move(played.game, record.moves[:number], befores[number], move).judgement
        yield Prediction(judgement.chances[move[0]], won[move[0]])


def bins(found: Sequence[Prediction]) -> list[list[Prediction]]:
    """Divide predictions into bins of equal width."""
    divided: list[list[Prediction]] = [[] for _ in range(BINS)]
    for each in found:
        divided[min(BINS - 1, int(BINS * each.chance))].append(each)
    return [each for each in divided if each]


def calibration_error(found: Sequence[Prediction]) -> float:
    distances = [len(each) * abs(fmean(p.chance for p in each) - fmean(p.share for p in each)) for each in bins(found)]
    return sum(distances) / len(found)


def error_by_chance(found: Sequence[Prediction]) -> float:
    """Return the error on average if each prediction were right, with results that are independent of each other."""
    rng = Rng(1)
    return fmean(
        calibration_error([Prediction(p.chance, float(int(rng.below(10**6)) < 10**6 * p.chance)) for p in found])
        for _ in range(REPEATED)
    )


def summary(found: Sequence[Prediction], played: int) -> dict[str, Any]:
    return {
        "games": played,
        "predictions": len(found),
        "error": round(calibration_error(found), 4),
        "by_chance": round(error_by_chance(found), 4),
        "brier": round(fmean((p.chance - p.share) ** 2 for p in found), 4),
        "diagram": [
            [round(fmean(p.chance for p in each), 4), round(fmean(p.share for p in each), 4), len(each)]
            for each in bins(found)
        ],  # predicted, result, number
    }


def tabulated(found: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Arrange the results of games as a table, with their diagrams."""
    rows = [[name, *(each[column] for column in COLUMNS)] for name, each in found.items()]
    diagrams = {name: each["diagram"] for name, each in found.items()}
    return {"columns": ["game", *COLUMNS.values()], "rows": rows, "diagrams": diagrams}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="+")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--decisions", type=int, default=4)
    parser.add_argument("--out", type=Path)
    chosen = parser.parse_args()
    report: dict[str, Any] = {}
    for name in chosen.game:
        found = [each for played in games(name, chosen.games) for each in predictions(played, chosen.decisions)]
        report[name] = summary(found, chosen.games)
        Console().print(f"{name}: {json.dumps(report[name])}", highlight=False, soft_wrap=True)
    if chosen.out:
        options = f"--games {chosen.games} --decisions {chosen.decisions}"
        write(chosen.out, f"python -m bench.calibration {' '.join(chosen.game)} {options}", tabulated(report))


if __name__ == "__main__":
    main()
