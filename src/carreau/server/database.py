"""The SQLite file: its schema, opening, checking and copying it, and messages that help when something is wrong."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from carreau.server.store import Fault, StoreError

# The statements that lead from each version of the schema to the next. Never edit a released one: append another.
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
        # not a column of tables: every entry would rewrite the whole row of its table
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
        # appends with one statement: the thread has to wait for the GIL after each one
        """CREATE TRIGGER entries_counted BEFORE INSERT ON entries BEGIN
            UPDATE tables SET entries = NEW.number + 1, changed = NEW.at
                WHERE id = NEW.table_id AND entries = NEW.number;
            SELECT RAISE(ABORT, 'not the next entry of its table') WHERE changes() <> 1;
        END""",
    ),
    # whether a table counts against the limits of its members: not while it has no host
    ("ALTER TABLE members ADD COLUMN counted SMALLINT NOT NULL DEFAULT 1",),
    (
        """CREATE TABLE bans (
            who TEXT PRIMARY KEY,
            until DOUBLE PRECISION NOT NULL,
            reason TEXT NOT NULL,
            operator TEXT NOT NULL,
            at DOUBLE PRECISION NOT NULL
        )""",
        # reports outlive their table and their guests
        """CREATE TABLE reports (
            id INTEGER PRIMARY KEY,
            at DOUBLE PRECISION NOT NULL,
            table_id TEXT NOT NULL,
            reporter TEXT NOT NULL,
            accused TEXT NOT NULL,
            name TEXT NOT NULL,
            address TEXT NOT NULL,
            reason TEXT NOT NULL,
            text TEXT NOT NULL,
            chat BLOB NOT NULL,
            resolved DOUBLE PRECISION NOT NULL
        )""",
        """CREATE TABLE audit (
            id INTEGER PRIMARY KEY,
            at DOUBLE PRECISION NOT NULL,
            operator TEXT NOT NULL,
            action TEXT NOT NULL,
            target TEXT NOT NULL,
            reason TEXT NOT NULL
        )""",
        "CREATE TABLE closed_tables (table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE)",
    ),
    (
        # one row for each seat of a finished game, and one for each move of its opening; both outlive their table
        """CREATE TABLE results (
            table_id TEXT NOT NULL,
            seat BIGINT NOT NULL,
            game TEXT NOT NULL,
            seats BIGINT NOT NULL,
            decisions BIGINT NOT NULL,
            points BIGINT NOT NULL,
            share DOUBLE PRECISION,
            PRIMARY KEY (table_id, seat)
        )""",
        "CREATE INDEX results_by_game ON results (game)",
        """CREATE TABLE opening_moves (
            table_id TEXT NOT NULL,
            number BIGINT NOT NULL,
            position TEXT NOT NULL,
            actor BIGINT NOT NULL,
            action BIGINT NOT NULL,
            share DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (table_id, number)
        )""",
        "CREATE INDEX opening_moves_by_position ON opening_moves (position)",
    ),
)

ROWS: Final = 64  # per statement

DAMAGED: Final = "the database is damaged: restore a backup"
REASONS: Final[dict[int, tuple[Fault, str]]] = {
    sqlite3.SQLITE_FULL: ("full", "the disk is full: free some space and try again"),
    sqlite3.SQLITE_IOERR: ("io", "the disk can't be read or written: check it and try again"),
    sqlite3.SQLITE_READONLY: ("readonly", "the database is read-only: let this user write it"),
    sqlite3.SQLITE_CANTOPEN: ("unopenable", "the database can't be opened: the file must exist in a writable folder"),
    sqlite3.SQLITE_BUSY: ("locked", "another program has locked the database: stop it and try again"),
    sqlite3.SQLITE_CORRUPT: ("damaged", DAMAGED),
    sqlite3.SQLITE_NOTADB: (
        "damaged",
        "this isn't a database, or it is damaged: choose another file, or restore a backup",
    ),
}


def explained(error: sqlite3.Error) -> StoreError:
    """Turn an error of SQLite into one that says what to do."""
    number = getattr(error, "sqlite_errorcode", 0)  # errors of Python's own sqlite3 module have none
    code = getattr(error, "sqlite_errorname", type(error).__name__)
    fault, advice = REASONS.get(number & 0xFF, ("other", "the database refused it"))
    return StoreError(f"{advice} ({code}: {error})", fault, code)


class FileIdentity:
    """The files of a database, to notice when they are deleted or replaced.

    SQLite keeps writing to a deleted file, and everything it writes is lost in the end.
    """

    def __init__(self, path: Path) -> None:
        self.files = {str(name): identity(str(name)) for name in (path, path.with_name(f"{path.name}-wal"))}

    def is_unchanged(self) -> bool:
        """Tell whether the files are the same as before."""
        return all(identity(name) == found for name, found in self.files.items())

    def error(self) -> StoreError:
        return StoreError(
            "the database file was deleted or replaced while the server was running, so nothing can be stored:"
            " stop the server, restore the file or a backup, and start again",
            "gone",
        )


def identity(name: str) -> tuple[int, int] | None:
    try:
        found = os.stat(name)  # noqa: PTH116 -- several times as fast as Path
    except OSError:
        return None
    return found.st_dev, found.st_ino


def connected(path: Path) -> sqlite3.Connection:
    """Connect to an existing file; transactions begin and end explicitly."""
    address = f"{path.absolute().as_uri()}?mode=rw"
    return sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False, cached_statements=4 * ROWS)


def prepared(path: Path) -> sqlite3.Connection:
    """Make a connection for writing: durable, and with the newest schema."""
    connection = connected(path)
    try:
        refuse_foreign(connection)
        use_wal(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA temp_store = MEMORY")  # for statement journals
        migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def use_wal(connection: sqlite3.Connection) -> None:
    """Use a write-ahead log: a commit is one write and one sync, and readers don't block it."""
    if connection.execute("PRAGMA journal_mode = WAL").fetchone() != ("wal",):
        raise StoreError("SQLite can't keep its log in this folder: choose one on a local disk", "unopenable")


def refuse_foreign(connection: sqlite3.Connection) -> None:
    """Refuse a database of another program, or of a newer version of this one, before changing anything."""
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if names and not {"meta", "tables", "entries"} <= names:
        raise StoreError("this is a database of another program: choose another file")
    version = schema_version(connection) if names else 0
    if version > len(MIGRATIONS):
        raise StoreError(
            f"the database has schema {version}, but this version of carreau knows only schemas up to"
            f" {len(MIGRATIONS)}: install the version that wrote it, or a newer one"
        )


def schema_version(connection: sqlite3.Connection) -> int:
    found = connection.execute("SELECT value FROM meta WHERE name = 'schema'").fetchone()
    if found is None or not str(found[0]).isdecimal():
        raise StoreError(f"{DAMAGED} (it doesn't say which schema it has)", "damaged")
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
        with suppress(sqlite3.Error):  # SQLite may have rolled back already
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


@contextmanager
def naming(task: str) -> Iterator[None]:
    """Add to errors during which task they occurred."""
    try:
        yield
    except (sqlite3.Error, StoreError) as error:
        found = explained(error) if isinstance(error, sqlite3.Error) else error
        raise StoreError(f"{task}: {found}", found.fault, found.code) from error
    except OSError as error:
        raise StoreError(f"{task}: {error.strerror or error}", "io") from error


def copy_database(source: Path, target: Path) -> None:
    """Write a consistent copy to a new file, even while another process writes the database.

    The copy is checked, and gets its name when it is complete. An existing file is refused.
    """
    with naming(f"copying {source} to {target}"), unfinished(target) as part:
        refuse_existing(target)
        with closing(connected(source)) as original, closing(connected(part)) as copy:
            refuse_foreign(original)
            original.backup(copy)  # in one step, which doesn't block writers
            refuse_broken(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # leaves a single file without a log
        refuse_existing(target)
        part.rename(target)


@contextmanager
def unfinished(target: Path) -> Iterator[Path]:
    """Make a file beside the target that only its owner can read; remove it at the end unless it was renamed."""
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    os.close(handle)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def refuse_existing(target: Path) -> None:
    if target.exists():
        raise StoreError("this file exists already, and a copy never overwrites one: choose another name")


def refuse_broken(copy: sqlite3.Connection) -> None:
    found = copy.execute("PRAGMA quick_check(1)").fetchone()
    if found != ("ok",):
        raise StoreError(f"{DAMAGED} ({found[0]})", "damaged")
