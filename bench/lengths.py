"""Measure how long random games are, and count the clauses that end them.

    python -m bench.lengths [GAME ...] [--json FILE]

Seeds are fixed, so the results are the same on every machine.
"""

import argparse
from collections import Counter
from pathlib import Path
from typing import Any, Final

from rich.console import Console

from bench.report import write
from carreau.cli.bench import extremes
from carreau.core.action_buffer import ActionBuffer
from carreau.core.playout import playout
from carreau.core.rng import Rng
from carreau.games.catalogue import GAMES, game, game_class

PLAYED: Final = 400


def measured(name: str, seats: int) -> dict[str, Any]:
    """Play random games; return the number of decisions in each, sorted, and the clauses that ended them."""
    start, rng, out = game(name, seats).start(), Rng(seats), ActionBuffer()
    lengths, endings = [], Counter[str]()
    for _ in range(PLAYED):
        state = start.clone()
        lengths.append(int(playout(state, rng, out)))
        endings[state.result().clause] += 1
    lengths.sort()
    spots = [lengths[0], lengths[PLAYED // 20], lengths[PLAYED // 2], lengths[-PLAYED // 20], lengths[-1]]
    return {"game": name, "seats": seats, "decisions": spots, "ended by": dict(endings.most_common())}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    found = [measured(name, seats) for name in given.games for seats in extremes(game_class(name).SEATS)]
    for each in found:
        Console(highlight=False).print(each)
    if given.json:
        write(given.json, "python -m bench.lengths", {"played": PLAYED, "games": found})


if __name__ == "__main__":
    main()
