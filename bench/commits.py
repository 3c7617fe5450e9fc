"""Measure how many moves a second reach the disk: group commit against one commit per move.

    python -m bench.commits [--tables 200] [--seconds 5] [--folder .] [--busy 0]

Every table appends one entry after the other, as its lock demands. The folder decides which disk is measured;
`--busy 0.5` keeps the event loop busy with other things half of the time, as a server's is.
"""

import argparse
import asyncio
import tempfile
from itertools import chain
from pathlib import Path
from time import perf_counter

from rich.console import Console

from carreau.server.sqlite import SqliteStore
from carreau.server.store import About

ENTRY = b"x" * 200  # about the size of an action with its chance outcomes
SLICE = 0.001  # seconds of other work at a time


async def play(store: SqliteStore, table: str, end: float) -> list[float]:
    """Append until the end; return the seconds that each append took."""
    await store.append(table, 0, [ENTRY], About("playing", (), b"{}"))
    taken: list[float] = []
    while (began := perf_counter()) < end:
        await store.append(table, len(taken) + 1, [ENTRY])
        taken.append(perf_counter() - began)
    return taken


async def keep_busy(share: float, end: float) -> None:
    while share and perf_counter() < end:
        until = perf_counter() + SLICE
        while perf_counter() < until:
            pass
        await asyncio.sleep(SLICE * (1 - share) / share)


async def measure(folder: Path, tables: int, seconds: float, largest_group: int, busy: float) -> str:
    store = SqliteStore(folder / f"{largest_group}.db", largest_group=largest_group)
    end = perf_counter() + seconds
    other_work = asyncio.create_task(keep_busy(busy, end))
    games = await asyncio.gather(*(play(store, f"table{n}", end) for n in range(tables)))
    await other_work
    await store.close()
    taken = sorted(chain.from_iterable(games))
    middle, late = taken[len(taken) // 2], taken[len(taken) * 99 // 100]
    return (
        f"{len(taken) / seconds:8,.0f} appends/s, {(len(taken) + tables) / store.commits:5.1f} in a commit,"
        f" median {middle * 1000:6.1f} ms, p99 {late * 1000:6.1f} ms"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--folder", type=Path, default=Path())
    parser.add_argument("--busy", type=float, default=0)
    chosen = parser.parse_args()
    for name, largest_group in (("group commit", 1000), ("one each", 1)):
        with tempfile.TemporaryDirectory(dir=chosen.folder) as folder:
            found = asyncio.run(measure(Path(folder), chosen.tables, chosen.seconds, largest_group, chosen.busy))
        Console(width=100).print(f"{name:>12}: {found}", highlight=False)


if __name__ == "__main__":
    main()
