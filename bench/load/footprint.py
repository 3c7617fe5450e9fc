"""Measure what tables take, on a server with PostgreSQL and in its database, apart from the CPU time of moves.

    python -m bench.load.footprint [--tables 300] [--idle 40] [--seconds 2] [--json FILE]

A game begins at each table; its two people first wait, then play as fast as they can. Memory is that of the server's
main process; disk is what the database grows by, with indexes.
"""

import argparse
import asyncio
import gc
import os
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import uvloop
from rich.console import Console

from bench.load.beside import Build
from bench.load.ours import Ours
from bench.load.pairs import Player, create_tables, sitting
from bench.report import write
from tools.postgres import fetched, postgres

MEGABYTE = 1e6
SOURCES = Path("src")


def memory(server: Build) -> float:
    """Return the resident memory of the main process, in bytes."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii").splitlines()
    [line] = [line for line in status if line.startswith("VmRSS:")]
    return int(line.split()[1]) * 1024


async def disk(server: Build) -> int:
    assert server.postgresql is not None
    [row] = await fetched(server.postgresql, "SELECT pg_database_size(current_database())")
    return int(row[0])


async def waited(server: Build, seconds: float) -> float:
    """Return the share of a core that a server takes while nobody moves."""
    before = server.spent()[1]
    await asyncio.sleep(seconds)
    return (server.spent()[1] - before) / seconds


async def measured(server: Build, given: argparse.Namespace) -> dict[str, Any]:
    at_rest, resting = memory(server), await waited(server, given.idle)
    everyone: list[Sequence[Player]] = await create_tables(Ours([server.url], "caro"), given.tables)
    with_tables, waiting = memory(server), await waited(server, given.idle)
    before = await disk(server)
    found = await sitting(everyone, 0.0, given.seconds)
    after = await disk(server)
    return {
        "tables": given.tables,
        "load average": round(os.getloadavg()[1]),
        "server at rest, MB": round(at_rest / MEGABYTE),
        "table with two connections, kB": round((with_tables - at_rest) / given.tables / 1000, 1),
        "idle connection, microseconds per second": round((waiting - resting) / given.tables / 2 * 1e6, 1),
        "move, bytes in the database": round((after - before) / len(found.taken)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--idle", type=float, default=40.0, help="seconds to wait, with at least one ping")
    parser.add_argument("--seconds", type=float, default=2.0, help="seconds to play")
    parser.add_argument("--json", type=Path, help="write the figures to this file, too")
    given = parser.parse_args()
    gc.disable()
    with (
        TemporaryDirectory() as folder,
        postgres() as database,
        Build(SOURCES, Path(folder), database.database()) as server,
    ):
        found = uvloop.run(measured(server, given))
    Console(highlight=False).print(found)
    if given.json:
        write(given.json, f"python -m bench.load.footprint --tables {given.tables}", found)


if __name__ == "__main__":
    main()
