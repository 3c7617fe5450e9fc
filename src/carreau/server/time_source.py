"""The clock of rooms. Tests replace it, so that no test has to wait."""

import asyncio
import time as system
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    """A call that is due later."""

    def cancel(self) -> None: ...


class TimeSource(Protocol):
    """A clock, with timers."""

    def time(self) -> float:
        """Return the seconds since 1970, which are stored with events."""

    def monotonic(self) -> float:
        """Return seconds that never jump, for delays."""

    def call_later(self, seconds: float, callback: Callable[[], object]) -> Alarm: ...

    async def sleep(self, seconds: float) -> None: ...


class SystemTime:
    """The clock of the machine."""

    time = staticmethod(system.time)
    monotonic = staticmethod(system.monotonic)

    def call_later(self, seconds: float, callback: Callable[[], object]) -> Alarm:
        return asyncio.get_running_loop().call_later(seconds, callback)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
