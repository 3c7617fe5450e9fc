"""Background tasks, of a room or of the whole server."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from carreau.server.logs import tell_failure
from carreau.server.store import TableMoved


class Tasks:
    """Running tasks; their failures are logged, with the table if they belong to one."""

    def __init__(self, table: str = "") -> None:
        self.table = table
        self.running: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self.running.add(task)
        task.add_done_callback(self.finished)
        return task

    def finished(self, task: asyncio.Task[None]) -> None:
        self.running.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, TableMoved):
            tell_failure("table", error, self.table)

    async def stop(self) -> None:
        for task in list(self.running):
            task.cancel()
        if self.running:
            await asyncio.wait(self.running)
