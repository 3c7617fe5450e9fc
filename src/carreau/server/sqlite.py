"""The store in one SQLite file: durable, and quick by group commit.

One thread writes. It takes whatever is waiting, carries it out in one transaction and commits once; only then does
anybody hear of it. While a commit is on its way to the disk the next group gathers, so that the slower the disk is,
the larger the groups are. The moves of many tables are written by one statement: a thread that comes back from SQLite
has to wait for its turn to run Python, so each statement can cost more than what it does. Another thread reads, and
never waits for the writer.
"""

import asyncio
import os
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final, Generic, TypeVar

import msgspec

from carreau.server.store import About, Conflict, Guest, Listed, Stored, StoreError

T = TypeVar("T")

# The statements that lead from each version of the schema to the next. Never edit one that was released: add one.
MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        """CREATE TABLE tables (
            id TEXT PRIMARY KEY,
            entries BIGINT NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('open', 'playing', 'over')),
            summary BLOB NOT NULL,
            public SMALLINT NOT NULL,
            changed DOUBLE PRECISION NOT NULL
        )""",
        "CREATE INDEX tables_by_status ON tables (status)",
        """CREATE TABLE entries (
            table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            number BIGINT NOT NULL,
            content BLOB NOT NULL,
            PRIMARY KEY (table_id, number)
        )""",
        # apart from the tables: a row is written whole, and that of a table with every entry
        """CREATE TABLE snapshots (
            table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
            number BIGINT NOT NULL,
            content BLOB NOT NULL
        )""",
        """CREATE TABLE members (
            guest TEXT NOT NULL,
            table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            PRIMARY KEY (guest, table_id)
        )""",
        "CREATE INDEX members_by_table ON members (table_id)",
        """CREATE TABLE guests (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            secret_hash TEXT NOT NULL,
            created DOUBLE PRECISION NOT NULL,
            seen DOUBLE PRECISION NOT NULL
        )""",
        """CREATE TABLE codes (
            code_hash TEXT PRIMARY KEY,
            guest TEXT NOT NULL REFERENCES guests (id) ON DELETE CASCADE,
            expires DOUBLE PRECISION NOT NULL
        )""",
        "CREATE INDEX codes_by_guest ON codes (guest)",
    ),
)

LOBBY: Final = """SELECT id, status, summary, changed FROM tables
    WHERE status IN ('open', 'playing') AND public = 1 ORDER BY changed DESC, id LIMIT ?"""
OWN_TABLES: Final = """SELECT id, status, summary, changed FROM members JOIN tables ON id = table_id
    WHERE guest = ? ORDER BY changed DESC, id LIMIT ?"""

ROWS: Final = 64  # in one statement at most

DAMAGED: Final = "the database is damaged: restore a backup"
TROUBLES: Final = {
    sqlite3.SQLITE_FULL: "the disk is full: free some space and try again",
    sqlite3.SQLITE_IOERR: "the disk can't be read or written: see to it and try again",
    sqlite3.SQLITE_READONLY: "the database may not be written: give this user the right to",
    sqlite3.SQLITE_CANTOPEN: "the database can't be opened: the file must be there, and its folder writable",
    sqlite3.SQLITE_BUSY: "another program keeps the database locked: stop it and try again",
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: "the file is no database, or a damaged one: name another, or restore a backup",
}


def trouble(error: Exception) -> Exception:
    """What SQLite says, in words that help; any other error as it is."""
    if not isinstance(error, sqlite3.Error):
        return error
    code = getattr(error, "sqlite_errorcode", 0)  # mistakes that SQLite itself never sees have none
    said = f"{getattr(error, 'sqlite_errorname', type(error).__name__)}: {error}"
    return StoreError(f"{TROUBLES.get(code & 0xFF, 'the database refused it')} ({said})")


Committed = Callable[[int, float], None]  # told of each commit: how many writes, and how many seconds it took


class Entries(msgspec.Struct, frozen=True):
    """Entries that go to the end of a table which has `first` of them, and nothing else."""

    table: str
    first: int
    contents: Sequence[bytes]
    now: float

    @property
    def total(self) -> int:
        return self.first + len(self.contents)

    def __call__(self, connection: sqlite3.Connection) -> None:
        if not append_together(connection, [self]):
            refuse_to_count(connection, self)


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
        self.jobs: SimpleQueue[Job[Any] | None] = SimpleQueue()  # None: no more will come
        self.thread = threading.Thread(target=self.run, name="store-writer", daemon=True)
        self.thread.start()

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        waiting: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.jobs.put(Job(work, waiting))
        return await waiting

    def run(self) -> None:
        with closing(self.connection):
            for group in self.groups():
                self.carry_out(group)
                group[0].waiting.get_loop().call_soon_threadsafe(settle_all, group)

    def groups(self) -> Iterator[list[Job[Any]]]:
        """All that waits, again and again, until there is nothing more to come."""
        while job := self.jobs.get():
            group = [job]
            with suppress(Empty):
                while len(group) < self.largest_group and (job := self.jobs.get_nowait()):
                    group.append(job)
            yield group
            if job is None:
                return

    def carry_out(self, group: Sequence[Job[Any]]) -> None:
        """One transaction: when this returns, what succeeded is on disk for good."""
        began = time.perf_counter()
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            for job in self.left_after_appending(group):
                job.attempt(self.connection)
            self.connection.execute("COMMIT")
            self.commits += 1
            self.committed(len(group), time.perf_counter() - began)
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):  # there may be nothing left to roll back
                self.connection.execute("ROLLBACK")
            for job in group:
                job.fail(error)

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
            return append_together(self.connection, all_entries)
        except sqlite3.Error:
            if not self.connection.in_transaction:
                raise
            return False

    def stop(self) -> None:
        """Wait until all jobs are done."""
        self.jobs.put(None)
        self.thread.join()


class Reader:
    """The thread that reads, each time from one consistent state."""

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
            raise trouble(error) from error

    def stop(self) -> None:
        self.thread.shutdown()
        self.connection.close()


class SqliteStore:
    """A Store in one file. StoreError if there is none and none can be made, or if it isn't ours to use."""

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
            path.touch(mode=0o600)  # hidden hands and hashes of secrets are nobody else's business
            writing = prepared(path)
            self._reader = Reader(connected(path))
            self._writer = Writer(writing, largest_group, committed)

    @property
    def commits(self) -> int:
        """Transactions that reached the disk since the start."""
        return self._writer.commits

    async def append(
        self,
        table: str,
        first: int,
        entries: Sequence[bytes],
        about: About | None = None,
        snapshot: bytes | None = None,
    ) -> None:
        appended = Entries(table, first, entries, self.clock())

        def work(connection: sqlite3.Connection) -> None:
            if first == 0:
                put_up(connection, appended)
            appended(connection)
            if about is not None:
                describe(connection, table, about)
            if snapshot is not None:
                keep_snapshot(connection, table, appended.total, snapshot)

        plain = first > 0 and about is None and snapshot is None
        await self._write(appended if plain else work)

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
        return await self._ids("SELECT id FROM tables WHERE status IN ('open', 'playing')")

    async def listed(self, guest: str | None = None, limit: int = 100) -> list[Listed]:
        rows = await (self._rows(LOBBY, limit) if guest is None else self._rows(OWN_TABLES, guest, limit))
        return [Listed(*row) for row in rows]

    async def idle(self, before: float) -> list[str]:
        return await self._ids("SELECT id FROM tables WHERE status IN ('open', 'over') AND changed < ?", before)

    async def delete(self, table: str) -> None:
        await self._run("DELETE FROM tables WHERE id = ?", table)

    async def save_guest(self, guest: Guest) -> None:
        await self._run(
            "INSERT INTO guests (id, name, secret_hash, created, seen) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET name = excluded.name, secret_hash = excluded.secret_hash,"
            " created = excluded.created, seen = excluded.seen",
            *(guest.id, guest.name, guest.secret_hash, guest.created, guest.seen),
        )

    async def guest(self, guest: str) -> Guest | None:
        rows = await self._rows("SELECT id, name, secret_hash, created, seen FROM guests WHERE id = ?", guest)
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

    async def backup(self, path: Path) -> None:
        self._refuse_if_closed()
        await asyncio.to_thread(copy_database, self.path, path)

    async def close(self) -> None:
        self.closed = True
        await asyncio.to_thread(self._stop)

    def _stop(self) -> None:
        self._reader.stop()
        self._writer.stop()

    def _refuse_if_closed(self) -> None:
        if self.closed:
            raise StoreError("the store is closed: the server is shutting down")

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        self._refuse_if_closed()
        return await self._writer.write(work)

    async def _run(self, statement: str, *values: object) -> None:
        await self._write(lambda connection: connection.execute(statement, values).close())

    async def _read(self, question: Callable[[sqlite3.Connection], T]) -> T:
        self._refuse_if_closed()
        return await self._reader.read(question)

    async def _rows(self, ask: str, *values: object) -> list[Any]:
        return await self._read(lambda connection: connection.execute(ask, values).fetchall())

    async def _ids(self, ask: str, *values: object) -> list[str]:
        return [row[0] for row in await self._rows(ask, *values)]


def append_together(connection: sqlite3.Connection, all_entries: Sequence[Entries]) -> bool:
    """Append to several tables at once; False, and half of it may be done, if one has another number of entries."""
    for some in parts(all_entries):
        values = [value for each in some for value in (each.table, each.first, each.total, each.now)]
        if connection.execute(counting(len(some)), values).rowcount != len(some):
            return False
    rows = [(each.table, *row) for each in all_entries for row in enumerate(each.contents, each.first)]
    for some_rows in parts(rows):
        connection.execute(inserting(len(some_rows)), [value for row in some_rows for value in row])
    return True


def parts(rows: Sequence[T]) -> Iterator[Sequence[T]]:
    """Rows as many as one statement takes: so that there are not too many different statements to be kept ready."""
    for first in range(0, len(rows), ROWS):
        yield rows[first : first + ROWS]


@cache
def counting(tables: int) -> str:
    """Let tables that have column2 entries have column3."""
    values = ", ".join(["(?, ?, ?, ?)"] * tables)
    return (
        f"UPDATE tables SET entries = column3, changed = column4 FROM (VALUES {values}) AS given"  # noqa: S608 -- marks only
        " WHERE id = column1 AND entries = column2"
    )


@cache
def inserting(rows: int) -> str:
    values = ", ".join(["(?, ?, ?)"] * rows)
    return f"INSERT INTO entries (table_id, number, content) VALUES {values}"  # noqa: S608 -- marks only


def put_up(connection: sqlite3.Connection, appended: Entries) -> None:
    """A table without entries, unless there is such a table already."""
    connection.execute(
        "INSERT INTO tables (id, entries, status, summary, public, changed) VALUES (?, 0, 'open', ?, 0, ?)"
        " ON CONFLICT (id) DO NOTHING",
        (appended.table, b"", appended.now),
    )


def refuse_to_count(connection: sqlite3.Connection, appended: Entries) -> None:
    found = connection.execute("SELECT entries FROM tables WHERE id = ?", (appended.table,)).fetchone()
    there = f"has {found[0]} entries" if found else "does not exist"
    raise Conflict(f"table {appended.table} {there}, entry {appended.first} can't be the next: load it again")


def describe(connection: sqlite3.Connection, table: str, about: About) -> None:
    connection.execute(
        "UPDATE tables SET status = ?, summary = ?, public = ? WHERE id = ?",
        (about.status, about.summary, int(about.public), table),
    )
    connection.execute("DELETE FROM members WHERE table_id = ?", (table,))
    members = [(guest, table) for guest in sorted(set(about.members))]
    connection.executemany("INSERT INTO members (guest, table_id) VALUES (?, ?)", members)


def keep_snapshot(connection: sqlite3.Connection, table: str, number: int, content: bytes) -> None:
    connection.execute(
        "INSERT INTO snapshots (table_id, number, content) VALUES (?, ?, ?)"
        " ON CONFLICT (table_id) DO UPDATE SET number = excluded.number, content = excluded.content",
        (table, number, content),
    )


def entries_of(connection: sqlite3.Connection, table: str, first: int) -> list[bytes]:
    ask = "SELECT content FROM entries WHERE table_id = ? AND number >= ? ORDER BY number"
    return [content for (content,) in connection.execute(ask, (table, first))]


def connected(path: Path) -> sqlite3.Connection:
    """A connection to a file that is there; transactions are begun and ended by hand."""
    address = f"{path.absolute().as_uri()}?mode=rw"
    return sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False, cached_statements=4 * ROWS)


def prepared(path: Path) -> sqlite3.Connection:
    """A connection to write with: durable, and to the newest schema."""
    connection = connected(path)
    try:
        refuse_foreign(connection)
        keep_a_log(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def keep_a_log(connection: sqlite3.Connection) -> None:
    """Write ahead to a log: a commit is one write and one sync, and readers don't stop it."""
    if connection.execute("PRAGMA journal_mode = WAL").fetchone() != ("wal",):
        raise StoreError("the database can't keep a log here: choose a folder on a local disk")


def refuse_foreign(connection: sqlite3.Connection) -> None:
    """Refuse what another program has made, or a later version of this one, before anything is changed."""
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if names and not {"meta", "tables", "entries"} <= names:
        raise StoreError("this is a database of another program: name another file")
    version = schema_version(connection) if names else 0
    if version > len(MIGRATIONS):
        raise StoreError(
            f"the database has schema {version} and this version of carreau knows only up to {len(MIGRATIONS)}:"
            " install the version that wrote it, or a newer one"
        )


def schema_version(connection: sqlite3.Connection) -> int:
    found = connection.execute("SELECT value FROM meta WHERE name = 'schema'").fetchone()
    if found is None or not str(found[0]).isdecimal():
        raise StoreError(f"{DAMAGED} (it does not say which schema it has)")
    return int(found[0])


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the schema up to date, completely or not at all."""
    with transaction(connection, "BEGIN IMMEDIATE"):
        connection.execute("CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
        connection.execute("INSERT INTO meta (name, value) VALUES ('schema', '0') ON CONFLICT (name) DO NOTHING")
        for statements in MIGRATIONS[schema_version(connection) :]:
            for statement in statements:
                connection.execute(statement)
        connection.execute("UPDATE meta SET value = ? WHERE name = 'schema'", (str(len(MIGRATIONS)),))


@contextmanager
def transaction(connection: sqlite3.Connection, begin: str) -> Iterator[None]:
    connection.execute(begin)
    try:
        yield
    except BaseException:
        with suppress(sqlite3.Error):  # there may be nothing left to roll back
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


@contextmanager
def naming(task: str) -> Iterator[None]:
    """Errors say during which task they came."""
    try:
        yield
    except (sqlite3.Error, StoreError) as error:
        raise StoreError(f"{task}: {trouble(error)}") from error
    except OSError as error:
        raise StoreError(f"{task}: {error.strerror or error}") from error


def copy_database(source: Path, target: Path) -> None:
    """Write a consistent copy to a new file, also of a database that another process is writing.

    The copy is checked, and appears under its name when it is complete. StoreError if there is such a file already.
    """
    with naming(f"copying {source} to {target}"), unfinished(target) as part:
        refuse_existing(target)
        with closing(connected(source)) as original, closing(connected(part)) as copy:
            refuse_foreign(original)
            original.backup(copy)  # in one step: writers go on, and what they write meanwhile is not in it
            refuse_broken(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # a copy is one file, without a log beside it
        refuse_existing(target)
        part.rename(target)


@contextmanager
def unfinished(target: Path) -> Iterator[Path]:
    """A file beside the target that only its owner can read, gone in the end unless renamed."""
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    os.close(handle)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def refuse_existing(target: Path) -> None:
    if target.exists():
        raise StoreError("there is such a file already: name another, a copy never overwrites one")


def refuse_broken(copy: sqlite3.Connection) -> None:
    found = copy.execute("PRAGMA quick_check(1)").fetchone()
    if found != ("ok",):
        raise StoreError(f"{DAMAGED} ({found[0]})")
