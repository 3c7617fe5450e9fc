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

from carreau.server.sqlite import SqliteStore

ROOT = Path(__file__).parent.parent.parent
Work = Callable[[SqliteStore], Coroutine[Any, Any, None]]


@asynccontextmanager
async def stored(path: Path) -> AsyncIterator[SqliteStore]:
    """Yield a store whose clock shows 1001, 1002, …"""
    store = SqliteStore(path, count(1001.0).__next__)
    try:
        yield store
    finally:
        await store.close()


async def with_store(path: Path, work: Work) -> None:
    async with stored(path) as store:
        await work(store)


def run(path: Path, work: Work) -> None:
    """Use a store in a process without an event loop."""
    asyncio.run(with_store(path, work))


def entry(table: str, number: int) -> bytes:
    return f"{table} {number}".encode()


def entries(table: str, first: int, end: int) -> list[bytes]:
    return [entry(table, number) for number in range(first, end)]


def process_that(does: Callable[..., None], *paths: Path) -> subprocess.Popen[bytes]:
    """Start a process that calls a function of a module with paths."""
    arguments = ", ".join(f"Path({str(path)!r})" for path in paths)
    code = f"from pathlib import Path; from {does.__module__} import {does.__name__} as does; does({arguments})"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment, cwd=ROOT)


async def all_tables(store: SqliteStore) -> list[str]:
    return await store.idle(before=inf, abandoned=inf)


async def has_tables(store: SqliteStore, number: int) -> None:
    assert len(await all_tables(store)) == number
