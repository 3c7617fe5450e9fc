"""Counting finished games for the statistics, in the background."""

import asyncio
from typing import Final

from carreau.server.loading import NoTable, load
from carreau.server.logs import tell_failure
from carreau.server.store import Store, StoreError

PAUSE: Final = 60.0  # seconds between looks for finished games


async def count_for_ever(store: Store) -> None:
    """Count finished games until cancelled."""
    while True:
        try:
            await count_finished(store)
        except StoreError as error:  # perhaps next time
            tell_failure("statistics", error)
        await asyncio.sleep(PAUSE)


async def count_finished(store: Store) -> None:
    """Count the finished games that haven't been counted."""
    for table in await store.statistics.uncounted():
        try:
            loaded = await load(store, table)
        except NoTable:
            await store.statistics.skip(table)
        else:
            await store.statistics.count(table, loaded.table.record())
