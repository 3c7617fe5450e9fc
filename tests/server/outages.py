"""Let three servers on PostgreSQL fail under play, and compare the database with what clients were told.

    python -m tests.server.outages [--faults 300] [--seed 1] [--lease 2] [--json FILE]

People play as in `tests.server.crash`, through a proxy that sends each connection to the next server. One after the
other, a server is killed and restarted, or paused for longer than its lease, or loses its line to PostgreSQL, or
PostgreSQL itself is killed and restarted. A cut line delivers late, or loses its connections.
When a fault is over, the time is taken until somebody has gone on at every table.
"""

import argparse
import asyncio
import signal
import socket
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic
from typing import Any, Final

import msgspec
from rich.console import Console

from bench.report import write
from tests.server.client import PATIENCE
from tests.server.crash import MOMENT, Evening, Fault, Found, Player, compare, play_through
from tests.server.cut_line import CutLine, cut_line
from tests.server.running import Running
from tools.postgres import Postgres, postgres
from tools.proxy import proxying

SERVERS: Final = 3
KEYS: Final = "k" * 32
EVENING: Final = 20  # faults before everything is compared, so that it fits into memory
LONGEST: Final = 2.5  # leases that a fault takes
PAUSE: Final = 0.2  # seconds between two actions of a player, at most: hundreds of faults take a while
AIM: Final = 10.0  # seconds in which everybody should be able to go on


class Outages:
    """Three servers, their lines to PostgreSQL, and what can happen to them."""

    def __init__(self, database: Postgres, lease: int, seed: int) -> None:
        self.database = database
        self.store = database.schema()
        self.lease = lease
        self.rng = Random(seed)
        self.servers: list[Running] = []
        self.lines: list[CutLine] = []
        self.url = ""  # of the proxy
        self.taken: dict[str, list[float]] = defaultdict(list)  # seconds to go on, by fault

    async def wait(self, at_least: float) -> None:
        """Wait for some leases."""
        await asyncio.sleep(self.lease * self.rng.uniform(at_least, LONGEST))

    async def kill_a_server(self) -> None:
        server = self.rng.choice(self.servers)
        await asyncio.to_thread(server.kill)
        await self.wait(0.0)
        await asyncio.to_thread(server.start)

    async def pause_a_server(self) -> None:
        process = self.rng.choice(self.servers).process
        assert process is not None
        process.send_signal(signal.SIGSTOP)
        await self.wait(1.2)
        process.send_signal(signal.SIGCONT)

    async def cut_a_line(self) -> None:
        line = self.rng.choice(self.lines)
        line.passable.clear()
        await self.wait(0.5)
        if self.rng.random() < 0.5:
            await line.hang_up()
        line.passable.set()

    async def kill_the_database(self) -> None:
        await asyncio.to_thread(self.database.kill)
        await self.wait(0.0)
        await asyncio.to_thread(self.database.start)

    @property
    def faults(self) -> dict[str, Fault]:
        return {
            "a server is killed": self.kill_a_server,
            "a server is paused": self.pause_a_server,
            "a line is cut": self.cut_a_line,
            "PostgreSQL is killed": self.kill_the_database,
        }

    async def befall(self, evening: Evening, name: str) -> None:
        """Let a fault happen; take the time until everybody goes on."""
        await self.faults[name]()
        over = monotonic()
        await go_on(evening)
        self.taken[name].append(monotonic() - over)


async def go_on(evening: Evening) -> None:
    """Wait until a command has been accepted at every table where a game is running."""
    before = {table: accepted(players) for table, players in evening.by_table().items()}
    async with asyncio.timeout(PATIENCE):
        for table, number in before.items():
            players = evening.by_table()[table]
            while accepted(players) == number and not all(player.finished for player in players):
                await asyncio.sleep(MOMENT)


def accepted(players: list[Player]) -> int:
    return sum(player.accepted for player in players)


@asynccontextmanager
async def three_servers(database: Postgres, folder: Path, lease: int, seed: int) -> AsyncIterator[Outages]:
    """Start three servers, each with a line of its own to PostgreSQL, and a proxy in front of them."""
    async with AsyncExitStack() as stack:
        found = await asyncio.to_thread(Outages, database, lease, seed)
        for number in range(SERVERS):
            line, through = await stack.enter_async_context(cut_line(found.store))
            (own := folder / str(number)).mkdir()
            found.lines.append(line)
            found.servers.append(Running(own, postgresql=through, bots=1, lease_seconds=lease, keys=KEYS))
            stack.push_async_callback(asyncio.to_thread, end, found.servers[-1])
        await asyncio.to_thread(found.servers[0].start)  # which creates the tables
        await asyncio.gather(*(asyncio.to_thread(server.start) for server in found.servers[1:]))
        listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        found.url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        await stack.enter_async_context(proxying([server.url for server in found.servers], listening))
        yield found
        await asyncio.gather(*(asyncio.to_thread(server.stop) for server in found.servers))


def end(server: Running) -> None:
    if server.process is not None:
        server.kill()


async def evenings(outages: Outages, faults: int, seed: int) -> AsyncIterator[Found]:
    """Let people play through faults, about the same number of each kind; compare everything now and then."""
    kinds = list(islice(cycle(outages.faults), faults))
    while kinds:
        some, kinds = kinds[:EVENING], kinds[EVENING:]
        outages.rng.shuffle(some)
        evening = Evening(outages.url, outages.store, seed + len(kinds), PAUSE)
        await play_through(evening, [partial(outages.befall, evening, kind) for kind in some])
        yield await compare(evening)


def total(found: list[Found]) -> Found:
    return Found(*map(sum, zip(*map(msgspec.structs.astuple, found), strict=True)))


def report(found: Found, taken: dict[str, list[float]]) -> dict[str, Any]:
    """Sum up: for each kind of fault, how many there were, and the seconds to go on."""
    rows = [
        [kind, len(seconds), round(median(seconds), 1), round(max(seconds), 1), sum(each > AIM for each in seconds)]
        for kind, seconds in taken.items()
    ]
    return {
        "columns": ["fault", "times", "median s until all go on", "slowest s", f"over {AIM:g} s"],
        "rows": rows,
        "note": f"{found}. All were compared with the database.",
    }


async def run(given: argparse.Namespace, database: Postgres, folder: Path) -> None:
    console, found, command = Console(highlight=False), [], f"python -m tests.server.outages --faults {given.faults}"
    async with three_servers(database, folder, given.lease, given.seed) as outages:
        async for each in evenings(outages, given.faults, given.seed):
            found.append(each)
            console.print(f"{sum(map(len, outages.taken.values()))} faults; {total(found)}")
            if given.json:
                write(given.json, command, report(total(found), outages.taken))
    for row in report(total(found), outages.taken)["rows"]:
        console.print("{}: {} times; all go on after {} s, at most {} s; {} times over {} s".format(*row, AIM))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faults", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lease", type=int, default=2, help="seconds")
    parser.add_argument("--json", type=Path, help="write the figures to this file, too")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, postgres() as database:
        asyncio.run(run(given, database, Path(folder)))


if __name__ == "__main__":
    main()
