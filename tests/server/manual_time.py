"""A clock that a test controls."""

import asyncio
from collections.abc import Callable

from tests.server.client import PATIENCE
from tests.table.play import NOON


class ManualAlarm:
    """A call that is due at a given time."""

    def __init__(self, due: float, callback: Callable[[], object]) -> None:
        self.due = due
        self.callback = callback
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class ManualTime:
    """A clock that stands still until the test advances it."""

    def __init__(self) -> None:
        self.now = 0.0
        self.alarms: list[ManualAlarm] = []

    def time(self) -> float:
        return NOON + self.now

    def monotonic(self) -> float:
        return self.now

    def call_later(self, seconds: float, callback: Callable[[], object]) -> ManualAlarm:
        alarm = ManualAlarm(self.now + max(0.0, seconds), callback)
        self.alarms.append(alarm)
        return alarm

    async def sleep(self, seconds: float) -> None:
        woken = asyncio.Event()
        self.call_later(seconds, woken.set)
        await woken.wait()

    async def go_on(self, seconds: float) -> None:
        """Advance the time, and run everything that is due and needs nothing but time."""
        until = self.now + seconds
        await settled()
        while due := [alarm for alarm in self.alarms if alarm.due <= until]:
            first = min(due, key=lambda alarm: alarm.due)
            self.alarms.remove(first)
            self.now = max(self.now, first.due)
            if not first.cancelled:
                first.callback()
            await settled()
        self.now = until


async def until(done: Callable[[], bool]) -> None:
    """Wait for something that needs more than time, such as a disk."""
    async with asyncio.timeout(PATIENCE):
        while not done():
            await asyncio.sleep(0)


async def settled() -> None:
    """Run all tasks that are ready."""
    for _ in range(10):
        await asyncio.sleep(0)
