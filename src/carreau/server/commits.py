"""Group commit: one thread writes, and what waits meanwhile goes to disk together.

The writer takes whatever is waiting, carries it out in one transaction and commits once; only then does anybody hear
of it. While a commit is on its way to the disk the next group gathers, so that the slower the disk is, the larger the
groups are. The moves of many tables are written by one statement: a thread that comes back from SQLite has to wait for
its turn to run Python, so each statement can cost more than what it does. For the same reason the writer is not called
for each job, but once for all that comes in one turn of the event loop.
"""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from functools import cache
from queue import Empty, SimpleQueue
from typing import Any, Final, Generic, TypeVar

from carreau.server.database import ROWS, trouble
from carreau.server.store import Conflict

T = TypeVar("T")

KEEPING: Final = """INSERT INTO snapshots (table_id, number, content) VALUES (?, ?, ?)
    ON CONFLICT (table_id) DO UPDATE SET number = excluded.number, content = excluded.content"""

Row = tuple[str, int, bytes, float]  # table, number, content, time
Committed = Callable[[int, float], None]  # told of each commit: how many writes, and how many seconds it took


class Entries:
    """Entries that go to the end of a table which has `first` of them, at times with a snapshot of it after them."""

    def __init__(
        self, table: str, first: int, contents: Sequence[bytes], now: float, snapshot: bytes | None = None
    ) -> None:
        self.table = table
        self.first = first
        self.contents = contents
        self.now = now
        self.snapshot = snapshot

    @property
    def total(self) -> int:
        return self.first + len(self.contents)

    def rows(self) -> list[Row]:
        return [(self.table, number, content, self.now) for number, content in enumerate(self.contents, self.first)]

    def __call__(self, connection: sqlite3.Connection) -> None:
        try:
            append_together(connection, [self])
        except sqlite3.IntegrityError as error:
            raise self.conflict(connection) from error

    def conflict(self, connection: sqlite3.Connection) -> Conflict:
        found = connection.execute("SELECT entries FROM tables WHERE id = ?", (self.table,)).fetchone()
        there = f"has {found[0]} entries" if found else "does not exist"
        return Conflict(f"table {self.table} {there}, entry {self.first} can't be the next: load it again")


class Job(Generic[T]):
    """Something to write, its outcome, and whoever waits for it."""

    def __init__(self, work: Callable[[sqlite3.Connection], T], waiting: asyncio.Future[T]) -> None:
        self.work = work
        self.waiting = waiting
        self.result: T
        self.error: Exception | None = None

    def attempt(self, connection: sqlite3.Connection) -> None:
        """Do the work, all of it or nothing; raises only if the whole transaction is lost."""
        connection.execute("SAVEPOINT job")
        try:
            self.result = self.work(connection)
        except Exception as error:
            if not connection.in_transaction:  # SQLite gives up everything if the disk fails badly enough
                raise
            connection.execute("ROLLBACK TO job")
            self.fail(error)
        connection.execute("RELEASE job")

    def fail(self, error: Exception) -> None:
        self.error = trouble(error)

    def settle(self) -> None:
        """Tell the outcome, on the event loop, unless nobody waits any more."""
        if self.waiting.done():
            return
        if self.error:
            self.waiting.set_exception(self.error)
        else:
            self.waiting.set_result(self.result)


def settle_all(jobs: Sequence[Job[Any]]) -> None:
    for job in jobs:
        job.settle()


class Writer:
    """The thread that writes, and the jobs that wait for it."""

    def __init__(self, connection: sqlite3.Connection, largest_group: int, committed: Committed) -> None:
        self.commits = 0
        self.committed = committed
        self.connection = connection
        self.largest_group = largest_group
        self.gathered: list[Job[Any]] = []  # of this turn of the event loop
        self.jobs: SimpleQueue[list[Job[Any]] | None] = SimpleQueue()  # None: no more will come
        self.thread = threading.Thread(target=self.run, name="store-writer", daemon=True)
        self.thread.start()

    def write(self, work: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        """Done when it is on disk."""
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[T] = loop.create_future()
        if not self.gathered:
            loop.call_soon(self.hand_over)
        self.gathered.append(Job(work, waiting))
        return waiting

    def hand_over(self) -> None:
        if self.gathered:
            self.jobs.put(self.gathered)
            self.gathered = []

    def run(self) -> None:
        with closing(self.connection):
            for group in self.groups():
                self.carry_out(group)
                group[0].waiting.get_loop().call_soon_threadsafe(settle_all, group)

    def groups(self) -> Iterator[Sequence[Job[Any]]]:
        """All that waits, again and again, until there is nothing more to come."""
        while jobs := self.jobs.get():
            waiting = list(jobs)
            with suppress(Empty):
                while jobs := self.jobs.get_nowait():
                    waiting += jobs
            yield from parts(waiting, self.largest_group)
            if jobs is None:
                return

    def carry_out(self, group: Sequence[Job[Any]]) -> None:
        """When this returns, what succeeded is on disk for good, all of it by one commit."""
        began = time.perf_counter()
        try:
            if not self.inserted(group):
                self.transact(group)
            self.commits += 1
            self.committed(len(group), time.perf_counter() - began)
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):  # there may be nothing left to roll back
                self.connection.execute("ROLLBACK")
            for job in group:
                job.fail(error)

    def inserted(self, group: Sequence[Job[Any]]) -> bool:
        """Most groups just append, by one statement, which is a transaction by itself.

        False where nothing was done: there is more to do, or somebody is wrong, and it has to be found out who.
        """
        appending = [job.work for job in group if isinstance(job.work, Entries) and job.work.snapshot is None]
        rows = [row for each in appending for row in each.rows()]
        if len(appending) < len(group) or len(rows) > ROWS:
            return False
        try:
            insert(self.connection, rows)
        except sqlite3.IntegrityError:
            return False
        for job in group:
            job.result = None
        return True

    def transact(self, group: Sequence[Job[Any]]) -> None:
        self.connection.execute("BEGIN IMMEDIATE")
        for job in self.left_after_appending(group):
            job.attempt(self.connection)
        self.connection.execute("COMMIT")

    def left_after_appending(self, group: Sequence[Job[Any]]) -> Sequence[Job[Any]]:
        """Append what only appends together; returns the other jobs, or all if it has to be found out who is wrong."""
        appending = [job.work for job in group if isinstance(job.work, Entries)]
        if len(appending) <= 1:
            return group
        if self.appended(appending):
            for job in group:
                if isinstance(job.work, Entries):
                    job.result = None
            return [job for job in group if not isinstance(job.work, Entries)]
        self.connection.execute("ROLLBACK")
        self.connection.execute("BEGIN IMMEDIATE")
        return group

    def appended(self, all_entries: Sequence[Entries]) -> bool:
        try:
            append_together(self.connection, all_entries)
        except sqlite3.Error:
            if not self.connection.in_transaction:
                raise
            return False
        return True

    async def stop(self) -> None:
        """Wait until all jobs are done."""
        self.hand_over()
        self.jobs.put(None)
        await asyncio.to_thread(self.thread.join)


def append_together(connection: sqlite3.Connection, all_entries: Sequence[Entries]) -> None:
    """Append to several tables; half of it may be done if one has another number of entries."""
    for some in parts([row for each in all_entries for row in each.rows()], ROWS):
        insert(connection, some)
    for each in all_entries:
        if each.snapshot is not None:
            connection.execute(KEEPING, (each.table, each.total, each.snapshot))


def insert(connection: sqlite3.Connection, rows: Sequence[Row]) -> None:
    """All or none: IntegrityError, by the schema, if one of them isn't the next entry of its table."""
    connection.execute(inserting(len(rows)), [value for row in rows for value in row])


def parts(rows: Sequence[T], most: int) -> Iterator[Sequence[T]]:
    """So many at a time. Of rows ROWS, so that there are not too many different statements to be kept ready."""
    for first in range(0, len(rows), most):
        yield rows[first : first + most]


@cache
def inserting(rows: int) -> str:
    values = ", ".join(["(?, ?, ?, ?)"] * rows)
    return f"INSERT INTO entries (table_id, number, content, at) VALUES {values}"  # noqa: S608 -- marks only
