"""Compare the CPU time per move of several builds of the server, run at the same time under the same hasty load.

    python -m bench.load.beside FOLDER [...] [--postgresql] [--servers 3] [--tables 24] [--every 0]
        [--seconds 2] [--rounds 5] [--json FILE]

Each folder has an installed build: `pip install --no-deps --target FOLDER .` in a clone, or it is `src`. On a shared
machine the same code sometimes takes half as long again; builds that run together are slow together. With --postgresql,
the last build also runs with a PostgreSQL database, whose processes are counted separately. With --servers, it runs
twice more, as several servers on one database: once everybody comes to the server that owns their table, once each
connection goes to any server, as behind a proxy, so that most frames are passed on. With --every, tables pause between
moves; then fewer moves share a commit, and each costs more.
"""

import argparse
import asyncio
import gc
import os
import statistics
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import uvloop
from rich.console import Console
from rich.table import Table

from bench.load.ours import Ours
from bench.load.pairs import Player, create_tables, sitting
from bench.report import write
from carreau.server.settings import PostgresUrl
from tests.server.running import Running
from tools.postgres import Postgres, postgres
from tools.server_process import started

KINDS: Final = ("event loop", "all threads", "PostgreSQL")
KEY: Final = "k" * 32  # the same for all servers of a cluster


class Spent(NamedTuple):
    """CPU time: of the threads of event loops, of all threads of the servers, and of PostgreSQL."""

    loop: float
    threads: float
    database: float


class Build(Running):
    """The server of a build."""

    def __init__(self, installed: Path, folder: Path, database: PostgresUrl | None) -> None:
        super().__init__(folder, postgresql=database, keys=KEY)
        self.installed = installed.resolve()
        known = (self.installed / "carreau/server/settings.py").read_text(encoding="utf-8")  # others it would refuse
        self.settings = {name: value for name, value in self.settings.items() if f" {name}: " in known}

    def environment(self) -> dict[str, str]:
        given = super().environment()
        return {**given, "PYTHONPATH": f"{self.installed}{os.pathsep}{given['PYTHONPATH']}"}

    def spent(self) -> tuple[float, float]:
        """Return the seconds of CPU time of the event loop and of all threads so far.

        A busy machine plays a few hundred moves per round, so the hundredths of a second in `stat` are too coarse.
        """
        assert self.process is not None
        threads = Path(f"/proc/{self.process.pid}/task").iterdir()
        taken = {each.name: seconds(each) for each in threads}
        return taken[str(self.process.pid)], sum(taken.values())


def seconds(process: Path) -> float:
    return int((process / "schedstat").read_text().split()[0]) / 1e9


class Contender(NamedTuple):
    """The servers of a build on one database, and whether each connection goes to any of them."""

    name: str
    servers: Sequence[Build]
    database: Postgres | None
    anywhere: bool

    def spent(self) -> Spent:
        """Return the CPU time so far; of PostgreSQL, that of the processes that still run."""
        loops, threads = zip(*(server.spent() for server in self.servers), strict=True)
        processes = self.database.processes() if self.database else []
        return Spent(sum(loops), sum(threads), sum(seconds(Path(f"/proc/{each}")) for each in processes))

    async def tables(self, number: int) -> list[Sequence[Player]]:
        """Create as many tables for each server."""
        urls = [server.url for server in self.servers]
        doors = [urls] if self.anywhere else [[url] for url in urls]
        shares = [await create_tables(Ours(each, "caro"), number * len(urls) // len(doors)) for each in doors]
        return [table for share in shares for table in share]


@contextmanager
def contending(
    installed: Path, on_postgresql: bool = False, servers: int = 1, anywhere: bool = False
) -> Iterator[Contender]:
    with ExitStack() as stack:
        database = stack.enter_context(postgres()) if on_postgresql else None
        schema = database.schema() if database else None
        folders = [Path(stack.enter_context(TemporaryDirectory())) for _ in range(servers)]
        running = stack.enter_context(started([Build(installed, folder, schema) for folder in folders]))
        words = [str(installed), *["PostgreSQL"] * on_postgresql, *[f"{servers} servers"] * (servers > 1)]
        yield Contender(", ".join([*words, *["any"] * anywhere]), running, database, anywhere)


async def a_round(contenders: list[Contender], given: argparse.Namespace) -> list[Spent]:
    """Return microseconds of CPU time per move for each contender."""
    everyone = [await each.tables(given.tables) for each in contenders]
    before = [each.spent() for each in contenders]
    found = await asyncio.gather(*(sitting(each, given.every, given.seconds) for each in everyone))
    after = [each.spent() for each in contenders]
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
    parser.add_argument("--servers", type=int, default=1, help="let it also run as several servers")
    parser.add_argument("--tables", type=int, default=24, help="for each server")
    parser.add_argument("--every", type=float, default=0.0, help="seconds between the moves of a table")
    parser.add_argument("--seconds", type=float, default=2.0, help="of a round; tables play about twenty games")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path, help="write the figures to this file, too")
    given = parser.parse_args()
    if given.servers > 1 and not given.postgresql:
        parser.error("several servers need --postgresql")
    gc.disable()
    last = given.folders[-1]
    with ExitStack() as stack:
        contenders = [stack.enter_context(contending(folder)) for folder in given.folders]
        if given.postgresql:
            contenders.append(stack.enter_context(contending(last, True)))
        for anywhere in (False, True) if given.servers > 1 else ():
            contenders.append(stack.enter_context(contending(last, True, given.servers, anywhere)))
        rounds = [uvloop.run(a_round(contenders, given)) for _ in range(given.rounds)]
        report(given, [each.name for each in contenders], rounds)


def report(given: argparse.Namespace, names: list[str], rounds: list[list[Spent]]) -> None:
    out = Table(
        "build", "event loop µs", "all threads µs", "PostgreSQL µs", "loop, of the first's", "threads, of the first's"
    )
    medians, loops, threads = [], [], []
    for index, name in enumerate(names):
        found = Spent(
            *(round(statistics.median(kind), 1) for kind in zip(*(each[index] for each in rounds), strict=True))
        )
        loops.append([round(each[index].loop / each[0].loop, 2) for each in rounds])
        threads.append([round(each[index].threads / each[0].threads, 2) for each in rounds])
        out.add_row(name, *map(str, found), *(", ".join(map(str, each[-1])) for each in (loops, threads)))
        medians.append(found)
    Console(width=120).print(out)
    if given.json:
        write(given.json, command(given), figures(names, medians, loops, threads))


def command(given: argparse.Namespace) -> str:
    told = ["python -m bench.load.beside", *("FOLDER" for _ in given.folders)]
    told += ["--postgresql"] * given.postgresql + [f"--servers {given.servers}"] * (given.servers > 1)
    told += [f"--every {given.every:g} --seconds {given.seconds:g}"] * bool(given.every)
    return " ".join([*told, f"--tables {given.tables}", f"--rounds {given.rounds}"])


def figures(
    names: list[str], medians: list[Spent], loops: list[list[float]], threads: list[list[float]]
) -> dict[str, Any]:
    load = os.getloadavg()[1]
    return {
        "load average": round(load),
        "builds": names,
        **{f"{kind} microseconds per move": [each[place] for each in medians] for place, kind in enumerate(KINDS)},
        "of the first by round": loops[1:],
        "all threads, of the first by round": threads[1:],
    }


if __name__ == "__main__":
    main()
