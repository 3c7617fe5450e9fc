"""`carreau migrate-store` and PostgreSQL's own tools: whatever a store contains arrives, or nothing does."""

import asyncio
import sqlite3
import subprocess
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from carreau.cli.main import backup
from carreau.cli.migrate_store import run_migrate_store
from carreau.core.errors import CarreauError
from carreau.server.operator_records import AuditEntry, Ban, Report, Site
from carreau.server.postgresql.copying import PostgresSide
from carreau.server.settings import PostgresUrl
from carreau.server.store import About, Guest, StoreError
from carreau.server.store_copy import RELATIONS, FileSide, Relation, copy_store, fingerprints, opened_source
from tests.server.storing import AnyStore, Database, entries, finished_game, run, stored
from tools.postgres import BINARIES, Postgres, fetched

pytestmark = pytest.mark.anyio

WRITE = PostgresSide.write
REPORT = Report(0, 3.0, "a", "ada", "bob", "Bob", "192.0.2.1", "chat", "words", [])


async def fill(store: AnyStore) -> None:
    """Store something of every kind; several pages of entries."""
    for guest in ("ada", "bob"):
        await store.save_guest(Guest(guest, f"{guest} \N{SNOWMAN}", "hash", 1.0, 2.5))
    await store.save_code("code", "ada", expires=1e12)
    await store.append("a", 0, entries("a", 0, 1500), About("playing", ("ada", "bob"), b'{"a":1}'), snapshot=b"\0\xff")
    await store.append("a", 1500, entries("a", 1500, 1503))
    await store.append("B", 0, [b"x"], About("over", ("bob",), b"{}", public=False, counted=False))
    await store.append("ä", 0, [])
    await store.statistics.count("B", finished_game())
    operators = store.operators
    await operators.close_table("B")
    await operators.ban(Ban("192.0.2.9", 1e12, "floods", "ada", 4.0))
    await operators.add_report(REPORT)
    await operators.log(AuditEntry(5.0, "ada", "close", "B", "noise"))
    await operators.save_site(Site(announcement="Back at noon"))


async def check_filled(store: AnyStore) -> None:
    """Check that a store works, and that new rows follow the copied ones."""
    await store.append("a", 1503, entries("a", 1503, 1504))
    assert await store.history("a") == entries("a", 0, 1504)
    assert await store.take_code("code", 1.0) == "ada"
    assert (await store.operators.site()).announcement == "Back at noon"
    await store.operators.add_report(REPORT)
    assert [report.id for report in await store.operators.reports()] == [2, 1]
    assert [row.id for row in await store.operators.tables("B")] == ["B"]
    assert await store.operators.closed_tables() == ["B"]


async def contents(database: Database) -> dict[str, tuple[int, dict[object, bytes]]]:
    async with opened_source(database) as side:
        return {relation.table: await fingerprints(side, relation) for relation in RELATIONS}


def migrate(source: Database, target: Database) -> str:
    """Run the command; return what it printed."""
    console = Console(width=200)
    with console.capture() as capture:
        run_migrate_store(
            console, *(each.dsn if isinstance(each, PostgresUrl) else str(each) for each in (source, target))
        )
    return capture.get()


def test_everything_goes_to_postgresql_and_back(url: PostgresUrl, path: Path) -> None:
    back = path.with_name("back.db")
    run(path, fill)
    path.with_suffix(".key").write_text("secret")
    said = migrate(path, url)
    assert "entries        1,504" in said
    assert f"{path} is unchanged" in said
    assert f"copy {path.with_suffix('.key')} to " in said
    assert "a-password" not in said + migrate(url, back)
    before = asyncio.run(contents(path))
    assert {table: number for table, (number, _) in before.items() if not number} == {}
    assert before == asyncio.run(contents(url)) == asyncio.run(contents(back))
    for database in (url, back):
        run(database, check_filled)


def test_a_copy_never_adds_to_what_is_there(url: PostgresUrl, path: Path) -> None:
    run(path, fill)
    run(url, lambda store: store.save_guest(Guest("eve", "Eve", "hash", 1.0, 1.0)))
    with pytest.raises(CarreauError, match=r"^opening postgresql:///postgres: it isn't empty, there are guests"):
        migrate(path, url)
    with pytest.raises(CarreauError, match="this file exists already"):
        migrate(url, path)
    with pytest.raises(CarreauError, match="both databases are the same"):
        migrate(url, url)
    with pytest.raises(CarreauError, match="doesn't exist"):
        migrate(path.with_name("nowhere.db"), url)
    assert sorted(found.name for found in path.parent.iterdir()) == [path.name]


async def test_a_database_in_use_is_not_copied(database: Database, path: Path) -> None:
    async with stored(database) as store:
        await store.ownership.join("here:8000", "key", 60.0, lambda _: None)
        with pytest.raises(CarreauError, match="uses this database"):
            await copy_store(database, path.with_name("copy.db"), lambda _, __: None)


class Careless(FileSide):
    """A disk that changes one bit."""

    async def write(self, relation: Relation, rows: Any) -> None:
        if relation.table == "entries":
            rows = [(table, number, content.replace(b"a 77", b"a 76"), at) for table, number, content, at in rows]
        await super().write(relation, rows)


def test_a_copy_that_differs_counts_for_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(path, fill)
    monkeypatch.setattr("carreau.server.store_copy.FileSide", Careless)
    with pytest.raises(CarreauError, match="the copy differs in entries, table_id a: nothing was copied"):
        asyncio.run(copy_store(path, path.with_name("copy.db"), lambda _, __: None))
    assert [found.name for found in path.parent.iterdir()] == [path.name]


async def write_no_audit(side: PostgresSide, relation: Relation, rows: Any) -> None:
    if relation.table == "audit":
        raise StoreError("the disk is full", "full")
    await WRITE(side, relation, rows)


def test_a_failure_leaves_postgresql_empty(url: PostgresUrl, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(path, fill)
    with monkeypatch.context() as patched:
        patched.setattr(PostgresSide, "write", write_no_audit)
        with pytest.raises(StoreError, match="the disk is full"):
            migrate(path, url)
    assert {number for number, _ in asyncio.run(contents(url)).values()} == {0}
    migrate(path, url)


async def test_every_column_of_both_schemas_is_copied(url: PostgresUrl, path: Path) -> None:
    async with stored(url), stored(path):
        pass
    known = {(relation.table, column) for relation in RELATIONS for column in relation.columns}
    ask = """SELECT table_name, column_name FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name <> 'servers'"""
    assert {tuple(row) for row in await fetched(url, ask)} == known | {("tables", "server"), ("tables", "token")}
    with closing(sqlite3.connect(path)) as connection:
        ask = "SELECT m.name, c.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c WHERE m.type = 'table'"
        assert set(connection.execute(ask)) == known


# PostgreSQL's own tools, as docs/hosting.md describes them


async def dump(url: PostgresUrl, path: Path, store: AnyStore) -> None:
    await fill(store)
    tool("pg_dump", "--format=custom", f"--file={path}", url.dsn)


def test_a_backup_by_postgresql_while_the_server_runs_can_be_restored(postgres_server: Postgres, path: Path) -> None:
    url, restored = postgres_server.database(), postgres_server.database()
    run(url, partial(dump, url, path))
    tool("pg_restore", "--no-owner", "--exit-on-error", f"--dbname={restored.dsn}", str(path))
    assert asyncio.run(contents(url)) == asyncio.run(contents(restored))
    run(restored, check_filled)


def tool(name: str, *arguments: str) -> None:
    subprocess.run([BINARIES / name, *arguments], check=True)


def test_carreau_backup_names_the_right_tool(path: Path) -> None:
    with pytest.raises(CarreauError, match="pg_dump --format=custom"):
        backup(path, "postgresql:///carreau")
