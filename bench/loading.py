"""Measure how long it takes to load a table from disk, at the worst moment of random games of each kind.

    python -m bench.loading [--games 3]

Games have the most seats. The server takes a snapshot every few hundred events; the worst moment is just before the
next.
"""

import argparse
import asyncio
import tempfile
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.table import Table as Lines

from carreau.games.catalogue import GAMES, game, game_class
from carreau.server.loading import load
from carreau.server.room import SNAPSHOT_EVERY
from carreau.server.sqlite import SqliteStore
from carreau.table.apply import apply
from carreau.table.events import AnyEvent, encode
from carreau.table.snapshots import creation, saved
from carreau.table.table import Table
from tests.table.play import Play

LOOKS = 5  # loads per table; the median counts


def played(name: str, seed: int) -> list[AnyEvent]:
    """Return all events of a random game."""
    play = Play(game(name, max(game_class(name).SEATS)), seed).started()
    while play.playing:
        play.step()
    return play.journal


async def stored(store: SqliteStore, table: str, events: list[AnyEvent]) -> int:
    """Store a game as the server would, up to the worst moment to load it; return the number of events."""
    worst = (len(events) + 1) // SNAPSHOT_EVERY * SNAPSHOT_EVERY - 1
    kept = events[:worst] if worst > 0 else events
    state, first = Table.new(creation(kept[0])), 0
    for number, event in enumerate(kept, 1):
        apply(state, event)
        if number % SNAPSHOT_EVERY == 0:
            await store.append(table, first, [encode(each) for each in kept[first:number]], None, saved(state))
            first = number
    await store.append(table, first, [encode(each) for each in kept[first:]])
    return len(kept)


async def opened(store: SqliteStore, table: str) -> float:
    began = perf_counter()
    await load(store, table)
    return perf_counter() - began


async def measure(folder: Path, games: int) -> Lines:
    out = Lines("game", "events", "longest ms")
    store = SqliteStore(folder / "loading.db")
    for name in GAMES:
        slowest = (0.0, 0)
        for seed in range(games):
            events = await stored(store, f"{name}{seed}", played(name, seed))
            times = sorted([await opened(store, f"{name}{seed}") for _ in range(LOOKS)])
            slowest = max(slowest, (times[LOOKS // 2], events))
        out.add_row(name, f"{slowest[1]:,}", f"{slowest[0] * 1000:.1f}")
    await store.close()
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        Console().print(asyncio.run(measure(Path(folder), given.games)))


if __name__ == "__main__":
    main()
