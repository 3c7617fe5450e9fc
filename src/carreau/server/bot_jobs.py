"""Queries that wait for a bot worker, and the order in which they get one."""

import asyncio
from collections import deque
from collections.abc import Iterator
from typing import Final

from carreau.core.errors import CarreauError
from carreau.server.bot_protocol import BotQuery, BotReply, framed

MOVES, HINTS, LUCK, UNWATCHED, ANALYSIS = RANKS = range(5)  # by urgency; UNWATCHED are moves nobody waits for
PREEMPTIONS: Final = 3  # per luck or unwatched job; after that it runs to its end
TIMEOUT: Final = 60.0  # seconds beyond its time limit after which a worker counts as lost


class BotPoolError(CarreauError):
    """A query that no worker could answer."""


class BotJob:
    """A query, and the future of its reply."""

    def __init__(self, query: BotQuery, rank: int, seconds: float, host: str = "", table: str = "") -> None:
        self.message = framed(query)
        self.rank = rank
        self.host = host  # of the table; for hints, the guest who asked
        self.table = table
        self.timeout = seconds + TIMEOUT
        self.reply: asyncio.Future[BotReply] = asyncio.get_running_loop().create_future()
        self.failures = 0
        self.preempted = False  # by a more urgent job, while a worker had it
        self.preemptions = 0

    @property
    def unwanted(self) -> bool:
        """Whether a worker that has this job should stop."""
        return self.preempted or self.reply.done()

    def yields_to(self, other: "BotJob") -> bool:
        """Tell whether another job may take the worker from this one."""
        patient = self.rank == ANALYSIS or (self.rank in {LUCK, UNWATCHED} and self.preemptions < PREEMPTIONS)
        return patient and other.rank < self.rank and not self.preempted

    def settle(self, reply: BotReply | BotPoolError) -> None:
        """Set the result, unless the query was cancelled."""
        if self.reply.done():
            return
        if isinstance(reply, BotPoolError):
            self.reply.set_exception(reply)
        else:
            self.reply.set_result(reply)


class JobQueue:
    """A priority queue by rank; within a rank, round-robin over hosts, then over each host's tables."""

    def __init__(self) -> None:
        self.ranks: list[dict[str, dict[str, deque[BotJob]]]] = [{} for _ in RANKS]  # each by host and table

    def put(self, job: BotJob) -> None:
        self.ranks[job.rank].setdefault(job.host, {}).setdefault(job.table, deque()).append(job)

    def promote(self, host: str, table: str) -> list[BotJob]:
        """Give the unwatched jobs of a table the rank of moves that somebody waits for; return them."""
        tables = self.ranks[UNWATCHED].get(host, {})
        jobs = list(tables.pop(table, ()))
        if not tables:
            self.ranks[UNWATCHED].pop(host, None)
        for job in jobs:
            job.rank = MOVES
            self.put(job)
        return jobs

    def take(self) -> BotJob | None:
        """Remove the next job that somebody still waits for."""
        return next((job for job in self.drain() if not job.reply.done()), None)

    def drain(self) -> Iterator[BotJob]:
        """Remove jobs in their order."""
        for hosts in self.ranks:
            while hosts:
                host, tables = next(iter(hosts.items()))
                table, jobs = next(iter(tables.items()))
                del hosts[host], tables[table]
                job = jobs.popleft()
                if jobs:
                    tables[table] = jobs  # behind all others
                if tables:
                    hosts[host] = tables  # likewise
                yield job
