"""Readiness: whether a server can store games, checked on request but not too often."""

import asyncio
from typing import Final

from carreau.server.store import Store, StoreError
from carreau.server.time_source import TimeSource

FRESH: Final = 1.0  # seconds for which a result is valid: anybody may ask, and each check writes to the disk
PATIENCE: Final = 10.0  # seconds; longer than SQLite waits for a lock


class Readiness:
    """A check of the store, shared by concurrent requests."""

    def __init__(self, store: Store, time: TimeSource) -> None:
        self.store = store
        self.time = time
        self.checked_at = 0.0
        self.result: asyncio.Task[None] | None = None

    async def check(self) -> None:
        """Write to the store and read it back; raise StoreError if that fails or takes too long."""
        now = self.time.monotonic()
        if self.result is None or (self.result.done() and now - self.checked_at >= FRESH):
            self.result, self.checked_at = asyncio.create_task(self.store.check()), now
        try:
            async with asyncio.timeout(PATIENCE):
                await asyncio.shield(self.result)
        except TimeoutError as error:
            raise StoreError("the database doesn't answer: check the disk", "io") from error
