"""The store when it is killed, copied or damaged, or when the disk is full or fails."""

import asyncio
import os
import random
import resource
import sqlite3
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from carreau.server.database import MIGRATIONS, copy_database
from carreau.server.postgresql import schema
from carreau.server.settings import PostgresUrl
from carreau.server.sqlite import SqliteStore
from carreau.server.store import Conflict, StoreError
from tests.effort import EFFORT
from tests.server.storing import AnyStore, Database, all_tables, entries, entry, has_tables, process_that, run, stored
from tools.postgres import fetched

pytestmark = pytest.mark.anyio

# Killed


def append_for_ever(database: Database) -> None:
    """Print acknowledged entries until the process is killed."""
    run(database, append_to_three)


async def append_to_three(store: AnyStore) -> None:
    await asyncio.gather(*(append_and_tell(store, f"table{n}") for n in range(3)))


async def append_and_tell(store: AnyStore, table: str) -> None:
    number = len(await store.history(table))
    while True:
        pair = [entry(table, number), entry(table, number + 1)]
        await store.append(table, number, pair, snapshot=pair[1] if number % 10 == 0 else None)
        sys.stdout.write(f"{table} {number + 1}\n")
        sys.stdout.flush()
        number += 2


def kill_at_random(database: Database, rng: random.Random) -> list[str]:
    """Return the complete lines printed before the process was killed."""
    with process_that(append_for_ever, database) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(rng.randrange(10, 200))]
        process.kill()  # right after an acknowledgement, to expose one that came too early
        return (b"".join(lines) + process.stdout.read()).decode().split("\n")[:-1]


async def check_whole(store: AnyStore, acknowledged: dict[str, int]) -> None:
    for table, last in acknowledged.items():
        history = await store.history(table)
        assert len(history) > last, f"{table} has lost entries"
        assert history == entries(table, 0, len(history)), f"{table} has gaps"
        assert len(history) % 2 == 0, f"{table} has half an append"
        stored = await store.load(table)
        assert stored is not None
        assert list(stored.entries) == history[stored.number :]
        assert stored.snapshot == entry(table, stored.number - 1)


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(database: Database) -> None:
    acknowledged: dict[str, int] = {}
    for seed in range(5 * EFFORT):
        for line in kill_at_random(database, random.Random(seed)):
            table, number = line.split()
            acknowledged[table] = int(number)
        run(database, lambda store: check_whole(store, acknowledged))
    assert len(acknowledged) == 3


# Copies


@asynccontextmanager
async def in_file(path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(path)
    try:
        yield store
    finally:
        await store.close()


async def append_until(last: Path, store: SqliteStore, table: str) -> None:
    """Append until a file appears."""
    number = 0
    while not last.exists():
        pair = entries(table, number, number + 2)
        await store.append(table, number, pair, snapshot=pair[1])
        number += 2


async def test_a_copy_made_while_the_store_is_written_is_consistent(path: Path) -> None:
    copies = [path.with_name(f"copy{n}.db") for n in range(5)]
    async with in_file(path) as store:
        playing = [asyncio.create_task(append_until(copies[-1], store, f"table{n}")) for n in range(20)]
        for copy in copies:
            await asyncio.sleep(0.02)
            await store.backup(copy)
        await asyncio.gather(*playing)
    found = [await copied(copy) for copy in copies]
    assert 0 < found[0] < found[-1] < await copied(path)
    assert found == sorted(found)


async def copied(path: Path) -> int:
    """Return the entries in a copy, in which every table must be complete."""
    store = SqliteStore(path)
    tables = await all_tables(store)
    numbers = [len(await store.history(table)) for table in tables]
    await check_whole(store, {table: number - 1 for table, number in zip(tables, numbers, strict=True)})
    await store.close()
    return sum(numbers)


def copy_elsewhere(path: Path, copy: Path) -> None:
    with process_that(copy_database, path, copy) as process:
        assert process.wait() == 0


async def test_another_process_can_copy_a_running_store(path: Path) -> None:
    copy = path.with_name("copy.db")
    async with stored(path) as store:
        await store.append("a", 0, entries("a", 0, 3))
        await asyncio.to_thread(copy_elsewhere, path, copy)
        await store.append("a", 3, entries("a", 3, 4))
    async with stored(copy) as store:
        await has_history(store, entries("a", 0, 3))
    assert {found.name for found in path.parent.iterdir()} == {path.name, copy.name}


def test_a_copy_never_overwrites(path: Path) -> None:
    copy = path.with_name("copy.db")
    copy.write_text("precious")
    run(path, lambda store: store.append("a", 0, [b"x"]))
    with pytest.raises(StoreError, match="this file exists already"):
        copy_database(path, copy)
    assert copy.read_text() == "precious"
    assert {found.name for found in path.parent.iterdir()} == {path.name, copy.name}


def test_a_copy_of_what_is_not_there_or_into_nowhere_is_refused(path: Path) -> None:
    with pytest.raises(StoreError, match="the file must exist"):
        copy_database(path, path.with_name("copy.db"))
    assert list(path.parent.iterdir()) == []
    run(path, lambda store: store.append("a", 0, [b"x"]))
    with pytest.raises(StoreError, match="No such file or directory"):
        copy_database(path, path.parent / "nowhere" / "copy.db")


# One store at a time


async def test_a_file_has_one_store_at_a_time(path: Path) -> None:
    async with stored(path) as store:
        assert f"another server uses this database (process {os.getpid()} on host " in await asyncio.to_thread(
            refused, path
        )
        await store.append("a", 0, [b"x"])
    async with stored(path) as store:
        await has_tables(store, 1)


async def test_the_lock_of_a_file_may_be_stale_or_deleted(path: Path) -> None:
    lock = path.with_name(f"{path.name}.lock")
    lock.write_text("process 1 on host gone since yesterday")  # of a killed server
    async with stored(path):
        assert f"process {os.getpid()}" in lock.read_text()
    assert not lock.exists()
    async with stored(path):
        lock.unlink()  # by a user who wanted to help
    async with stored(path) as store:
        await has_tables(store, 0)


def test_a_store_that_cannot_be_opened_locks_nothing(path: Path) -> None:
    path.write_text("What is this?" * 1000)
    for _ in range(2):
        assert "this isn't a database" in refused(path)
    assert [found.name for found in path.parent.iterdir()] == [path.name]


# Foreign, damaged or newer databases


async def nothing(_: AnyStore) -> None:
    pass


def refused(database: Database) -> str:
    with pytest.raises(StoreError) as told:
        run(database, nothing)
    assert str(told.value).startswith(f"opening {database}: ")
    return str(told.value)


def change(database: Database, statement: str) -> list[tuple[Any, ...]]:
    """Carry out a statement without a store."""
    if isinstance(database, PostgresUrl):
        return [tuple(row) for row in asyncio.run(fetched(database, statement))]
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        return connection.execute(statement).fetchall()


def whole(database: Database) -> object:
    """Return all of a file, or what a database contains that could be touched."""
    if isinstance(database, Path):
        return database.read_bytes()
    return change(
        database,
        """SELECT table_name, column_name, (SELECT string_agg(value, ' ' ORDER BY name) FROM meta)
        FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY 1, 2""",
    )


def migrations(database: Database) -> tuple[str, tuple[tuple[str, ...], ...]]:
    """Return the name of a database's migrations, and the migrations."""
    if isinstance(database, Path):
        return "carreau.server.database.MIGRATIONS", MIGRATIONS
    return "carreau.server.postgresql.schema.MIGRATIONS", schema.MIGRATIONS


def test_a_newer_schema_is_refused(database: Database) -> None:
    known = len(migrations(database)[1])
    run(database, lambda store: store.append("a", 0, [b"x"]))
    change(database, f"UPDATE meta SET value = '{known + 1}'")  # noqa: S608 (a number)
    before = whole(database)
    assert f"has schema {known + 1}, but this version of carreau knows only schemas up to {known}" in refused(database)
    assert whole(database) == before


def test_an_older_schema_is_brought_up_to_date(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    run(database, lambda store: store.append("a", 0, [b"x"]))
    name, now = migrations(database)
    later = ("ALTER TABLE tables ADD COLUMN note TEXT", "UPDATE tables SET note = 'moved'")
    monkeypatch.setattr(name, (*now, later))
    for _ in range(2):
        run(database, lambda store: has_tables(store, 1))
    assert change(database, "SELECT id, note FROM tables") == [("a", "moved")]


async def test_a_database_of_the_first_schema_goes_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It counted entries with a separate statement instead of a trigger."""
    with monkeypatch.context() as patched:
        patched.setattr("carreau.server.database.MIGRATIONS", MIGRATIONS[:1])
        await SqliteStore(path).close()
    change(path, "INSERT INTO tables VALUES ('a', 2, 'playing', x'', 1, 5.0)")
    change(path, "INSERT INTO entries (table_id, number, content) VALUES ('a', 0, x'00'), ('a', 1, x'01')")
    async with stored(path) as store:
        for wrong in (0, 1, 3):
            with pytest.raises(Conflict, match="has 2 entries"):
                await store.append("a", wrong, [b"wrong"])
        await store.append("a", 2, [b"\x02", b"\x03"])
        assert await store.history("a") == [b"\x00", b"\x01", b"\x02", b"\x03"]
        assert await store.idle(5.1, 5.1) == []  # it has changed since


def test_a_migration_that_fails_changes_nothing(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    run(database, lambda store: store.append("a", 0, [b"x"]))
    before, (name, now) = whole(database), migrations(database)
    wrong = ("ALTER TABLE tables ADD COLUMN note TEXT", "UPDATE elsewhere SET note = 1")
    with monkeypatch.context() as patched:
        patched.setattr(name, (*now, wrong))
        assert "elsewhere" in refused(database)
    assert whole(database) == before
    run(database, lambda store: has_tables(store, 1))


def test_a_database_of_another_program_is_refused_and_left_alone(database: Database) -> None:
    change(database, "CREATE TABLE meta (name TEXT, value TEXT)")
    change(database, "CREATE TABLE letters (id INTEGER)")
    before = whole(database)
    assert "of another program" in refused(database)
    assert whole(database) == before


def test_a_database_that_lost_its_version_is_refused(database: Database) -> None:
    run(database, lambda store: store.append("a", 0, [b"x"]))
    change(database, "DELETE FROM meta")
    assert "doesn't say which schema" in refused(database)


def test_what_is_no_database_or_nowhere_is_refused(path: Path) -> None:
    assert "No such file or directory" in refused(path / "carreau.db")
    path.write_text("What is this?" * 1000)
    assert "this isn't a database" in refused(path)


async def test_damage_is_noticed_when_it_is_read_and_never_copied(path: Path) -> None:
    copy = path.with_name("copy.db")
    async with stored(path) as store:
        await store.append("a", 0, [b"x" * 1000] * 200)
    whole = path.read_bytes()
    begin = whole.index(b"x" * 1000)
    path.write_bytes(whole[:begin] + b"\xff" * 100_000 + whole[begin + 100_000 :])
    async with in_file(path) as store:
        with pytest.raises(StoreError, match="the database is damaged: restore a backup"):
            await store.history("a")
        with pytest.raises(StoreError, match="the database is damaged: restore a backup"):
            await store.backup(copy)
    assert [found.name for found in path.parent.iterdir()] == [path.name]


# Full and failing disks


async def limit_pages(store: SqliteStore, more: int) -> None:
    def work(connection: sqlite3.Connection) -> None:
        (used,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {used + more}")

    await store._writer.write(work)


async def test_a_full_disk_is_told_and_loses_nothing(path: Path) -> None:
    async with in_file(path) as store:
        await store.append("a", 0, entries("a", 0, 3))
        await limit_pages(store, more=3)
        with pytest.raises(StoreError, match="the disk is full: free some space and try again"):
            await store.append("a", 3, [b"x" * 100_000])
        await store.append("a", 3, entries("a", 3, 4))  # this still fits
        await limit_pages(store, more=1000)
        await store.append("a", 4, [b"x" * 100_000])
    async with stored(path) as store:
        await has_history(store, [*entries("a", 0, 4), b"x" * 100_000])


def hold(taken: threading.Event, go_on: threading.Event, _: sqlite3.Connection) -> None:
    taken.set()
    go_on.wait()


def break_a_promise(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA defer_foreign_keys = ON")
    connection.execute("INSERT INTO codes (code_hash, guest, expires) VALUES ('one', 'nobody', 0)")


async def test_a_commit_that_fails_fails_all_of_its_group_and_nothing_later(path: Path) -> None:
    taken, go_on = threading.Event(), threading.Event()
    async with in_file(path) as store:
        before = store._writer.write(partial(hold, taken, go_on))
        await asyncio.to_thread(taken.wait)
        group = asyncio.gather(
            store.append("a", 0, [b"x"]), store._writer.write(break_a_promise), return_exceptions=True
        )
        while store._writer.jobs.qsize() < 2:  # until both wait for the writer
            await asyncio.sleep(0)
        go_on.set()
        assert [type(outcome) for outcome in await group] == [StoreError, StoreError]
        await before
        assert await store.load("a") is None
        await store.append("a", 0, [b"y"])


async def has_history(store: AnyStore, history: list[bytes]) -> None:
    assert await store.history("a") == history


def fail_and_recover(path: Path) -> None:
    run(path, append_where_files_stop_growing)


async def append_where_files_stop_growing(store: AnyStore) -> None:
    """Stop all files from growing, so that commits fail; then let them grow again."""
    assert isinstance(store, SqliteStore)
    await store.append("a", 0, entries("a", 0, 3))
    largest = max(found.stat().st_size for found in store.path.parent.iterdir())
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest, hard))
    jobs = [store.append("a", 3, [b"x" * 1000]), store.append("b", 0, [b"x" * 1000])]
    done = await asyncio.gather(*jobs, return_exceptions=True)
    assert [type(outcome) for outcome in done] == [StoreError, StoreError], done
    assert all("the disk can't be read or written" in str(outcome) for outcome in done), done
    assert await store.history("a") == entries("a", 0, 3)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    await store.append("a", 3, entries("a", 3, 4))
    assert await store.load("b") is None


def test_a_disk_that_fails_is_told_and_appending_goes_on_when_it_works_again(path: Path) -> None:
    with process_that(fail_and_recover, path) as process:
        assert process.wait() == 0
    run(path, lambda store: has_history(store, entries("a", 0, 4)))
