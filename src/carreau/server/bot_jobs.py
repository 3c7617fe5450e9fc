"""Jobs for bot workers: queries with their priority, time limit, and the future of their reply."""

import asyncio
from collections.abc import Callable
from typing import Final

from carreau.bots.levels import level
from carreau.core.errors import CarreauError
from carreau.server.bot_protocol import (
    BotQuery,
    BotReply,
    CandidatesQuery,
    HintQuery,
    LuckQuery,
    MoveQuery,
    ReviewQuery,
)
from carreau.server.time_source import Alarm, TimeSource

URGENT, PATIENT, UNWATCHED = range(3)  # ranks: moves and hints; luck and analyses; unwatched moves
KINDS: Final = {
    MoveQuery: "move",
    HintQuery: "hint",
    LuckQuery: "luck",
    ReviewQuery: "analysis",
    CandidatesQuery: "candidates",
}  # metric labels
PREEMPTIONS: Final = 3  # of a job that isn't urgent; then it runs to its end
TIMEOUT: Final = 120.0  # seconds over its limit after which a worker counts as lost


class BotPoolError(CarreauError):
    """A query that no worker could answer."""


class BotJob:
    """A query, the guest its time is charged to, and the future of its reply."""

    def __init__(
        self,
        query: BotQuery,
        rank: int,
        seconds: float,
        *,
        least_seconds: float | None = None,
        address: str = "",
        host: str = "",
        table: str = "",
        secret: bool = False,
    ) -> None:
        self.query = query
        self.kind = KINDS[type(query)]
        self.quick = isinstance(query, MoveQuery) and level(query.level).counted
        self.rank = rank
        self.address = address  # where the host connects from
        self.host = host  # the table; for other queries, the guest who asked
        self.table = table
        self.secret = secret  # whether it may not leave this machine
        self.seconds = self.allowed = seconds
        self.least_seconds = seconds if least_seconds is None else least_seconds
        self.timeout = seconds + TIMEOUT
        self.reply: asyncio.Future[BotReply] = asyncio.get_running_loop().create_future()
        self.failures = 0
        self.since = 0.0  # when it was queued, or taken by a worker
        self.alarm: Alarm | None = None  # ends its thinking time early
        self.preempted = False  # by a more urgent job, while a worker had it
        self.preemptions = 0

    def limited(self) -> BotQuery:
        """Return the query with its time limit."""
        if isinstance(self.query, MoveQuery | HintQuery):
            self.query.seconds = self.allowed
        return self.query

    def yields_to(self, other: "BotJob") -> bool:
        """Tell whether another job may take the worker from this one."""
        return other.rank < self.rank and self.preemptions < PREEMPTIONS and not self.preempted

    def preempt(self) -> None:
        self.preempted = True
        self.preemptions += 1

    def protect(self) -> None:
        """Let no other job preempt this one."""
        self.preemptions = PREEMPTIONS

    def end_by(self, moment: float, time: TimeSource, end: Callable[["BotJob"], None]) -> None:
        """End this job at a given time, if it is still running."""
        self.cancel_alarm()
        self.alarm = time.call_later(max(0.0, moment - time.monotonic()), lambda: end(self))

    def cancel_alarm(self) -> None:
        if self.alarm:
            self.alarm.cancel()
            self.alarm = None

    def settle(self, reply: BotReply | BotPoolError) -> None:
        """Set the result, unless the query was cancelled."""
        if self.reply.done():
            return
        if isinstance(reply, BotPoolError):
            self.reply.set_exception(reply)
        else:
            self.reply.set_result(reply)
