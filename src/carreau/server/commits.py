"""Group commit: one thread writes, and all waiting jobs go to disk together.

The writer takes the waiting jobs, carries them out in one transaction, commits once, and only then reports success. The
next group gathers during a commit, so a slower disk makes larger groups. One statement writes the moves of many tables:
a thread that returns from SQLite has to wait for the GIL, so a statement can cost more than its work. For the same
reason the event loop hands over jobs once per iteration rather than one by one.
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

from carreau.core.native import mypyc_attr
from carreau.server.database import ROWS, FileIdentity, explained
from carreau.server.store import Conflict

T = TypeVar("T")

KEEPING: Final = """INSERT INTO snapshots (table_id, number, content) VALUES (?, ?, ?)
    ON CONFLICT (table_id) DO UPDATE SET number = excluded.number, content = excluded.content"""

Row = tuple[str, int, bytes, float]  # table, number, content, time
Committed = Callable[[int, float], None]  # called for each commit with the number of writes and the seconds taken


@mypyc_attr(acyclic=True)
class Entries:
    """Entries to append to a table that has `first` of them, and sometimes a snapshot of the table after them."""

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
        return Conflict(f"table {self.table} {there}, entry {self.first} can't be the next one: reload the table")


class Job(Generic[T]):
    """A write, its outcome, and the future that waits for it."""

    def __init__(self, work: Callable[[sqlite3.Connection], T], waiting: asyncio.Future[T]) -> None:
        self.work = work
        self.waiting = waiting
        self.result: T
        self.error: Exception | None = None

    def attempt(self, connection: sqlite3.Connection) -> None:
        """Do all of the work or nothing; raise only if the whole transaction is lost."""
        connection.execute("SAVEPOINT job")
        try:
            self.result = self.work(connection)
        except Exception as error:
            if not connection.in_transaction:  # SQLite rolls back everything after serious disk errors
                raise
            connection.execute("ROLLBACK TO job")
            self.fail(error)
        connection.execute("RELEASE job")

    def fail(self, error: Exception) -> None:
        self.error = explained(error) if isinstance(error, sqlite3.Error) else error

    def settle(self) -> None:
        """Report the outcome, on the event loop, unless nobody waits any more."""
        if self.waiting.done():
            return
        if self.error:
            self.waiting.set_exception(self.error)
        else:
            self.waiting.set_result(self.result)


class Writer:
    """A thread that writes, and the jobs that wait for it."""

    def __init__(
        self, connection: sqlite3.Connection, files: FileIdentity, largest_group: int, committed: Committed
    ) -> None:
        self.commits = 0
        self.committed = committed
        self.connection = connection
        self.files = files
        self.largest_group = largest_group
        self.loop: asyncio.AbstractEventLoop
        self.gathered: list[Job[Any]] = []  # in this iteration of the event loop
        self.jobs: SimpleQueue[list[Job[Any]] | None] = SimpleQueue()  # None: the end
        self.thread = threading.Thread(target=self.run, name="store-writer", daemon=True)
        self.thread.start()

    def write(self, work: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        """Return a future that is done when the work is on disk."""
        if not self.gathered:
            self.loop = asyncio.get_running_loop()  # which is a system call
            self.loop.call_soon(self.hand_over)
        waiting: asyncio.Future[T] = self.loop.create_future()
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
                group[0].waiting.get_loop().call_soon_threadsafe(self.settle, group)

    def settle(self, group: Sequence[Job[Any]]) -> None:
        """Report the outcome of each job, on the event loop; if the file was deleted, nothing counts as stored.

        The thread doesn't do this, because it would have to wait for the GIL after each look at the disk.
        """
        if not self.files.is_unchanged():
            for job in group:
                job.error = job.error or self.files.error()
        for job in group:
            job.settle()

    def groups(self) -> Iterator[Sequence[Job[Any]]]:
        """Yield all waiting jobs, again and again, until the end."""
        while jobs := self.jobs.get():
            waiting = list(jobs)
            with suppress(Empty):
                while jobs := self.jobs.get_nowait():
                    waiting += jobs
            yield from parts(waiting, self.largest_group)
            if jobs is None:
                return

    def carry_out(self, group: Sequence[Job[Any]]) -> None:
        """Write a group with one commit; afterwards everything that succeeded is on disk."""
        began = time.perf_counter()
        try:
            if not self.inserted(group):
                self.transact(group)
            self.commits += 1
            self.committed(len(group), time.perf_counter() - began)
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):  # SQLite may have rolled back already
                self.connection.execute("ROLLBACK")
            for job in group:
                job.fail(error)

    def inserted(self, group: Sequence[Job[Any]]) -> bool:
        """Append with one statement, which is a transaction by itself; this works for most groups.

        Return False if nothing was done, because the group has other jobs too or one of them conflicts.
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
        """Append everything that can be appended together; return the other jobs, or all of them if one conflicts."""
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
    """Append to several tables; if one conflicts, some may have been appended."""
    for some in parts([row for each in all_entries for row in each.rows()], ROWS):
        insert(connection, some)
    for each in all_entries:
        if each.snapshot is not None:
            connection.execute(KEEPING, (each.table, each.total, each.snapshot))


def insert(connection: sqlite3.Connection, rows: Sequence[Row]) -> None:
    """Insert all or none; the schema raises IntegrityError if one isn't the next entry of its table."""
    connection.execute(inserting(len(rows)), [value for row in rows for value in row])


def parts(rows: Sequence[T], most: int) -> Iterator[Sequence[T]]:
    """Yield rows in groups of at most ROWS, which keeps the number of prepared statements small."""
    for first in range(0, len(rows), most):
        yield rows[first : first + most]


@cache
def inserting(rows: int) -> str:
    values = ", ".join(["(?, ?, ?, ?)"] * rows)
    return f"INSERT INTO entries (table_id, number, content, at) VALUES {values}"  # noqa: S608 -- marks only
