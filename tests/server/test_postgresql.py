"""The store in a real PostgreSQL that is restarted, cut off, locked, full or deleted."""

import asyncio
import os
import shutil
import signal
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from carreau.server.ownership import Peer
from carreau.server.postgresql.connections import FAILURES, SESSION, explained
from carreau.server.postgresql.store import PostgresStore
from carreau.server.settings import PostgresUrl
from carreau.server.store import About, Conflict, Fault, OutcomeUnknown, Stored, StoreError, TableMoved
from tests.server.cut_line import Cut, CutLine, cut_line
from tests.server.storing import POSTGRESQL_1, POSTGRESQL_2, AnyStore, entries, run, stored
from tools.postgres import Postgres, fetched

pytestmark = pytest.mark.anyio


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give up soon."""
    for name in ("PATIENCE", "CONNECTING", "ANSWERING"):
        monkeypatch.setattr(f"carreau.server.postgresql.connections.{name}", 0.3)
    monkeypatch.setattr("carreau.server.postgresql.commits.ANSWERING", 0.3)


@asynccontextmanager
async def session(url: PostgresUrl) -> AsyncIterator["asyncpg.Connection[Any]"]:
    """Yield a connection of another program, in a transaction."""
    connection = await asyncpg.connect(url.dsn)
    try:
        await connection.execute("BEGIN")
        yield connection
    finally:
        await connection.close()


async def fails(store: AnyStore, table: str, first: int) -> Fault:
    with pytest.raises(StoreError) as told:
        await store.append(table, first, [b"lost"])
    return told.value.fault


# Lost connections


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_an_append_whose_answer_is_lost_counts_once(url: PostgresUrl, moment: Cut) -> None:
    async with cut_line(url) as (line, through), stored(through) as store:
        await store.append("a", 0, entries("a", 0, 1))
        line.cut = moment
        about = About("playing", ("ada",), b"{}")
        await store.append("a", 1, entries("a", 1, 3), about, snapshot=b"three")
        assert line.cuts == 1
        await store.append("a", 3, entries("a", 3, 4))
        assert await store.history("a") == entries("a", 0, 4)
        assert await store.load("a") == Stored(b"three", 3, tuple(entries("a", 3, 4)))
        assert [row.id for row in await store.listed("ada")] == ["a"]


async def test_only_what_was_refused_fails_when_an_answer_is_lost(url: PostgresUrl) -> None:
    async with cut_line(url) as (line, through), stored(through) as store:
        await store.append("a", 0, entries("a", 0, 2))
        line.cut = "after"
        group = [store.append("a", 1, [b"wrong"]), store.append("b", 0, [b"x"]), store.append("c", 0, [b"y"])]
        outcomes = await asyncio.gather(*group, return_exceptions=True)
        assert line.cuts == 1
        assert [type(outcome) for outcome in outcomes] == [Conflict, type(None), type(None)]
        assert [await store.history(table) for table in "abc"] == [entries("a", 0, 2), [b"x"], [b"y"]]


async def somebody_else_appends(url: PostgresUrl) -> None:
    await fetched(url, "UPDATE tables SET entries = 2")
    await fetched(url, "INSERT INTO entries (table_id, number, content, at) VALUES ('a', 1, 'theirs', 0)")


async def test_entries_of_others_are_not_taken_for_those_that_were_lost(url: PostgresUrl) -> None:
    async with cut_line(url) as (line, through), stored(through) as store:
        await store.append("a", 0, entries("a", 0, 1))
        line.cut = "before"
        line.meanwhile = partial(somebody_else_appends, url)
        with pytest.raises(Conflict, match="has 2 entries"):
            await store.append("a", 1, [b"ours"])
        assert await store.history("a") == [*entries("a", 0, 1), b"theirs"]


async def test_nothing_can_happen_through_a_lost_connection_after_a_new_one_is_used(url: PostgresUrl) -> None:
    """PostgreSQL is still busy with the append when its connection is cut."""
    async with cut_line(url) as (line, through), stored(through) as store:
        await store.append("a", 0, entries("a", 0, 1))
        async with session(url) as other:
            await other.execute("SELECT * FROM tables FOR UPDATE")
            appending = asyncio.create_task(store.append("a", 1, entries("a", 1, 2)))
            [before] = await waiting(url)
            line.cut = "before"
            await line.hang_up()
            while (now := await waiting(url)) in ([], [before]):
                await asyncio.sleep(0.01)
            assert before not in now
            await other.execute("ROLLBACK")
            await appending
        assert await store.history("a") == entries("a", 0, 2)


async def waiting(url: PostgresUrl) -> list[int]:
    """Return the processes that append and wait for a lock, once there are some."""
    ask = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ~ '^WITH (given|counted)'"
    async with asyncio.timeout(30):
        while not (found := [row["pid"] for row in await fetched(url, ask)]):
            await asyncio.sleep(0.01)
    return found


@pytest.mark.usefixtures("hasty")
async def test_a_line_that_has_gone_silent_is_given_up_and_the_append_counts_at_most_once(url: PostgresUrl) -> None:
    async with cut_line(url) as (line, through), stored(through) as store:
        await store.append("a", 0, entries("a", 0, 1))
        line.silent = True
        assert await fails(store, "a", 1) == "unreachable"
        with pytest.raises(StoreError, match="can't be reached"):
            await store.load("a")
        line.silent = False
        await store.append("a", 1, entries("a", 1, 2))
        assert await store.history("a") == entries("a", 0, 2)


async def cut_again(line: CutLine) -> None:
    line.cut = "after"


@pytest.mark.usefixtures("hasty")
async def test_an_append_that_is_given_up_does_not_count_as_refused_if_the_database_may_have_it(
    url: PostgresUrl,
) -> None:
    async with cut_line(url) as (line, through), stored(through) as store:
        for number in range(2):  # the second one prepares the statement
            await store.append("a", number, entries("a", number, number + 1))

        line.cut, line.meanwhile = "after", partial(cut_again, line)
        with pytest.raises(OutcomeUnknown):
            await store.append("a", 2, entries("a", 2, 3))
        with pytest.raises(StoreError) as told:  # which was never sent
            await store.append("b", 0, entries("b", 0, 1))
        assert not isinstance(told.value, OutcomeUnknown)
        line.cut, line.meanwhile = "", None
        assert await store.history("a") == entries("a", 0, 3)
        assert await store.history("b") == []


async def test_a_statement_sent_while_the_server_ends_the_session_met_a_lost_line() -> None:
    """The driver then calls its own state wrong; it happened once in some restarts."""
    error = asyncpg.InternalClientError("cannot switch to state 12; another operation (2) is in progress")
    assert isinstance(error, FAILURES)
    assert explained(error).fault == "unreachable"


async def append_on(store: AnyStore, table: str, enough: asyncio.Event) -> None:
    number = 0
    while not enough.is_set():
        await store.append(table, number, entries(table, number, number + 1))
        number += 1
    assert await store.history(table) == entries(table, 0, number)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT])
async def test_a_restart_of_postgresql_loses_and_repeats_nothing(
    postgres_server: Postgres, url: PostgresUrl, how: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Players only wait. SIGQUIT is like a crash: PostgreSQL recovers from its log."""
    monkeypatch.setattr("carreau.server.postgresql.connections.PATIENCE", 60.0)  # on a busy machine
    async with stored(url) as store:
        enough = asyncio.Event()
        playing = asyncio.gather(*(append_on(store, f"table{number}", enough) for number in range(5)))
        for _ in range(2):
            before = store.commits
            while store.commits < before + 20:
                await asyncio.sleep(0.01)
            await asyncio.to_thread(postgres_server.stop, how)
            await asyncio.to_thread(postgres_server.start)
        enough.set()
        await playing


@pytest.mark.usefixtures("hasty")
async def test_while_postgresql_is_down_everything_says_so_and_later_works_again(
    postgres_server: Postgres, url: PostgresUrl
) -> None:
    async with stored(url) as store:
        await store.append("a", 0, entries("a", 0, 1))
        await asyncio.to_thread(postgres_server.stop)
        try:
            assert await fails(store, "a", 1) == "unreachable"
            for attempt in (store.load("a"), store.saw_guest("ada", 1.0), store.check()):
                with pytest.raises(StoreError, match="the database server can't be reached: start it"):
                    await attempt
        finally:
            await asyncio.to_thread(postgres_server.start)
        await store.check()
        await store.append("a", 1, entries("a", 1, 2))
        assert await store.history("a") == entries("a", 0, 2)


# Locks


async def test_readers_do_not_wait_for_writers(url: PostgresUrl) -> None:
    async with stored(url) as store:
        await store.append("a", 0, [b"x"], About("open", ("ada",), b"{}"))
        async with session(url) as other:
            await other.execute("UPDATE tables SET entries = 9")
            await other.execute("LOCK TABLE entries, tables, snapshots IN EXCLUSIVE MODE")
            assert await store.load("a") == Stored(b"", 0, (b"x",))
            assert [row.id for row in await store.listed()] == ["a"]


async def test_a_locked_database_is_told_and_goes_by(url: PostgresUrl, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SESSION, "lock_timeout", "100ms")
    async with stored(url) as store:
        await store.append("a", 0, entries("a", 0, 1))
        async with session(url) as other:
            await other.execute("LOCK TABLE entries IN EXCLUSIVE MODE")
            group = [store.append("a", 1, [b"lost"]), *(store.append(f"b{n}", 0, [b"lost"]) for n in range(20))]
            outcomes = await asyncio.gather(*group, return_exceptions=True)
            assert {isinstance(each, StoreError) and each.fault for each in outcomes} == {"locked"}
            with pytest.raises(StoreError, match="LockNotAvailableError"):
                await store.check()
        await store.check()
        await store.append("a", 1, entries("a", 1, 2))
        assert await store.running() == []


async def take_over(other: PostgresStore) -> None:
    await other.open()
    await other.ownership.claim("a")


async def test_a_server_whose_database_was_taken_over_stores_nothing(url: PostgresUrl) -> None:
    """Somebody starts another server while this one is cut off."""
    async with cut_line(url) as (line, through), stored(through) as store:
        await store.append("a", 0, entries("a", 0, 1))
        line.cut = "before"
        other = PostgresStore(url)
        line.meanwhile = partial(take_over, other)
        assert await fails(store, "a", 1) == "moved"
        await other.append("a", 1, [b"theirs"])
        assert await other.history("a") == [*entries("a", 0, 1), b"theirs"]
        await other.close()


async def test_nobody_appends_to_a_table_that_another_server_has_claimed(url: PostgresUrl) -> None:
    async with stored(url) as store, stored(url) as other:
        for table in ("a", "b"):
            await store.append(table, 0, entries(table, 0, 1))
        assert await other.ownership.claim("a") is None
        group = store.append("a", 1, [b"late"]), store.append("b", 1, entries("b", 1, 2))
        outcomes = await asyncio.gather(*group, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [TableMoved, type(None)]
        await other.append("a", 1, entries("a", 1, 2))
        assert await store.history("a") == entries("a", 0, 2)
        assert await store.ownership.claim("a") is None  # the other one has never joined, so it counts as gone
        await store.append("a", 2, entries("a", 2, 3))


async def test_an_append_that_waits_while_its_table_is_claimed_is_refused(url: PostgresUrl) -> None:
    async with stored(url) as store, stored(url) as other:
        await store.append("a", 0, entries("a", 0, 1))
        async with session(url) as busy:
            await busy.execute("SELECT * FROM tables FOR UPDATE")
            late = asyncio.create_task(store.append("a", 1, [b"late"]))
            await waiting(url)
            await busy.execute("UPDATE tables SET token = token + 1")  # as a claim does
            await busy.execute("COMMIT")
            with pytest.raises(TableMoved):
                await late
        assert await other.history("a") == entries("a", 0, 1)


async def test_a_table_belongs_to_one_living_server(url: PostgresUrl) -> None:
    async with stored(url) as store, stored(url) as other:
        await store.ownership.join("one:8000", "key", 60.0, lambda _: None)
        await other.ownership.join("other:8000", "key", 60.0, lambda _: None)
        for number in range(20):
            await store.append(f"table{number}", 0, [b"x"], About("playing", (), b""))
        assert await other.ownership.claim("table1") == Peer(store.ownership.id, "one:8000")
        assert await other.ownership.adopt() == []
        await store.ownership.leave()
        assert await other.ownership.claim("table1") is None
        assert len(await other.ownership.adopt()) == 19
        assert [member.alive for member in await other.ownership.members()] == []


async def test_servers_share_out_the_games_of_one_that_is_gone(url: PostgresUrl) -> None:
    async with stored(url) as store, stored(url) as one, stored(url) as other:
        for each in (store, one, other):
            await each.ownership.join(f"{id(each)}:8000", "key", 60.0, lambda _: None)
        for number in range(200):
            await store.append(f"table{number}", 0, [b"x"], About("playing", (), b""))
        await store.append("not running", 0, [b"x"], About("open", (), b""))
        await store.ownership.leave()
        shares = [set(await each.ownership.adopt()) for each in (one, other)]
        assert not shares[0] & shares[1]
        assert len(shares[0] | shares[1]) == 200
        assert min(map(len, shares)) > 60


async def test_servers_hear_each_other(url: PostgresUrl) -> None:
    heard: list[str] = []
    async with stored(url) as store, stored(url) as other:
        await store.ownership.join("one:8000", "key", 60.0, lambda _: None)
        await other.ownership.join("other:8000", "key", 60.0, heard.append)
        ask = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%servers%'"
        await fetched(url, f"{ask} AND pid <> pg_backend_pid()")
        async with asyncio.timeout(30):
            while "hello" not in heard:
                with suppress(StoreError):
                    await other.ownership.renew()
                await store.ownership.tell("hello")
        assert heard.count("") == 2  # it may have missed something while the connection was lost


async def test_a_database_of_schema_1_is_brought_up_to_date_once_its_server_has_stopped(url: PostgresUrl) -> None:
    """Its server would write without a token."""
    async with session(url) as old:
        await old.execute(POSTGRESQL_1.read_text(encoding="utf-8"))
        await old.execute("COMMIT")
        await old.execute("SELECT pg_advisory_lock(hashtextextended('carreau ' || current_schema(), 0))")
        with pytest.raises(StoreError, match="an older server"):
            await PostgresStore(url).open()
    async with stored(url) as store:
        assert await store.load("playing") == Stored(b"\0\xff", 3, tuple(entries("playing", 3, 5)))
        assert await store.ownership.adopt() == []  # it hasn't joined
        await store.append("playing", 5, entries("playing", 5, 6))
        await store.ownership.join("one:8000", "key", 60.0, lambda _: None)
    async with stored(url) as store:
        await store.ownership.join("one:8000", "key", 60.0, lambda _: None)
        assert await store.history("playing") == entries("playing", 0, 6)


async def test_a_database_of_schema_2_gets_statistics(url: PostgresUrl) -> None:
    async with session(url) as old:
        await old.execute(POSTGRESQL_2.read_text(encoding="utf-8"))
        await old.execute("COMMIT")
    async with stored(url) as store:
        assert await store.statistics.uncounted() == ["over"]
        assert await store.load("playing") == Stored(b"\0\xff", 3, tuple(entries("playing", 3, 5)))
        assert await store.statistics.results("caro") == []


# Disks, and databases that can't be used


async def test_a_full_disk_is_told_and_goes_by(postgres_server: Postgres, url: PostgresUrl) -> None:
    disk = postgres_server.folder / "disk"
    disk.mkdir()
    if shutil.which("mount") is None or mounted(disk):
        pytest.skip("only root can mount a small disk")
    try:
        shutil.chown(disk, disk.parent.owner())
        await fetched(url, f"CREATE TABLESPACE small LOCATION '{disk}'")
        small = PostgresUrl(f"{url.dsn}%20-cdefault_tablespace%3Dsmall")
        async with stored(small) as store:
            await store.append("a", 0, entries("a", 0, 1))
            (disk / "filler").write_bytes(bytes(1 << 21))
            large = os.urandom(1 << 21)  # which can't be compressed
            group = store.append("a", 1, [large]), store.append("b", 0, [large])
            outcomes = await asyncio.gather(*group, return_exceptions=True)
            assert [(type(each), getattr(each, "fault", "")) for each in outcomes] == [(StoreError, "full")] * 2
            assert "the database's disk is full: free some space" in str(outcomes[0])
            (disk / "filler").unlink()
            await store.append("a", 1, entries("a", 1, 2))
            assert await store.history("a") == entries("a", 0, 2)
        await fetched(small, "DROP SCHEMA " + small.dsn.partition("search_path%3D")[2].partition("%20")[0] + " CASCADE")
        await fetched(url, "DROP TABLESPACE small")
    finally:
        subprocess.run(["umount", "--lazy", disk], check=True)


def mounted(disk: Path) -> bool:
    command = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(disk)]
    return subprocess.run(command, check=False, capture_output=True).returncode != 0


async def test_a_deleted_database_is_told(url: PostgresUrl) -> None:
    async with stored(url) as store:
        await store.append("a", 0, [b"x"])
        await fetched(url, "DROP TABLE entries CASCADE")
        assert await fails(store, "a", 1) == "gone"
        with pytest.raises(StoreError, match="was deleted while the server was running"):
            await store.check()


async def never_reached(_: AnyStore) -> None:
    raise AssertionError


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (("@/postgres", "@/nowhere"), "check --database"),
        (("carreau:", "nobody:"), "check --database"),
        (("search_path%3Dtest", "search_path%3Dno"), "create one"),
        (("host=/", "host=/nowhere/"), "start it, or check the network"),
    ],
)
def test_a_database_that_cannot_be_used_is_refused_with_the_reason_and_without_the_password(
    url: PostgresUrl, harm: tuple[str, str], said: str
) -> None:
    wrong = PostgresUrl(url.dsn.replace(*harm))
    with pytest.raises(StoreError, match=f"^opening postgresql:///.*{said}") as told:
        run(wrong, never_reached)
    assert "a-password" not in f"{told.value} {wrong!r}"


async def test_another_encoding_is_refused(postgres_server: Postgres) -> None:
    await fetched(
        postgres_server.url("postgres"),
        "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0",
    )
    with pytest.raises(StoreError, match="ENCODING 'UTF8'"):
        await PostgresStore(postgres_server.url("latin")).open()
