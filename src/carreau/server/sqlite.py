"""The store in one SQLite file: durable, and fast by group commit. One thread writes, and one reads without waiting."""

import asyncio
import secrets
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar

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
from carreau.server.store import OF_ONE, About, Guest, Listed, Stored, StoreError

T = TypeVar("T")

LOBBY: Final = """SELECT id, status, summary, changed FROM tables WHERE id IN (
        SELECT table_id FROM (
            SELECT table_id, row_number() OVER (PARTITION BY guest ORDER BY changed DESC, id) AS place
            FROM members JOIN tables ON id = table_id WHERE status IN ('open', 'playing') AND public = 1
        ) AS placed WHERE place <= ?
    ) ORDER BY changed DESC, id LIMIT ?"""
OWN_TABLES: Final = """SELECT id, status, summary, changed FROM members JOIN tables ON id = table_id
    WHERE guest = ? ORDER BY status = 'over', changed DESC, id LIMIT ?"""
UNFINISHED: Final = """SELECT count(*) FROM members JOIN tables ON id = table_id
    WHERE guest = ? AND counted = 1 AND status <> 'over' AND changed >= ?"""
IDLE: Final = "SELECT id FROM tables WHERE changed < CASE status WHEN 'playing' THEN ? ELSE ? END"
PROBE: Final = """INSERT INTO meta (name, value) VALUES ('probe', ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
FORGET_GUESTS: Final = """DELETE FROM guests WHERE (seen < ? OR (seen = created AND created < ?))
    AND id NOT IN (SELECT guest FROM members)"""
KNOWN: Final = "SELECT id, name, secret_hash, created, seen FROM guests WHERE id = ?"


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


class SqliteStore:
    """A Store in one file, created if it doesn't exist. No other SqliteStore can use the file at the same time."""

    def __init__(
        self,
        path: Path,
        clock: Callable[[], float] = time.time,
        largest_group: int = 1000,
        committed: Committed = lambda _, __: None,
    ) -> None:
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

    async def history(self, table: str) -> list[bytes]:
        return await self._read(lambda connection: entries_of(connection, table, 0))

    async def running(self) -> list[str]:
        return await self._ids("SELECT id FROM tables WHERE status = 'playing'")

    async def listed(self, guest: str | None = None, limit: int = 100) -> list[Listed]:
        rows = await (self._rows(LOBBY, OF_ONE, limit) if guest is None else self._rows(OWN_TABLES, guest, limit))
        return [Listed(*row) for row in rows]

    async def unfinished(self, guest: str, since: float) -> int:
        [(number,)] = await self._rows(UNFINISHED, guest, since)
        return int(number)

    async def idle(self, before: float, abandoned: float) -> list[str]:
        return await self._ids(IDLE, abandoned, before)

    async def delete(self, table: str, before: float) -> bool:
        def work(connection: sqlite3.Connection) -> bool:
            return connection.execute("DELETE FROM tables WHERE id = ? AND changed < ?", (table, before)).rowcount > 0

        return await self._write(work)

    async def save_guest(self, guest: Guest) -> None:
        await self._run(
            "INSERT INTO guests (id, name, secret_hash, created, seen) VALUES (?, ?, ?, ?, ?)",
            *(guest.id, guest.name, guest.secret_hash, guest.created, guest.seen),
        )

    async def rename_guest(self, guest: str, name: str, seen: float) -> None:
        await self._run("UPDATE guests SET name = ?, seen = ? WHERE id = ?", name, seen, guest)

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

    async def saw_guest(self, guest: str, now: float) -> None:
        await self._run("UPDATE guests SET seen = ? WHERE id = ?", now, guest)

    async def forget_guests(self, before: float, passing: float, now: float) -> None:
        await self._run("DELETE FROM codes WHERE expires <= ?", now)
        await self._run(FORGET_GUESTS, before, passing)

    async def guest(self, guest: str) -> Guest | None:
        rows = await self._rows(KNOWN, guest)
        return Guest(*rows[0]) if rows else None

    async def save_code(self, code_hash: str, guest: str, expires: float) -> None:
        await self._run("INSERT INTO codes (code_hash, guest, expires) VALUES (?, ?, ?)", code_hash, guest, expires)

    async def take_code(self, code_hash: str, now: float) -> str | None:
        def work(connection: sqlite3.Connection) -> str | None:
            connection.execute("DELETE FROM codes WHERE expires <= ?", (now,))
            found = connection.execute("SELECT guest FROM codes WHERE code_hash = ?", (code_hash,)).fetchone()
            connection.execute("DELETE FROM codes WHERE code_hash = ?", (code_hash,))
            return found and str(found[0])

        return await self._write(work)

    async def check(self) -> None:
        token = secrets.token_hex(8)
        await self._run(PROBE, token)
        found = await self._rows("SELECT value FROM meta WHERE name = 'probe'")
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

    async def _run(self, statement: str, *values: object) -> None:
        await self._write(lambda connection: connection.execute(statement, values).close())

    async def _read(self, question: Callable[[sqlite3.Connection], T]) -> T:
        self._refuse_if_closed()
        return await self._reader.read(question)

    async def _rows(self, ask: str, *values: object) -> list[Any]:
        return await self._read(lambda connection: connection.execute(ask, values).fetchall())

    async def _ids(self, ask: str, *values: object) -> list[str]:
        return [row[0] for row in await self._rows(ask, *values)]


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
    ask = "SELECT content FROM entries WHERE table_id = ? AND number >= ? ORDER BY number"
    return [content for (content,) in connection.execute(ask, (table, first))]
