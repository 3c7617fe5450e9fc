"""The store in one SQLite file: durable, and fast by group commit. One thread writes, and one reads without waiting."""

import asyncio
import secrets
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from carreau.server.commits import Committed, Entries, Writer
from carreau.server.database import (
    FileIdentity,
    connected,
    copy_database,
    explained,
    naming,
    prepared,
    transaction,
)
from carreau.server.file_lock import FileLock
from carreau.server.portable import DELETE_TABLE, ENTRIES, FORGET_CODES, KNOWN, PROBE, PROBED, PortableStore
from carreau.server.store import About, Guest, Stored, StoreError

T = TypeVar("T")


class Reader:
    """A thread that reads, each time from one consistent state."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store-reader")

    async def read(self, question: Callable[[sqlite3.Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.thread, self.answer, question)

    def answer(self, question: Callable[[sqlite3.Connection], T]) -> T:
        try:
            with transaction(self.connection, "BEGIN"):
                return question(self.connection)
        except sqlite3.Error as error:
            raise explained(error) from error

    def stop(self) -> None:
        self.thread.shutdown()
        self.connection.close()


class SqliteStore(PortableStore):
    """A Store in one file, created if it doesn't exist. No other SqliteStore can use the file at the same time."""

    def __init__(
        self,
        path: Path,
        clock: Callable[[], float] = time.time,
        largest_group: int = 1000,
        committed: Committed = lambda _, __: None,
    ) -> None:
        super().__init__()
        self.path = path
        self.clock = clock
        self.closed = False
        with naming(f"opening {path}"):
            self._lock = FileLock(path.with_name(f"{path.name}.lock"))
            try:
                self._open(largest_group, committed)
            except BaseException:
                self._lock.release()
                raise

    def _open(self, largest_group: int, committed: Committed) -> None:
        self.path.touch(mode=0o600)  # it holds hidden hands and hashes of secrets
        writing = prepared(self.path)
        self._reader = Reader(connected(self.path))
        self._writer = Writer(writing, FileIdentity(self.path), largest_group, committed)

    @property
    def commits(self) -> int:
        """The number of transactions that reached the disk since the start."""
        return self._writer.commits

    async def open(self) -> None:
        """Do nothing: the file is open since the store was made."""

    async def append(
        self,
        table: str,
        first: int,
        entries: Sequence[bytes],
        about: About | None = None,
        snapshot: bytes | None = None,
    ) -> None:
        appended = Entries(table, first, entries, self.clock(), snapshot)
        await self._write(appended if first > 0 and about is None else listing(appended, about))

    async def load(self, table: str) -> Stored | None:
        def question(connection: sqlite3.Connection) -> Stored | None:
            found = connection.execute(
                "SELECT coalesce(snapshots.content, ?), coalesce(snapshots.number, 0) FROM tables"
                " LEFT JOIN snapshots ON snapshots.table_id = tables.id WHERE tables.id = ?",
                (b"", table),
            ).fetchone()
            if found is None:
                return None
            snapshot, number = found
            return Stored(snapshot, number, tuple(entries_of(connection, table, number)))

        return await self._read(question)

    async def delete(self, table: str, before: float) -> bool:
        def work(connection: sqlite3.Connection) -> bool:
            return connection.execute(DELETE_TABLE, (table, before)).rowcount > 0

        return await self._write(work)

    async def add_secret(self, guest: str, secret_hash: str, most: int, seen: float) -> Guest | None:
        def work(connection: sqlite3.Connection) -> Guest | None:
            found = connection.execute(KNOWN, (guest,)).fetchone()
            if found is None:
                return None
            before = Guest(*found)
            hashes = " ".join([*before.secret_hash.split(), secret_hash][-most:])
            connection.execute("UPDATE guests SET secret_hash = ?, seen = ? WHERE id = ?", (hashes, seen, guest))
            return msgspec.structs.replace(before, secret_hash=hashes, seen=seen)

        return await self._write(work)

    async def replace_secrets(self, guest: str, secret_hash: str) -> None:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE guests SET secret_hash = ? WHERE id = ?", (secret_hash, guest))
            connection.execute("DELETE FROM codes WHERE guest = ?", (guest,))

        await self._write(work)

    async def take_code(self, code_hash: str, now: float) -> str | None:
        def work(connection: sqlite3.Connection) -> str | None:
            connection.execute(FORGET_CODES, (now,))
            found = connection.execute("SELECT guest FROM codes WHERE code_hash = ?", (code_hash,)).fetchone()
            connection.execute("DELETE FROM codes WHERE code_hash = ?", (code_hash,))
            return found and str(found[0])

        return await self._write(work)

    async def check(self) -> None:
        token = secrets.token_hex(8)
        await self.run(PROBE, token)
        found = await self.rows(PROBED)
        if found != [(token,)]:
            raise StoreError("the database doesn't return what was written: check the disk and restart", "damaged")

    async def backup(self, path: Path) -> None:
        self._refuse_if_closed()
        await asyncio.to_thread(copy_database, self.path, path)

    async def close(self) -> None:
        if self.closed:
            return
        self.closed = True
        await asyncio.to_thread(self._reader.stop)
        await self._writer.stop()
        self._lock.release()

    def _refuse_if_closed(self) -> None:
        if self.closed:
            raise StoreError("the store is closed: the server is shutting down", "closed")

    def _write(self, work: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        self._refuse_if_closed()
        return self._writer.write(work)

    async def run(self, statement: str, *values: object) -> None:
        await self._write(lambda connection: connection.execute(statement, values).close())

    async def _read(self, question: Callable[[sqlite3.Connection], T]) -> T:
        self._refuse_if_closed()
        return await self._reader.read(question)

    async def rows(self, ask: str, *values: object) -> list[Any]:
        return await self._read(lambda connection: connection.execute(ask, values).fetchall())


def listing(appended: Entries, about: About | None) -> Callable[[sqlite3.Connection], None]:
    """Append entries that create a table, or change how it is listed."""

    def work(connection: sqlite3.Connection) -> None:
        if appended.first == 0:
            create(connection, appended)
        appended(connection)
        if about is not None:
            describe(connection, appended.table, about)

    return work


def create(connection: sqlite3.Connection, appended: Entries) -> None:
    """Create a table without entries, unless it exists."""
    connection.execute(
        "INSERT INTO tables (id, entries, status, summary, public, changed) VALUES (?, 0, 'open', ?, 0, ?)"
        " ON CONFLICT (id) DO NOTHING",
        (appended.table, b"", appended.now),
    )


def describe(connection: sqlite3.Connection, table: str, about: About) -> None:
    connection.execute(
        "UPDATE tables SET status = ?, summary = ?, public = ? WHERE id = ?",
        (about.status, about.summary, int(about.public), table),
    )
    connection.execute("DELETE FROM members WHERE table_id = ?", (table,))
    members = [(guest, table, int(about.counted)) for guest in sorted(set(about.members))]
    connection.executemany("INSERT INTO members (guest, table_id, counted) VALUES (?, ?, ?)", members)


def entries_of(connection: sqlite3.Connection, table: str, first: int) -> list[bytes]:
    return [content for (content,) in connection.execute(ENTRIES, (table, first))]
