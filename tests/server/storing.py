"""Helpers for tests of the store."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from itertools import count
from math import inf
from pathlib import Path
from typing import Any

from carreau.core.record import Record, read
from carreau.games.catalogue import game
from carreau.server.postgresql.store import PostgresStore
from carreau.server.settings import PostgresUrl
from carreau.server.sqlite import SqliteStore

ROOT = Path(__file__).parent.parent.parent
EARLIER = ROOT / "tests" / "data" / "earlier-database.sql"
OPEN_SHARES = ROOT / "tests" / "data" / "database-dice-1.sql"  # from before shares were pledged
POSTGRESQL_1 = ROOT / "tests" / "data" / "postgresql-1.sql"  # from before servers shared a database
POSTGRESQL_2 = ROOT / "tests" / "data" / "postgresql-2.sql"  # from before statistics
Database = Path | PostgresUrl
AnyStore = SqliteStore | PostgresStore
Work = Callable[[AnyStore], Coroutine[Any, Any, None]]


@asynccontextmanager
async def stored(database: Database, largest_group: int = 1000) -> AsyncIterator[AnyStore]:
    """Yield a store whose clock shows 1001, 1002, …, and which owns all tables."""
    clock = count(1001.0).__next__
    store: AnyStore
    if isinstance(database, Path):
        store = SqliteStore(database, clock, largest_group)
    else:
        store = PostgresStore(database, clock, largest_group)
    await store.open()
    try:
        for table in await all_tables(store):
            await store.ownership.claim(table)
        yield store
    finally:
        await store.close()


async def with_store(database: Database, work: Work) -> None:
    async with stored(database) as store:
        await work(store)


def run(database: Database, work: Work) -> None:
    """Use a store in a process without an event loop."""
    asyncio.run(with_store(database, work))


def finished_game() -> Record:
    return read((ROOT / "tests" / "records" / "caro-2.carreau").read_text(encoding="utf-8"), game)


def entry(table: str, number: int) -> bytes:
    return f"{table} {number}".encode()


def entries(table: str, first: int, end: int) -> list[bytes]:
    return [entry(table, number) for number in range(first, end)]


def process_that(does: Callable[..., None], *databases: Database) -> subprocess.Popen[bytes]:
    """Start a process that calls a function of a module with databases."""
    arguments = ", ".join(map(in_code, databases))
    imports = "from pathlib import Path; from carreau.server.settings import PostgresUrl"
    code = f"{imports}; from {does.__module__} import {does.__name__} as does; does({arguments})"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment, cwd=ROOT)


def in_code(database: Database) -> str:
    return f"Path({str(database)!r})" if isinstance(database, Path) else f"PostgresUrl({database.dsn!r})"


async def all_tables(store: AnyStore) -> list[str]:
    return await store.idle(before=inf, abandoned=inf)


async def has_tables(store: AnyStore, number: int) -> None:
    assert len(await all_tables(store)) == number
