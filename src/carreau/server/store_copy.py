"""Copying a store to another kind of database: everything or nothing, and compared row by row before it counts."""

import hashlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from carreau.core.errors import CarreauError
from carreau.server.database import naming, prepared, refuse_existing, transaction, unfinished
from carreau.server.file_lock import FileLock
from carreau.server.settings import PostgresUrl

ROWS: Final = 1000  # at a time

Row = tuple[Any, ...]


class Relation(NamedTuple):
    """A table of the schema. Its rows are copied in the order of their key, the first column of which names them."""

    table: str
    key: tuple[str, ...]
    others: tuple[str, ...]
    text_keys: int = 1  # columns of the key that are text
    where: str = "1 = 1"

    @property
    def columns(self) -> tuple[str, ...]:
        return (*self.key, *self.others)

    def select(self, collation: str = "") -> str:
        order = ", ".join(f"{name}{collation if place < self.text_keys else ''}" for place, name in enumerate(self.key))
        return f"SELECT {', '.join(self.columns)} FROM {self.table} WHERE {self.where} ORDER BY {order}"  # noqa: S608


# In an order in which every row comes after those that it refers to
RELATIONS: Final = (
    Relation("guests", ("id",), ("name", "secret_hash", "created", "seen")),
    Relation("codes", ("code_hash",), ("guest", "expires")),
    Relation("tables", ("id",), ("entries", "status", "summary", "public", "changed")),
    Relation("entries", ("table_id", "number"), ("content", "at")),
    Relation("snapshots", ("table_id",), ("number", "content")),
    Relation("members", ("guest", "table_id"), ("counted",), text_keys=2),
    Relation("closed_tables", ("table_id",), ()),
    Relation("results", ("table_id", "seat"), ("game", "seats", "decisions", "points", "share")),
    Relation("opening_moves", ("table_id", "number"), ("position", "actor", "action", "share")),
    Relation("bans", ("who",), ("until", "reason", "operator", "at")),
    Relation(
        "reports",
        ("id",),
        ("at", "table_id", "reporter", "accused", "name", "address", "reason", "text", "chat", "resolved"),
        text_keys=0,
    ),
    Relation("audit", ("id",), ("at", "operator", "action", "target", "reason"), text_keys=0),
    Relation("meta", ("name",), ("value",), where="name NOT IN ('schema', 'probe')"),
)


class Side(Protocol):
    """A database that nothing else uses meanwhile."""

    def read(self, relation: Relation) -> AsyncIterator[Sequence[Row]]:
        """Yield all rows, in the order of their key."""

    async def write(self, relation: Relation, rows: Sequence[Row]) -> None:
        """Add rows."""


Opened = AbstractAsyncContextManager[Side]


async def copy_store(source: Path | PostgresUrl, target: Path | PostgresUrl, done: Callable[[str, int], None]) -> None:
    """Copy everything to an empty database; tell what is copied and verified, with the number of rows."""
    if source == target:
        raise CarreauError("both databases are the same: name another one to copy to")
    async with opened_source(source) as original, opened_target(target) as copy:
        for relation in RELATIONS:
            async for rows in original.read(relation):
                await copy.write(relation, rows)
        for relation in RELATIONS:
            done(relation.table, await compared(original, copy, relation))


async def compared(original: Side, copy: Side, relation: Relation) -> int:
    """Compare all rows; return their number."""
    (rows, wanted), (_, found) = await fingerprints(original, relation), await fingerprints(copy, relation)
    wrong = [name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name)]
    if wrong:
        raise CarreauError(
            f"the copy differs in {relation.table}, {relation.key[0]} {min(wrong, key=str)}: nothing was copied;"
            " try again, and report it if that doesn't help"
        )
    return rows


async def fingerprints(side: Side, relation: Relation) -> tuple[int, dict[object, bytes]]:
    """Return the number of rows, and for each name a hash over all of its rows, in their order."""
    number, found = 0, dict[object, bytes]()
    async for rows in side.read(relation):
        number += len(rows)
        for row in rows:
            found[row[0]] = hashlib.sha256(found.get(row[0], b"") + msgspec.msgpack.encode(tuple(row))).digest()
    return number, found


def opened_source(place: Path | PostgresUrl) -> Opened:
    if isinstance(place, Path):
        return file_to_read(place)
    return opened_postgres(place, empty=False)


def opened_target(place: Path | PostgresUrl) -> Opened:
    if isinstance(place, Path):
        return new_file(place)
    return opened_postgres(place, empty=True)


def opened_postgres(place: PostgresUrl, *, empty: bool) -> Opened:
    from carreau.server.postgresql.copying import opened

    return opened(place, empty)


class FileSide:
    """An SQLite file."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self.connection = connection

    async def read(self, relation: Relation) -> AsyncIterator[Sequence[Row]]:
        with naming(f"reading {self.path}"), closing(self.connection.execute(relation.select())) as cursor:
            while rows := cursor.fetchmany(ROWS):
                yield rows

    async def write(self, relation: Relation, rows: Sequence[Row]) -> None:
        marks = ", ".join("?" * len(relation.columns))
        statement = f"INSERT INTO {relation.table} ({', '.join(relation.columns)}) VALUES ({marks})"  # noqa: S608
        with naming(f"writing {self.path}"):
            self.connection.executemany(statement, rows)


@asynccontextmanager
async def file_to_read(path: Path) -> AsyncIterator[Side]:
    """Open a file whose server is stopped, and bring its schema up to date as a server would."""
    if not path.is_file():
        raise CarreauError(f"{path} doesn't exist: name the database to copy")
    with naming(f"opening {path}"):
        lock = FileLock(path.with_name(f"{path.name}.lock"))
    try:
        with naming(f"opening {path}"):
            connection = prepared(path)
        with closing(connection), transaction(connection, "BEGIN"):
            yield FileSide(path, connection)
    finally:
        lock.release()


@contextmanager
def without_counting(connection: sqlite3.Connection) -> Iterator[None]:
    """Drop the trigger that counts entries, and create it again afterwards: the copied tables have been counted."""
    [(name, trigger)] = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    connection.execute(f"DROP TRIGGER {name}")
    yield
    connection.execute(trigger)


@asynccontextmanager
async def new_file(target: Path) -> AsyncIterator[Side]:
    """Make a file that gets its name when it is complete."""
    with naming(f"writing {target}"), unfinished(target) as path:
        refuse_existing(target)
        with closing(prepared(path)) as connection:
            with transaction(connection, "BEGIN IMMEDIATE"), without_counting(connection):
                yield FileSide(target, connection)
            connection.execute("PRAGMA journal_mode = DELETE")  # leaves a single file without a log
        refuse_existing(target)
        path.rename(target)
