"""Several days of visitors in a few minutes, with faults, to see memory and disk level off.

    python -m bench.day [--days 4] [--seconds 60] [--visitors 6] [--seed 1] [--json FILE]

The server's clock runs so fast that a day takes --seconds; tables and unfinished games are deleted after a day.
Visitors come from many addresses, play bots in all games for two, leave in the middle or stay to the end, and return or
don't. Four times a day something breaks: the server is killed and restarted, the database is locked for a while, all
connections are cut, or strangers send garbage. After the last day nobody comes for two more days. All traffic stays on
this machine.

The run fails if memory or disk are a fifth larger on the last day than on the day before, or if tables or guests are
left at the end.
"""

import argparse
import asyncio
import sqlite3
import sys
import tempfile
import time
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Final

import aiohttp
import msgspec
import uvloop
from rich.console import Console
from rich.table import Table

from bench.attack.memory import Memory
from bench.attack.visitor import Build, Visitor, visitor
from bench.report import write
from carreau.games.catalogue import GAMES, game_class

DAY: Final = 86_400
SAMPLES: Final = 12  # a day
FAULTS: Final = 4  # a day
QUIET_DAYS: Final = 2  # at the end
MOST_GROWTH: Final = 1.2  # of the last day with visitors, compared with the day before
LOCKED: Final = 1.0  # seconds
PATIENCE: Final = 10.0  # seconds of a visit; a move that a fault refused is not repeated
LEAVING, RETURNING = 0.05, 0.3  # the chance to leave before a move, and to come back for another game
FOR_TWO: Final = [name for name in GAMES if 2 in game_class(name).SEATS]
LOST: Final = (aiohttp.ClientError, ConnectionError, TimeoutError, TypeError)  # TypeError: the socket was closed


COLUMNS: Final = ["day", "memory MB", "disk MB", "tables", "guests"]
SIZES: Final = ("memory_mb", "disk_mb", "tables", "guests")


class Sample(msgspec.Struct):
    """The size of a server at one moment."""

    day: float
    memory_mb: float
    disk_mb: float
    tables: int
    guests: int


class FastServer(Build):
    """A server whose days take some seconds."""

    def __init__(self, folder: Path, seconds: float) -> None:
        super().__init__(folder, idle_days=1, abandoned_days=1)
        self.factor = DAY / seconds
        self.since = time.time()

    def command(self) -> list[str]:
        return [sys.executable, "-m", "bench.day.fast_server", str(self.factor), str(self.since)]

    @property
    def day(self) -> float:
        return (time.time() - self.since) * self.factor / DAY

    def sample(self) -> Sample:
        files = self.database.parent.glob(f"{self.database.name}*")
        with closing(sqlite3.connect(self.database)) as reading:
            [counts] = reading.execute("SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM guests)")
        size = sum(file.stat().st_size for file in files)
        return Sample(round(self.day, 2), round(Memory(self).now(), 1), round(size / 2**20, 2), *counts)


async def visits(server: FastServer, rng: Random, last_day: float) -> None:
    """Send one visitor after the other."""
    while server.day < last_day:
        address = f"127.{rng.randint(2, 250)}.{rng.randint(1, 250)}.{rng.randint(1, 250)}"
        with suppress(*LOST):
            async with asyncio.timeout(PATIENCE), visitor(server.url, address) as guest:
                await play(guest, rng)
                while rng.random() < RETURNING:
                    await play(guest, rng)
        await asyncio.sleep(0.05)


async def play(guest: Visitor, rng: Random) -> None:
    """Play a game against a bot, or leave it."""
    game = rng.choice(FOR_TWO)
    table = await guest.against_a_bot(game, "1")
    async with guest.at(table) as socket:
        while await guest.turn(socket) and rng.random() > LEAVING:
            await guest.move(socket, rng)


# Faults


async def kill(server: FastServer, _: Random) -> None:
    server.kill()
    await asyncio.to_thread(server.start)


async def lock(server: FastServer, _: Random) -> None:
    """Hold the write lock of the database."""
    with closing(sqlite3.connect(server.database, timeout=5)) as locking:
        locking.execute("BEGIN IMMEDIATE")
        await asyncio.sleep(LOCKED)
        locking.rollback()


async def cut(server: FastServer, rng: Random) -> None:
    """Watch a table with many sockets, and disappear without closing them."""
    address = f"127.1.{rng.randint(1, 250)}.{rng.randint(1, 250)}"
    async with visitor(server.url, address) as guest:
        table = await guest.create(rng.choice(FOR_TWO), seats=2)
        for _ in range(5):
            socket = await guest.http.ws_connect(f"{server.url}/api/tables/{table}/socket")
            connection = socket.get_extra_info("socket")
            connection.shutdown(2)


async def babble(server: FastServer, rng: Random) -> None:
    """Send what no client would send, to a table and to the API."""
    async with visitor(server.url, f"127.1.{rng.randint(1, 250)}.{rng.randint(1, 250)}") as guest:
        table = await guest.create(rng.choice(FOR_TWO), seats=2)
        async with guest.at(table) as socket:
            for _ in range(20):
                await socket.send_str(rng.randbytes(200).decode("latin-1"))
        async with guest.http.post(f"{server.url}/api/tables", data=rng.randbytes(5_000)) as answer:
            assert answer.status == 415, answer.status


BREAKING: Final = [kill, lock, cut, babble]


async def faults(server: FastServer, rng: Random, last_day: float) -> None:
    """Break something at regular intervals, each kind in turn."""
    number = 0
    while server.day < last_day:
        await asyncio.sleep((number + 1) / FAULTS / server.factor * DAY - (time.time() - server.since))
        with suppress(*LOST):
            await BREAKING[number % len(BREAKING)](server, rng)
        number += 1


async def samples(server: FastServer, last_day: float) -> list[Sample]:
    taken: list[Sample] = []
    while server.day < last_day:
        await asyncio.sleep(DAY / server.factor / SAMPLES)
        with suppress(OSError, AssertionError):  # while it restarts
            taken.append(server.sample())
    return taken


async def simulate(server: FastServer, days: int, visitors: int, seed: int) -> list[Sample]:
    """Let visitors come for some days, then wait until everything may be forgotten."""
    rng = Random(seed)
    sampling = asyncio.create_task(samples(server, days + QUIET_DAYS))
    coming = [visits(server, Random(rng.random()), days) for _ in range(visitors)]
    await asyncio.gather(*coming, faults(server, rng, days))
    return await sampling


def problems(taken: list[Sample], days: int) -> list[str]:
    """Tell what grows, and what is left at the end."""
    found = []
    for name in ("memory_mb", "disk_mb"):
        before, last = (
            max(getattr(each, name) for each in taken if int(each.day) == day) for day in (days - 2, days - 1)
        )
        if last > before * MOST_GROWTH:
            found.append(f"{name} grew from {before} to {last} on the last day")
    if taken[-1].tables or taken[-1].guests:
        found.append(f"{taken[-1].tables} tables and {taken[-1].guests} guests are left at the end")
    return found


def rows(taken: list[Sample], days: int) -> list[list[str | float]]:
    """List the largest sizes of each day, and what is left at the end."""
    found: list[list[str | float]] = []
    for day in range(days + QUIET_DAYS):
        of_day = [each for each in taken if int(each.day) == day]
        quiet = "" if day < days else ", without visitors"
        found.append([f"{day + 1}{quiet}", *(max(getattr(each, name) for each in of_day) for name in SIZES)])
    return [*found, ["at the end", *(getattr(taken[-1], name) for name in SIZES)]]


def shown(lines: list[list[str | float]]) -> Table:
    out = Table(*COLUMNS)
    for line in lines:
        out.add_row(*map(str, line))
    return out


def note(given: argparse.Namespace) -> str:
    kinds = given.days * FAULTS // len(BREAKING)
    return (
        f"A day takes {given.seconds:g} s; {given.visitors} visitors at a time; the largest sizes of each day."
        f" Meanwhile the server was killed, its database locked, all sockets of a guest cut off and garbage sent to it,"
        f" each {kinds} times."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--visitors", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = FastServer(Path(folder), given.seconds)
        server.start()
        taken = uvloop.run(simulate(server, given.days, given.visitors, given.seed))
        server.kill()
    lines = rows(taken, given.days)
    Console().print(shown(lines))
    if given.json:
        write(given.json, "make day", {"note": note(given), "columns": COLUMNS, "rows": lines})
    found = problems(taken, given.days)
    Console().print("\n".join(found) or "Memory and disk level off, and nothing is left.")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
