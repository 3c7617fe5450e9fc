"""The store on a real file: what it promises is kept, also when it is killed, when the disk is full, and under load."""

import asyncio
import gc
import os
import random
import resource
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from carreau.server.sqlite import MIGRATIONS, SqliteStore, copy_database
from carreau.server.store import About, Conflict, Guest, Store, Stored, StoreError
from tests.effort import EFFORT

ROOT = Path(__file__).parent.parent.parent
ADA = Guest("ada", "Ada", "hash of a secret", 1.0, 2.0)
Test = Callable[[SqliteStore], Coroutine[Any, Any, None]]


def run(path: Path, test: Test) -> None:
    """A test with a store whose clock shows 1001, 1002, …"""

    async def with_store() -> None:
        store = SqliteStore(path, count(1001.0).__next__)
        try:
            await test(store)
        finally:
            await store.close()

    asyncio.run(with_store())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "carreau.db"


def entry(table: str, number: int) -> bytes:
    return f"{table} {number}".encode()


def entries(table: str, first: int, end: int) -> list[bytes]:
    return [entry(table, number) for number in range(first, end)]


def process_that(does: str, *paths: Path) -> subprocess.Popen[bytes]:
    """Another process that calls a function of this module."""
    arguments = ", ".join(f"Path({str(path)!r})" for path in paths)
    code = f"from tests.server.test_store import *; {does}({arguments})"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment, cwd=ROOT)


def test_it_is_a_store(path: Path) -> None:
    async def test(store: SqliteStore) -> None:
        promised: Store = store
        await promised.append("a", 0, [])
        assert await promised.load("a") == Stored(b"", 0, ())

    run(path, test)


def test_what_was_appended_is_there_in_order_and_after_a_restart(path: Path) -> None:
    async def write(store: SqliteStore) -> None:
        assert await store.load("a") is None
        assert await store.history("a") == []
        await store.append("a", 0, entries("a", 0, 12))
        await store.append("b", 0, entries("b", 0, 1))
        await store.append("a", 12, entries("a", 12, 13))

    async def read(store: SqliteStore) -> None:
        assert await store.load("a") == Stored(b"", 0, tuple(entries("a", 0, 13)))
        assert await store.history("b") == entries("b", 0, 1)

    run(path, write)
    run(path, read)


def test_a_snapshot_stands_for_all_entries_up_to_it(path: Path) -> None:
    async def test(store: SqliteStore) -> None:
        await store.append("a", 0, entries("a", 0, 3), snapshot=b"three")
        assert await store.load("a") == Stored(b"three", 3, ())
        await store.append("a", 3, entries("a", 3, 5))
        assert await store.load("a") == Stored(b"three", 3, tuple(entries("a", 3, 5)))
        await store.append("a", 5, entries("a", 5, 6), snapshot=b"six")
        await store.append("a", 6, entries("a", 6, 7))
        assert await store.load("a") == Stored(b"six", 6, (entry("a", 6),))
        assert await store.history("a") == entries("a", 0, 7)

    run(path, test)


@pytest.mark.parametrize("first", [0, 1, 3])
def test_a_conflict_changes_nothing(path: Path, first: int) -> None:
    async def test(store: SqliteStore) -> None:
        await store.append("a", 0, entries("a", 0, 2), About("open", (), b"{}"), snapshot=b"two")
        before = await store.load("a"), await store.listed()
        with pytest.raises(Conflict, match=f"table a has 2 entries, entry {first} can't be the next"):
            await store.append("a", first, [b"wrong"], About("over", ("ada",), b"[]"), snapshot=b"wrong")
        assert (await store.load("a"), await store.listed()) == before
        assert await store.listed("ada") == []
        await store.append("a", 2, entries("a", 2, 3))
        assert await store.history("a") == entries("a", 0, 3)

    run(path, test)


def test_a_table_that_is_not_there_has_no_entries(path: Path) -> None:
    async def test(store: SqliteStore) -> None:
        with pytest.raises(Conflict, match="table a does not exist"):
            await store.append("a", 1, [b"wrong"])
        assert await store.load("a") is None

    run(path, test)


def test_of_many_who_append_at_once_one_succeeds_and_only_the_others_fail(path: Path) -> None:
    async def test(store: SqliteStore) -> None:
        rivals = [store.append("a", 0, [bytes([rival])]) for rival in range(20)]
        others = [store.append(f"table{n}", 0, entries(f"table{n}", 0, 2)) for n in range(20)]
        mixed = [job for pair in zip(rivals, others, strict=True) for job in pair]
        done = await asyncio.gather(*mixed, return_exceptions=True)
        assert [type(outcome) for outcome in done[0::2]] == [type(None)] + [Conflict] * 19
        assert done[1::2] == [None] * 20
        assert await store.history("a") == [b"\0"]
        assert await store.history("table19") == entries("table19", 0, 2)

    run(path, test)


def test_many_appends_share_few_commits(path: Path) -> None:
    async def play(store: SqliteStore, table: str) -> None:
        for number in range(20):
            await store.append(table, number, [entry(table, number)])

    async def test(store: SqliteStore) -> None:
        await asyncio.gather(*(play(store, f"table{n}") for n in range(100)))
        assert store.commits <= 2000 / 10
        for n in range(100):
            assert await store.history(f"table{n}") == entries(f"table{n}", 0, 20)

    run(path, test)


def test_appending_leaves_nothing_for_the_collector(path: Path) -> None:
    async def test(store: SqliteStore) -> None:
        await store.append("t", 0, entries("t", 0, 1))
        gc.collect()
        for number in range(1, 50):
            await store.append("t", number, entries("t", number, number + 1))
        assert gc.collect() < 50

    gc.disable()
    try:
        run(path, test)
    finally:
        gc.enable()


def test_a_group_can_be_kept_small(path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(path, largest_group=1)
        await asyncio.gather(*(store.append(f"table{n}", 0, [b"x"]) for n in range(10)))
        assert store.commits == 10
        await store.close()

    asyncio.run(test())


def test_every_commit_goes_through_to_the_disk(path: Path) -> None:
    def settings(connection: sqlite3.Connection) -> list[Any]:
        return [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "journal_mode")]

    async def test(store: SqliteStore) -> None:
        assert await store._writer.write(settings) == [2, "wal"]  # 2 is FULL: the log is synced with every commit

    run(path, test)


def test_whoever_stops_waiting_does_not_stop_the_entries(path: Path) -> None:
    async def test(store: SqliteStore) -> None:
        waiting = asyncio.create_task(store.append("a", 0, [b"x"]))
        await asyncio.sleep(0)
        waiting.cancel()
        await store.append("b", 0, [b"y"])
        assert waiting.cancelled()
        assert await store.history("a") == [b"x"]

    run(path, test)


def test_closing_finishes_what_was_begun_and_refuses_the_rest(path: Path) -> None:
    async def test(store: SqliteStore) -> None:
        begun = [asyncio.create_task(store.append(f"table{n}", 0, [b"x"])) for n in range(50)]
        await asyncio.sleep(0)
        await store.close()
        assert all(task.done() and task.exception() is None for task in begun)
        for late in (store.append("a", 0, []), store.load("a"), store.backup(path.with_name("copy.db"))):
            with pytest.raises(StoreError, match="closed"):
                await late

    run(path, test)
    assert [found.name for found in path.parent.iterdir()] == [path.name]  # the log went into the database
    run(path, lambda store: has_tables(store, 50))


async def has_tables(store: SqliteStore, number: int) -> None:
    assert len(await store.running()) == number


def test_the_lobby_shows_public_tables_that_are_not_over_last_changed_first(path: Path) -> None:
    async def test(store: SqliteStore) -> None:
        await store.append("a", 0, [b"x"], About("open", ("ada",), b'{"a":1}'))
        await store.append("b", 0, [b"x"], About("playing", ("ada", "bob", "ada"), b'{"b":1}'))
        await store.append("private", 0, [b"x"], About("open", ("bob",), b"{}", public=False))
        await store.append("over", 0, [b"x"], About("over", ("ada",), b"{}"))
        await store.append("unnamed", 0, [b"x"])
        await store.append("b", 1, [b"y"])
        shown = [(row.id, row.status, row.summary, row.changed) for row in await store.listed()]
        assert shown == [("b", "playing", b'{"b":1}', 1006.0), ("a", "open", b'{"a":1}', 1001.0)]
        assert [row.id for row in await store.listed(limit=1)] == ["b"]
        assert [row.id for row in await store.listed("ada")] == ["b", "over", "a"]
        assert [row.id for row in await store.listed("bob")] == ["b", "private"]
        assert await store.listed("nobody") == []
        assert sorted(await store.running()) == ["a", "b", "private", "unnamed"]

    run(path, test)


def test_what_is_listed_changes_with_the_entries(path: Path) -> None:
    async def test(store: SqliteStore) -> None:
        await store.append("a", 0, [b"x"], About("playing", ("ada", "bob"), b"{}"))
        await store.append("a", 1, [b"y"], About("over", ("bob",), b""))
        assert (await store.listed(), await store.running(), await store.listed("ada")) == ([], [], [])
        assert [(row.status, row.summary) for row in await store.listed("bob")] == [("over", b"")]

    run(path, test)


def test_a_status_nobody_knows_is_refused(path: Path) -> None:
    async def test(store: SqliteStore) -> None:
        with pytest.raises(StoreError, match="CHECK"):
            await store.append("a", 0, [b"x"], About("paused", (), b""))
        assert await store.load("a") is None

    run(path, test)


def test_idle_tables_are_those_not_started_or_over(path: Path) -> None:
    async def test(store: SqliteStore) -> None:
        for table, status in (("a", "open"), ("b", "playing"), ("c", "over"), ("d", "open")):
            await store.append(table, 0, [b"x"], About(status, (), b""))
        assert sorted(await store.idle(before=1004.0)) == ["a", "c"]

    run(path, test)


def test_a_deleted_table_leaves_nothing(path: Path) -> None:
    async def test(store: SqliteStore) -> None:
        await store.append("a", 0, entries("a", 0, 3), About("open", ("ada",), b"{}"), snapshot=b"three")
        await store.append("b", 0, entries("b", 0, 1))
        await store.delete("a")
        await store.delete("a")
        assert (await store.load("a"), await store.history("a"), await store.listed("ada")) == (None, [], [])
        assert await store.running() == ["b"]
        await store.append("a", 0, [b"again"])
        assert await store.load("a") == Stored(b"", 0, (b"again",))

    run(path, test)


def test_guests_are_kept_and_changed(path: Path) -> None:
    async def test(store: SqliteStore) -> None:
        assert await store.guest("ada") is None
        await store.save_guest(ADA)
        assert await store.guest("ada") == ADA
        renamed = Guest("ada", "Ada <b>L</b>", "another", 1.0, 3.0)
        await store.save_guest(renamed)
        assert await store.guest("ada") == renamed

    run(path, test)
    assert "secret" not in repr(ADA)


def test_a_code_works_once_not_for_ever_and_for_known_guests(path: Path) -> None:
    async def test(store: SqliteStore) -> None:
        with pytest.raises(StoreError, match="FOREIGN KEY"):
            await store.save_code("one", "nobody", expires=100.0)
        await store.save_guest(ADA)
        for code in ("one", "two", "three"):
            await store.save_code(code, "ada", expires=100.0)
        taken = await asyncio.gather(*(store.take_code("one", now=99.0) for _ in range(5)))
        assert sorted(taken, key=str) == [None, None, None, None, "ada"]
        assert await store.take_code("never given", now=99.0) is None
        assert await store.take_code("two", now=100.0) is None
        assert await store.take_code("two", now=99.0) is None

    run(path, test)


def test_what_no_database_can_keep_is_told_to_whoever_wanted_it_kept(path: Path) -> None:
    async def test(store: SqliteStore) -> None:
        half_a_letter = Guest("bob", "\ud800", "", 0, 0)
        done = await asyncio.gather(store.save_guest(half_a_letter), store.save_guest(ADA), return_exceptions=True)
        assert isinstance(done[0], UnicodeEncodeError)
        assert await store.guest("bob") is None
        assert await store.guest("ada") == ADA

    run(path, test)


def test_only_its_owner_can_read_the_database_and_its_copy(path: Path) -> None:
    copy = path.with_name("copy.db")
    run(path, lambda store: store.backup(copy))
    for file in (path, copy):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


# Killed


def append_for_ever(path: Path) -> None:
    """Say which entries were acknowledged, until somebody kills the process."""

    async def play(store: SqliteStore, table: str) -> None:
        number = len(await store.history(table))
        while True:
            pair = [entry(table, number), entry(table, number + 1)]
            await store.append(table, number, pair, snapshot=pair[1] if number % 10 == 0 else None)
            sys.stdout.write(f"{table} {number + 1}\n")
            sys.stdout.flush()
            number += 2

    async def test(store: SqliteStore) -> None:
        await asyncio.gather(*(play(store, f"table{n}") for n in range(3)))

    run(path, test)


def kill_at_random(path: Path, rng: random.Random) -> list[str]:
    """The whole lines that were printed before the process was killed."""
    with process_that("append_for_ever", path) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(rng.randrange(10, 200))]
        process.kill()  # right after an acknowledgement, when one that came too early would show
        return (b"".join(lines) + process.stdout.read()).decode().split("\n")[:-1]


async def check_whole(store: SqliteStore, acknowledged: dict[str, int]) -> None:
    for table, last in acknowledged.items():
        history = await store.history(table)
        assert len(history) > last, f"{table} has lost entries"
        assert history == entries(table, 0, len(history)), f"{table} has gaps"
        assert len(history) % 2 == 0, f"{table} has half an append"
        stored = await store.load(table)
        assert stored is not None
        assert list(stored.entries) == history[stored.number :]
        assert stored.snapshot == entry(table, stored.number - 1)


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(path: Path) -> None:
    acknowledged: dict[str, int] = {}
    for seed in range(5 * EFFORT):
        for line in kill_at_random(path, random.Random(seed)):
            table, number = line.split()
            acknowledged[table] = int(number)
        run(path, lambda store: check_whole(store, acknowledged))
    assert len(acknowledged) == 3


# Copies


def test_a_copy_made_while_the_store_is_written_is_consistent(path: Path) -> None:
    copies = [path.with_name(f"copy{n}.db") for n in range(5)]

    async def play(store: SqliteStore, table: str) -> None:
        number = 0
        while not copies[-1].exists():
            pair = entries(table, number, number + 2)
            await store.append(table, number, pair, snapshot=pair[1])
            number += 2

    async def test(store: SqliteStore) -> None:
        playing = [asyncio.create_task(play(store, f"table{n}")) for n in range(20)]
        for copy in copies:
            await asyncio.sleep(0.02)
            await store.backup(copy)
        await asyncio.gather(*playing)

    run(path, test)
    found = [asyncio.run(copied(copy)) for copy in copies]
    assert 0 < found[0] < found[-1] < asyncio.run(copied(path))
    assert found == sorted(found)


async def copied(path: Path) -> int:
    """The entries in a copy, in which every table must be whole."""
    store = SqliteStore(path)
    tables = await store.running()
    numbers = [len(await store.history(table)) for table in tables]
    await check_whole(store, {table: number - 1 for table, number in zip(tables, numbers, strict=True)})
    await store.close()
    return sum(numbers)


def test_another_process_can_copy_a_running_store(path: Path) -> None:
    copy = path.with_name("copy.db")

    def copy_elsewhere() -> None:
        with process_that("copy_database", path, copy) as process:
            assert process.wait() == 0

    async def test(store: SqliteStore) -> None:
        await store.append("a", 0, entries("a", 0, 3))
        await asyncio.to_thread(copy_elsewhere)
        await store.append("a", 3, entries("a", 3, 4))

    run(path, test)
    run(copy, lambda store: has_history(store, entries("a", 0, 3)))
    assert {found.name for found in path.parent.iterdir()} == {path.name, copy.name}


def test_a_copy_never_overwrites(path: Path) -> None:
    copy = path.with_name("copy.db")
    copy.write_text("precious")
    run(path, lambda store: store.append("a", 0, [b"x"]))
    with pytest.raises(StoreError, match="there is such a file already"):
        copy_database(path, copy)
    assert copy.read_text() == "precious"
    assert {found.name for found in path.parent.iterdir()} == {path.name, copy.name}


def test_a_copy_of_what_is_not_there_or_into_nowhere_is_refused(path: Path) -> None:
    with pytest.raises(StoreError, match="the file must be there"):
        copy_database(path, path.with_name("copy.db"))
    assert list(path.parent.iterdir()) == []
    run(path, lambda store: store.append("a", 0, [b"x"]))
    with pytest.raises(StoreError, match="No such file or directory"):
        copy_database(path, path.parent / "nowhere" / "copy.db")


# Databases that are not ours, damaged, or too new


def refused(path: Path) -> str:
    with pytest.raises(StoreError) as told:
        SqliteStore(path)
    assert str(told.value).startswith(f"opening {path}: ")
    return str(told.value)


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(statement)


def test_a_newer_schema_is_refused(path: Path) -> None:
    run(path, lambda store: store.append("a", 0, [b"x"]))
    change(path, f"UPDATE meta SET value = '{len(MIGRATIONS) + 1}'")  # noqa: S608 (a number)
    before = path.read_bytes()
    assert (
        f"has schema {len(MIGRATIONS) + 1} and this version of carreau knows only up to {len(MIGRATIONS)}"
        in refused(path)
    )
    assert path.read_bytes() == before


def test_an_older_schema_is_brought_up_to_date(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(path, lambda store: store.append("a", 0, [b"x"]))
    later = ("ALTER TABLE tables ADD COLUMN note TEXT", "UPDATE tables SET note = 'moved'")
    monkeypatch.setattr("carreau.server.sqlite.MIGRATIONS", (*MIGRATIONS, later))
    for _ in range(2):
        run(path, lambda store: has_tables(store, 1))
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT id, note FROM tables").fetchall() == [("a", "moved")]


def test_a_migration_that_fails_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(path, lambda store: store.append("a", 0, [b"x"]))
    wrong = ("ALTER TABLE tables ADD COLUMN note TEXT", "UPDATE elsewhere SET note = 1")
    with monkeypatch.context() as patched:
        patched.setattr("carreau.server.sqlite.MIGRATIONS", (*MIGRATIONS, wrong))
        assert "no such table: elsewhere" in refused(path)
    run(path, lambda store: has_tables(store, 1))
    with closing(sqlite3.connect(path)) as connection:
        assert "note" not in [column[1] for column in connection.execute("PRAGMA table_info(tables)")]


def test_a_database_of_another_program_is_refused_and_left_alone(path: Path) -> None:
    change(path, "CREATE TABLE letters (id INTEGER)")
    before = path.read_bytes()
    assert "of another program" in refused(path)
    assert path.read_bytes() == before


def test_a_database_that_lost_its_version_is_refused(path: Path) -> None:
    run(path, lambda store: store.append("a", 0, [b"x"]))
    change(path, "DELETE FROM meta")
    assert "does not say which schema" in refused(path)


def test_what_is_no_database_or_nowhere_is_refused(path: Path) -> None:
    assert "No such file or directory" in refused(path / "carreau.db")
    path.write_text("What is this?" * 1000)
    assert "the file is no database" in refused(path)


def test_damage_is_noticed_when_it_is_read_and_never_copied(path: Path) -> None:
    copy = path.with_name("copy.db")
    run(path, lambda store: store.append("a", 0, [b"x" * 1000] * 200))
    whole = path.read_bytes()
    path.write_bytes(whole[:40_000] + b"\xff" * 100_000 + whole[140_000:])

    async def test(store: SqliteStore) -> None:
        with pytest.raises(StoreError, match="the database is damaged: restore a backup"):
            await store.history("a")
        with pytest.raises(StoreError, match="the database is damaged: restore a backup"):
            await store.backup(copy)

    run(path, test)
    assert [found.name for found in path.parent.iterdir()] == [path.name]


# Disks that are full or fail


async def limit_pages(store: SqliteStore, more: int) -> None:
    def work(connection: sqlite3.Connection) -> None:
        (used,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {used + more}")

    await store._writer.write(work)


def test_a_full_disk_is_told_and_loses_nothing(path: Path) -> None:
    async def test(store: SqliteStore) -> None:
        await store.append("a", 0, entries("a", 0, 3))
        await limit_pages(store, more=3)
        with pytest.raises(StoreError, match="the disk is full: free some space and try again"):
            await store.append("a", 3, [b"x" * 100_000])
        await store.append("a", 3, entries("a", 3, 4))  # this still fits
        await limit_pages(store, more=1000)
        await store.append("a", 4, [b"x" * 100_000])

    run(path, test)
    run(path, lambda store: has_history(store, [*entries("a", 0, 4), b"x" * 100_000]))


def test_a_commit_that_fails_fails_all_of_its_group_and_nothing_later(path: Path) -> None:
    taken, go_on = threading.Event(), threading.Event()

    def hold(_: sqlite3.Connection) -> None:
        taken.set()
        go_on.wait()

    def break_a_promise(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA defer_foreign_keys = ON")
        connection.execute("INSERT INTO codes (code_hash, guest, expires) VALUES ('one', 'nobody', 0)")

    async def test(store: SqliteStore) -> None:
        before = asyncio.create_task(store._writer.write(hold))
        await asyncio.to_thread(taken.wait)
        group = asyncio.gather(
            store.append("a", 0, [b"x"]), store._writer.write(break_a_promise), return_exceptions=True
        )
        await asyncio.sleep(0)
        go_on.set()
        assert [type(outcome) for outcome in await group] == [StoreError, StoreError]
        await before
        assert await store.load("a") is None
        await store.append("a", 0, [b"y"])

    run(path, test)


async def has_history(store: SqliteStore, history: list[bytes]) -> None:
    assert await store.history("a") == history


def fail_and_recover(path: Path) -> None:
    """Let no file grow any more, so that commits fail; then let them grow again."""

    async def test(store: SqliteStore) -> None:
        await store.append("a", 0, entries("a", 0, 3))
        largest = max(found.stat().st_size for found in path.parent.iterdir())
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

    run(path, test)


def test_a_disk_that_fails_is_told_and_appending_goes_on_when_it_works_again(path: Path) -> None:
    with process_that("fail_and_recover", path) as process:
        assert process.wait() == 0
    run(path, lambda store: has_history(store, entries("a", 0, 4)))
