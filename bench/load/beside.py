"""Compare the CPU time per move of several builds of the server, run at the same time under the same hasty load.

    python -m bench.load.beside FOLDER FOLDER [...] [--postgresql] [--tables 25] [--rounds 5] [--json FILE]

Each folder has an installed build: `pip install --no-deps --target FOLDER .` in a clone. On a shared machine the same
code sometimes takes half as long again; builds that run together are slow together. With --postgresql, the last build
also runs with a PostgreSQL database, whose processes are counted separately.
"""

import argparse
import asyncio
import gc
import json
import os
import statistics
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Final, NamedTuple

import uvloop
from rich.console import Console
from rich.table import Table

from bench.load.ours import Ours
from bench.load.pairs import create_tables, sitting
from tests.server.running import Running
from tools.postgres import Postgres, postgres

KINDS: Final = ("event loop", "all threads", "PostgreSQL")
ROUND: Final = 2.0  # seconds, fewer than all games of a table take


class Spent(NamedTuple):
    """CPU time: of the event loop's thread, of all threads of the server, and of PostgreSQL."""

    loop: float
    threads: float
    database: float


class Build(Running):
    """The server of a build."""

    def __init__(self, installed: Path, folder: Path, postgresql: Postgres | None = None) -> None:
        super().__init__(folder, postgresql=postgresql.schema() if postgresql else None)
        self.installed, self.server = installed.resolve(), postgresql
        known = (self.installed / "carreau/server/settings.py").read_text(encoding="utf-8")  # others it would refuse
        self.settings = {name: value for name, value in self.settings.items() if f" {name}: " in known}

    def environment(self) -> dict[str, str]:
        given = super().environment()
        return {**given, "PYTHONPATH": f"{self.installed}{os.pathsep}{given['PYTHONPATH']}"}

    def spent(self) -> "Spent":
        """Return the seconds of CPU time so far.

        A busy machine plays a few hundred moves per round, so the hundredths of a second in `stat` are too coarse.
        """
        assert self.process is not None
        threads = Path(f"/proc/{self.process.pid}/task").iterdir()
        seconds = {each.name: nanoseconds(each / "schedstat") / 1e9 for each in threads}
        return Spent(seconds[str(self.process.pid)], sum(seconds.values()), database_seconds(self.server))


def database_seconds(server: Postgres | None) -> float:
    """Return the CPU time of PostgreSQL and all of its processes that still run."""
    if server is None or server.process is None:
        return 0.0
    main = server.process.pid
    children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
    return sum(nanoseconds(Path(f"/proc/{each}/schedstat")) for each in (main, *children)) / 1e9


def nanoseconds(schedstat: Path) -> int:
    return int(schedstat.read_text().split()[0])


async def a_round(builds: list[Build], tables: int) -> list[Spent]:
    """Return microseconds of CPU time per move for each build."""
    everyone = [await create_tables(Ours(build.url, "caro"), tables) for build in builds]
    before = [build.spent() for build in builds]
    found = await asyncio.gather(*(sitting(each, 0.0, ROUND) for each in everyone))
    after = [build.spent() for build in builds]
    for player in (player for each in everyone for players in each for player in players):
        player.transport.disconnect()
    return [
        Spent(*((late - early) * 1e6 / len(each.taken) for early, late in zip(began, ended, strict=True)))
        for began, ended, each in zip(before, after, found, strict=True)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--postgresql", action="store_true", help="let the last build run with PostgreSQL, too")
    parser.add_argument("--tables", type=int, default=25)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path, help="write the figures to this file, too")
    given = parser.parse_args()
    gc.disable()
    with ExitStack() as stack:
        databases: list[Postgres | None] = [None] * len(given.folders)
        if given.postgresql:
            given.folders.append(given.folders[-1])
            databases.append(stack.enter_context(postgres()))
        scratch = [Path(stack.enter_context(tempfile.TemporaryDirectory())) for _ in given.folders]
        builds = [Build(*each) for each in zip(given.folders, scratch, databases, strict=True)]
        for build in builds:
            stack.enter_context(build)
        rounds = [uvloop.run(a_round(builds, given.tables)) for _ in range(given.rounds)]
    report(given, rounds)


def report(given: argparse.Namespace, rounds: list[list[Spent]]) -> None:
    out = Table(
        "build", "event loop µs", "all threads µs", "PostgreSQL µs", "loop, of the first's", "threads, of the first's"
    )
    medians, loops, threads = [], [], []
    for index, folder in enumerate(given.folders):
        found = Spent(
            *(round(statistics.median(kind), 1) for kind in zip(*(each[index] for each in rounds), strict=True))
        )
        loops.append([round(each[index].loop / each[0].loop, 2) for each in rounds])
        threads.append([round(each[index].threads / each[0].threads, 2) for each in rounds])
        out.add_row(str(folder), *map(str, found), *(", ".join(map(str, each[-1])) for each in (loops, threads)))
        medians.append(found)
    Console(width=120).print(out)
    if given.json:
        figures = {
            **{f"{kind} microseconds per move": [each[place] for each in medians] for place, kind in enumerate(KINDS)},
            "of the first by round": loops[1:],
            "all threads, of the first by round": threads[1:],
        }
        given.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
