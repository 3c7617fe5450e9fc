"""Compare two builds of the rules side by side: playouts, clones and searches of every game, by processor time.

    python -m bench.builds OLD NEW [--games caro bauab] [--rounds 7] [--json FILE]

OLD and NEW are folders with an installed package (`pip install --no-deps --target FOLDER .`). In each round
both builds start afresh, because the same code can be 10 % faster or slower depending on where it lands in memory, and
do the same fixed work in alternating turns; the fastest turn counts. A ratio is NEW's time divided by OLD's: the median
over all rounds, with the lowest and the highest.
"""

import argparse
import os
import shlex
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Final

from rich.console import Console
from rich.table import Table

from bench.report import write

TURN: Final = 0.04  # seconds of work per turn
TURNS: Final = 5
WORKER: Final = """
import sys
from time import process_time
from carreau.bots.catalogue import knowledge
from carreau.bots.search import Search
from carreau.cli.bench import middle
from carreau.core.game import CHANCE
from carreau.core.playout import clones, playouts
from carreau.core.rng import Rng
from carreau.games.catalogue import game

def searches(made, view, count):
    for seed in range(count):
        Search(made, view, knowledge(made), seed + 1).run(50, 1e12)

def decision(made):
    state, rng = made.start(), Rng(1)
    while state.current == CHANCE:
        state.apply(CHANCE, state.sample(rng))
    return state.view(state.waiting()[0])

def scattered(state, count):
    # Where in memory a copy lies can triple its cost, so the positions that are copied lie all over a page and more.
    return [state.clone() for _ in range(count)]

def prepared(name, seats):
    made = game(name, seats)
    start, mid, view = made.start(), middle(made), decision(made)
    return {
        "playouts": lambda count: playouts(start, 1, count),
        "clones": lambda count: [clones(each, count) for each in scattered(mid, 100)],
        "search": lambda count: searches(made, view, count),
    }

print(sys.modules["carreau"].__file__, flush=True)
works = {}
for line in sys.stdin:
    name, seats, kind, count = line.split()
    if (name, seats) not in works:
        works[name, seats] = prepared(name, int(seats))
    work = works[name, seats][kind]
    began = process_time()
    work(int(count))
    print(process_time() - began, flush=True)
"""
KINDS: Final = ("playouts", "clones", "search")

Counts = dict[tuple[str, str], int]


class Build:
    """A process that runs one build."""

    def __init__(self, folder: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(folder.resolve())}
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", WORKER], env=environment, text=True, stdin=-1, stdout=-1, bufsize=1
        )
        assert self.process.stdout is not None
        package = Path(self.process.stdout.readline().strip())
        if not package.is_relative_to(folder.resolve()):
            sys.exit(f"{folder} has no package carreau; {package.parent} would be measured instead")

    def seconds(self, game: str, seats: int, kind: str, count: int) -> float:
        """Measure the processor time of a fixed amount of work."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{game} {seats} {kind} {count}\n")
        return float(self.process.stdout.readline())

    def end(self) -> None:
        self.process.kill()
        self.process.communicate()


def enough(build: Build, game: str, seats: int, kind: str) -> int:
    """Return the amount of work that fills a turn."""
    count = 1
    while (spent := build.seconds(game, seats, kind, count)) < TURN / 4:
        count *= 2
    return max(1, int(count * TURN / spent))


def fastest(builds: list[Build], game: str, seats: int, kind: str, count: int) -> list[float]:
    """Return each build's fastest turn."""
    turns = [[build.seconds(game, seats, kind, count) for build in builds] for _ in range(TURNS)]
    return [min(spent) for spent in zip(*turns, strict=True)]


def one_round(folders: list[Path], seats: dict[str, int], counts: Counts) -> dict[str, dict[str, float]]:
    """Return NEW's time divided by OLD's, for each game and kind of work."""
    builds = [Build(folder) for folder in folders]
    found: dict[str, dict[str, float]] = {}
    for name, people in seats.items():
        found[name] = {}
        for kind in KINDS:
            if (name, kind) not in counts:
                counts[name, kind] = enough(builds[0], name, people, kind)
            old, new = fastest(builds, name, people, kind, counts[name, kind])
            found[name][kind] = new / old
    for build in builds:
        build.end()
    return found


def main() -> None:
    from carreau.games.catalogue import GAMES, game_class

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--games", nargs="+", default=list(GAMES))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    seats, counts = {name: min(game_class(name).SEATS) for name in given.games}, Counts()
    rounds = [one_round([given.old, given.new], seats, counts) for _ in range(given.rounds)]
    out = Table("game", *KINDS, box=None)
    for name in seats:
        ratios = {kind: [found[name][kind] for found in rounds] for kind in KINDS}
        out.add_row(name, *(f"{median(each):.3f} [dim]{min(each):.2f}–{max(each):.2f}[/]" for each in ratios.values()))
    Console().print(out)
    if given.json:
        write(given.json, shlex.join(["python", "-m", "bench.builds", *sys.argv[1:]]), {"runs": rounds})


if __name__ == "__main__":
    main()
