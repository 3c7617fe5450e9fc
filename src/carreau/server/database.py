"""The database file: its schema, how it is opened and copied, and what can be wrong with it, in words that help."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from carreau.server.store import StoreError

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
    (
        "ALTER TABLE entries ADD COLUMN at DOUBLE PRECISION NOT NULL DEFAULT 0",
        # so that it takes one statement to append: each would have to wait for its turn to run Python
        """CREATE TRIGGER entries_counted BEFORE INSERT ON entries BEGIN
            UPDATE tables SET entries = NEW.number + 1, changed = NEW.at
                WHERE id = NEW.table_id AND entries = NEW.number;
            SELECT RAISE(ABORT, 'not the next entry of its table') WHERE changes() <> 1;
        END""",
    ),
)

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
        connection.execute("PRAGMA temp_store = MEMORY")  # a file for what a statement may have to undo is no quicker
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
