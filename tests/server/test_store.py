"""The store on a real file: it keeps its promises, with many concurrent writers."""

import asyncio
import gc
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from carreau.server.database import copy_database
from carreau.server.sqlite import SqliteStore
from carreau.server.store import About, Conflict, Guest, Store, Stored, StoreError
from tests.server.storing import AnyStore, Database, all_tables, entries, entry, has_tables, run, stored

pytestmark = pytest.mark.anyio

ADA = Guest("ada", "Ada", "hash-of-a-secret", 1.0, 2.0)


async def test_it_is_a_store(database: Database) -> None:
    async with stored(database) as store:
        promised: Store = store
        await promised.append("a", 0, [])
        assert await promised.load("a") == Stored(b"", 0, ())


async def test_what_was_appended_is_there_in_order_and_after_a_restart(database: Database) -> None:
    async with stored(database) as store:
        assert await store.load("a") is None
        assert await store.history("a") == []
        await store.append("a", 0, entries("a", 0, 12))
        await store.append("b", 0, entries("b", 0, 1))
        await store.append("a", 12, entries("a", 12, 13))
    async with stored(database) as store:
        assert await store.load("a") == Stored(b"", 0, tuple(entries("a", 0, 13)))
        assert await store.history("b") == entries("b", 0, 1)


async def test_a_snapshot_stands_for_all_entries_up_to_it(database: Database) -> None:
    async with stored(database) as store:
        await store.append("a", 0, entries("a", 0, 3), snapshot=b"three")
        assert await store.load("a") == Stored(b"three", 3, ())
        await store.append("a", 3, entries("a", 3, 5))
        assert await store.load("a") == Stored(b"three", 3, tuple(entries("a", 3, 5)))
        await store.append("a", 5, entries("a", 5, 6), snapshot=b"six")
        await store.append("a", 6, entries("a", 6, 7))
        assert await store.load("a") == Stored(b"six", 6, (entry("a", 6),))
        assert await store.history("a") == entries("a", 0, 7)


@pytest.mark.parametrize("first", [0, 1, 3])
async def test_a_conflict_changes_nothing(database: Database, first: int) -> None:
    async with stored(database) as store:
        await store.append("a", 0, entries("a", 0, 2), About("open", (), b"{}"), snapshot=b"two")
        before = await store.load("a"), await store.listed()
        with pytest.raises(Conflict, match=f"table a has 2 entries, entry {first} can't be the next"):
            await store.append("a", first, [b"wrong"], About("over", ("ada",), b"[]"), snapshot=b"wrong")
        assert (await store.load("a"), await store.listed()) == before
        assert await store.listed("ada") == []
        await store.append("a", 2, entries("a", 2, 3))
        assert await store.history("a") == entries("a", 0, 3)


async def test_a_table_that_is_not_there_has_no_entries(database: Database) -> None:
    async with stored(database) as store:
        with pytest.raises(Conflict, match="table a does not exist"):
            await store.append("a", 1, [b"wrong"])
        assert await store.load("a") is None


async def test_of_many_who_append_at_once_one_succeeds_and_only_the_others_fail(database: Database) -> None:
    async with stored(database) as store:
        rivals = [store.append("a", 0, [bytes([rival])]) for rival in range(20)]
        others = [store.append(f"table{n}", 0, entries(f"table{n}", 0, 2)) for n in range(20)]
        mixed = [job for pair in zip(rivals, others, strict=True) for job in pair]
        done = await asyncio.gather(*mixed, return_exceptions=True)
        assert [type(outcome) for outcome in done[0::2]] == [type(None)] + [Conflict] * 19
        assert done[1::2] == [None] * 20
        assert await store.history("a") == [b"\0"]
        assert await store.history("table19") == entries("table19", 0, 2)


async def append_one_by_one(store: AnyStore, table: str) -> None:
    for number in range(20):
        await store.append(table, number, [entry(table, number)])


async def test_many_appends_share_few_commits(database: Database) -> None:
    async with stored(database) as store:
        await asyncio.gather(*(append_one_by_one(store, f"table{n}") for n in range(100)))
        assert store.commits <= 2000 / 10
        for n in range(100):
            assert await store.history(f"table{n}") == entries(f"table{n}", 0, 20)


@pytest.fixture
def without_collector() -> Iterator[None]:
    """Disable automatic garbage collection during the test."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("without_collector")
async def test_appending_leaves_nothing_for_the_collector(database: Database) -> None:
    async with stored(database) as store:
        await store.append("t", 0, entries("t", 0, 1))
        gc.collect()
        for number in range(1, 50):
            await store.append("t", number, entries("t", number, number + 1))
        assert gc.collect() < 50


async def test_snapshots_go_to_disk_with_the_entries_of_their_group(database: Database) -> None:
    async with stored(database) as store:
        for table in "abc":
            await store.append(table, 0, entries(table, 0, 1))
        before = store.commits
        kept = [store.append(table, 1, entries(table, 1, 2), snapshot=table.encode()) for table in "ab"]
        await asyncio.gather(*kept, store.append("c", 1, entries("c", 1, 2)))
        assert store.commits == before + 1
        assert [await store.load(table) for table in "ab"] == [Stored(table.encode(), 2, ()) for table in "ab"]
        assert await store.load("c") == Stored(b"", 0, tuple(entries("c", 0, 2)))


async def test_what_was_begun_before_the_store_is_closed_reaches_the_disk(database: Database) -> None:
    async with stored(database) as store:
        appending = asyncio.create_task(store.append("a", 0, [b"x"]))
        await asyncio.sleep(0)
        await store.close()
        await appending
    async with stored(database) as store:
        assert await store.history("a") == [b"x"]


async def test_a_group_can_be_kept_small(database: Database) -> None:
    async with stored(database, largest_group=1) as store:
        await asyncio.gather(*(store.append(f"table{n}", 0, [b"x"]) for n in range(10)))
        assert store.commits == 10


def settings(connection: sqlite3.Connection) -> list[Any]:
    return [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "journal_mode")]


async def test_every_commit_goes_through_to_the_disk(path: Path) -> None:
    store = SqliteStore(path)
    assert await store._writer.write(settings) == [2, "wal"]  # 2 is FULL: the log is synced with every commit
    await store.close()


async def test_whoever_stops_waiting_does_not_stop_the_entries(database: Database) -> None:
    async with stored(database) as store:
        waiting = asyncio.create_task(store.append("a", 0, [b"x"]))
        await asyncio.sleep(0)
        waiting.cancel()
        await store.append("b", 0, [b"y"])
        assert waiting.cancelled()
        assert await store.history("a") == [b"x"]


async def test_closing_finishes_what_was_begun_and_refuses_the_rest(database: Database) -> None:
    async with stored(database) as store:
        begun = [asyncio.create_task(store.append(f"table{n}", 0, [b"x"])) for n in range(50)]
        await asyncio.sleep(0)
        await store.close()
        assert all(task.done() and task.exception() is None for task in begun)
        for late in (store.append("a", 0, []), store.load("a"), store.saw_guest("ada", 1.0), store.check()):
            with pytest.raises(StoreError, match="closed"):
                await late
    async with stored(database) as store:
        await has_tables(store, 50)


async def test_a_closed_file_has_no_log_and_is_not_copied(path: Path) -> None:
    store = SqliteStore(path)
    await store.append("a", 0, [b"x"])
    await store.close()
    with pytest.raises(StoreError, match="closed"):
        await store.backup(path.with_name("copy.db"))
    assert [found.name for found in path.parent.iterdir()] == [path.name]  # the log was merged into the database


async def test_the_lobby_shows_public_tables_that_are_not_over_last_changed_first(database: Database) -> None:
    async with stored(database) as store:
        await store.append("a", 0, [b"x"], About("open", ("ada",), b'{"a":1}'))
        await store.append("b", 0, [b"x"], About("playing", ("ada", "bob", "ada"), b'{"b":1}'))
        await store.append("private", 0, [b"x"], About("open", ("bob",), b"{}", public=False))
        await store.append("over", 0, [b"x"], About("over", ("ada",), b"{}"))
        await store.append("unnamed", 0, [b"x"])
        await store.append("b", 1, [b"y"])
        shown = [(row.id, row.status, row.summary, row.changed) for row in await store.listed()]
        assert shown == [("b", "playing", b'{"b":1}', 1006.0), ("a", "open", b'{"a":1}', 1001.0)]
        assert [row.id for row in await store.listed(limit=1)] == ["b"]
        assert [row.id for row in await store.listed("ada")] == ["b", "a", "over"]  # finished tables come last
        assert [row.id for row in await store.listed("bob")] == ["b", "private"]
        assert await store.listed("nobody") == []
        assert await store.running() == ["b"]


async def test_nobody_fills_the_lobby_alone_and_nobody_hides_a_table_there_by_sitting_down(database: Database) -> None:
    async with stored(database) as store:
        await store.append("of ada", 0, [b"x"], About("open", ("ada", "eve"), b"{}"))
        for number in range(5):
            await store.append(f"of eve {number}", 0, [b"x"], About("open", ("eve",), b"{}"))
        await store.append("private", 0, [b"x"], About("open", ("eve",), b"{}", public=False))
        await store.append("over", 0, [b"x"], About("over", ("eve",), b"{}"))
        lobby = ["of eve 4", "of eve 3", "of eve 2", "of ada"]
        assert [row.id for row in await store.listed()] == lobby
        await store.append("of ada", 1, [b"y"])
        assert [row.id for row in await store.listed()] == ["of ada", *lobby[:2]]
        assert len(await store.listed("eve")) == 8


async def test_what_is_listed_changes_with_the_entries(database: Database) -> None:
    async with stored(database) as store:
        await store.append("a", 0, [b"x"], About("playing", ("ada", "bob"), b"{}"))
        await store.append("a", 1, [b"y"], About("over", ("bob",), b""))
        assert (await store.listed(), await store.running(), await store.listed("ada")) == ([], [], [])
        assert [(row.status, row.summary) for row in await store.listed("bob")] == [("over", b"")]
        await store.append("b", 0, [b"x"], About("open", (), b"[]"))
        assert [await store.summary(table) for table in "abc"] == [b"", b"[]", b""]


async def test_tables_of_a_guest_that_are_not_over_are_counted_however_many_there_are(database: Database) -> None:
    async with stored(database) as store:
        for number, status in enumerate(["open", "playing", *["over"] * 200]):
            await store.append(f"table{number}", 0, [b"x"], About(status, ("ada", "bob"), b"{}"))
        await store.append("of bob alone", 0, [b"x"], About("open", ("bob",), b"{}"))
        assert [await store.unfinished(guest, 0.0) for guest in ("ada", "bob", "nobody")] == [2, 3, 0]
        assert await store.unfinished("ada", 1e12) == 0


async def test_a_status_nobody_knows_is_refused(database: Database) -> None:
    async with stored(database) as store:
        with pytest.raises(StoreError, match=r"(?i)check"):
            await store.append("a", 0, [b"x"], About("paused", (), b""))
        assert await store.load("a") is None


async def test_idle_tables_are_those_not_started_or_over_and_games_that_were_left_lying(database: Database) -> None:
    async with stored(database) as store:
        for table, status in (("a", "open"), ("b", "playing"), ("c", "over"), ("d", "open")):
            await store.append(table, 0, [b"x"], About(status, (), b""))
        assert sorted(await store.idle(before=1004.0, abandoned=1002.0)) == ["a", "c"]
        assert sorted(await store.idle(before=1004.0, abandoned=1003.0)) == ["a", "b", "c"]


async def test_a_deleted_table_leaves_nothing(database: Database) -> None:
    async with stored(database) as store:
        await store.append("a", 0, entries("a", 0, 3), About("open", ("ada",), b"{}"), snapshot=b"three")
        await store.append("b", 0, entries("b", 0, 1))
        assert [await store.delete("a", before=1002.0) for _ in range(2)] == [True, False]
        assert (await store.load("a"), await store.history("a"), await store.listed("ada")) == (None, [], [])
        assert await all_tables(store) == ["b"]
        await store.append("a", 0, [b"again"])
        assert await store.load("a") == Stored(b"", 0, (b"again",))


async def test_a_table_that_has_changed_meanwhile_is_not_deleted(database: Database) -> None:
    async with stored(database) as store:
        await store.append("a", 0, [b"x"])
        assert await store.idle(before=1002.0, abandoned=0.0) == ["a"]
        await store.append("a", 1, [b"y"])
        assert not await store.delete("a", before=1002.0)
        assert await store.history("a") == [b"x", b"y"]


async def test_guests_are_kept_and_what_changes_about_them_is_changed_alone(database: Database) -> None:
    async with stored(database) as store:
        assert await store.guest("ada") is None
        await store.save_guest(ADA)
        assert await store.guest("ada") == ADA
        await asyncio.gather(store.add_secret("ada", "two", 2, 3.0), store.rename_guest("ada", "Ada <b>L</b>", 4.0))
        await store.add_secret("ada", "three", 2, 5.0)
        assert await store.guest("ada") == Guest("ada", "Ada <b>L</b>", "two three", 1.0, 5.0)
        assert await store.add_secret("ada", "four", 2, 6.0) == Guest("ada", "Ada <b>L</b>", "three four", 1.0, 6.0)
        assert await store.add_secret("nobody", "one", 2, 6.0) is None
        assert await store.guest("nobody") is None
    assert "secret" not in repr(ADA)


async def test_guests_who_were_not_here_for_long_are_forgotten_unless_they_have_a_table(database: Database) -> None:
    async with stored(database) as store:
        for guest in ("gone", "playing", "here"):
            await store.save_guest(Guest(guest, guest, "", 1.0, 1.0))
        await store.append("t", 0, [b"entry"], About("playing", ("playing",), b""))
        await store.saw_guest("here", 9.0)
        for code, expires in (("old", 8.0), ("new", 12.0)):
            await store.save_code(code, "here", expires)
        await store.forget_guests(5.0, 5.0, 10.0)
        kept = [guest for guest in ("gone", "playing", "here") if await store.guest(guest)]
        assert kept == ["playing", "here"]
        assert [await store.take_code(code, 7.0) for code in ("old", "new")] == [None, "here"]


async def test_guests_who_never_return_are_forgotten_before_those_who_did(database: Database) -> None:
    async with stored(database) as store:
        for guest, created in (("passing", 10.0), ("playing", 10.0), ("returning", 10.0), ("new", 30.0)):
            await store.save_guest(Guest(guest, guest, "", created, created))
        await store.append("t", 0, [b"entry"], About("open", ("playing",), b""))
        await store.saw_guest("returning", 11.0)
        await store.forget_guests(5.0, 20.0, 30.0)
        assert [guest for guest in ("passing", "playing", "returning", "new") if await store.guest(guest)] == [
            "playing",
            "returning",
            "new",
        ]


async def test_a_code_works_once_not_for_ever_and_for_known_guests(database: Database) -> None:
    async with stored(database) as store:
        with pytest.raises(StoreError, match=r"(?i)foreign key"):
            await store.save_code("one", "nobody", expires=100.0)
        await store.save_guest(ADA)
        for code in ("one", "two", "three"):
            await store.save_code(code, "ada", expires=100.0)
        taken = await asyncio.gather(*(store.take_code("one", now=99.0) for _ in range(5)))
        assert sorted(taken, key=str) == [None, None, None, None, "ada"]
        assert await store.take_code("never given", now=99.0) is None
        assert await store.take_code("two", now=100.0) is None
        assert await store.take_code("two", now=99.0) is None


async def test_what_no_database_can_keep_is_told_to_whoever_wanted_it_kept(database: Database) -> None:
    async with stored(database) as store:
        half_a_letter = Guest("bob", "\ud800", "", 0, 0)
        done = await asyncio.gather(store.save_guest(half_a_letter), store.save_guest(ADA), return_exceptions=True)
        assert isinstance(done[0], UnicodeEncodeError | StoreError)
        assert await store.guest("bob") is None
        assert await store.guest("ada") == ADA


def test_only_its_owner_can_read_the_database_and_its_copy(path: Path) -> None:
    copy = path.with_name("copy.db")
    run(path, lambda store: store.append("a", 0, [b"x"]))
    copy_database(path, copy)
    for file in (path, copy):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
