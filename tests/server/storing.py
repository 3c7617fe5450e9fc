"""What the tests of the store share."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Coroutine
from itertools import count
from math import inf
from pathlib import Path
from typing import Any

from carreau.server.sqlite import SqliteStore

ROOT = Path(__file__).parent.parent.parent
Test = Callable[[SqliteStore], Coroutine[Any, Any, None]]


def run(path: Path, test: Test) -> None:
    """A test with a store whose clock shows 1001, 1002, …"""

    async def with_store() -> None:
        store = SqliteStore(path, count(1001.0).__next__)
        try:
            await test(store)
        finally:
            await store.close()

    asyncio.run(with_store())


def entry(table: str, number: int) -> bytes:
    return f"{table} {number}".encode()


def entries(table: str, first: int, end: int) -> list[bytes]:
    return [entry(table, number) for number in range(first, end)]


def process_that(does: Callable[..., None], *paths: Path) -> subprocess.Popen[bytes]:
    """Another process that calls a function of a module with paths."""
    arguments = ", ".join(f"Path({str(path)!r})" for path in paths)
    code = f"from pathlib import Path; from {does.__module__} import {does.__name__} as does; does({arguments})"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment, cwd=ROOT)


async def all_tables(store: SqliteStore) -> list[str]:
    return await store.idle(before=inf, abandoned=inf)


async def has_tables(store: SqliteStore, number: int) -> None:
    assert len(await all_tables(store)) == number
