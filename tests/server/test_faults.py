"""Real disk faults under a real server: none is hidden, and nothing is acknowledged unless it is stored."""

import asyncio
import os
import resource
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.server.client import at_table
from tests.server.faults import at_a_table, becomes, chats, failed_appends, logged, refused_start
from tests.server.running import Running, running

# Full and failing disks


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """Mount a small disk, if this user may."""
    folder.mkdir()
    if (
        shutil.which("mount") is None
        or subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], check=False, capture_output=True
        ).returncode
    ):
        pytest.skip("only root can mount a disk; the next test fails differently, but for everybody")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def test_a_full_disk_is_visible_and_goes_by(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "4m") as disk:
        server = Running(tmp_path)
        server.database = disk / "carreau.db"
        with server:
            asyncio.run(on_a_full_disk(server, disk / "filler"))


async def on_a_full_disk(server: Running, filler: Path) -> None:
    async with at_a_table(server) as client:
        fill(filler)
        refused = [not await chats(client, "x" * 400) for _ in range(20)]  # some entries may still fit into the log
        assert refused[-1]
        await becomes(server, (503, "not ready: full"))
        assert "error=SQLITE_FULL" in logged(server, "full")[0]
        assert len(logged(server, "full")) == failed_appends(server, "full") >= refused.count(True) > 0
        filler.unlink()
        await becomes(server, (200, "ready"))
        async with at_table(client.table_id, [client.guest]) as [again]:
            assert len(again.chat) == 1 + refused.count(False)
            assert await chats(again, "after")


def fill(path: Path) -> None:
    with path.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1024))
        except OSError:
            pass


def test_a_disk_that_takes_no_more_bytes_is_visible_and_goes_by(tmp_path: Path) -> None:
    """No file of the server may grow, as with a quota."""
    with running(tmp_path) as server:
        asyncio.run(with_a_quota(server))


async def with_a_quota(server: Running) -> None:
    assert server.process is not None
    pid = server.process.pid
    _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    async with at_a_table(server) as client:
        log = Path(f"{server.database}-wal")
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (log.stat().st_size, hard))
        assert not await chats(client, "lost")
        await becomes(server, (503, "not ready: io"))
        assert "error=SQLITE_IOERR_WRITE" in logged(server, "io")[0]
        assert failed_appends(server, "io") >= 1
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))
        await becomes(server, (200, "ready"))
        async with at_table(client.table_id, [client.guest]) as [again]:
            assert [line.text for line in again.chat] == ["before"]
            assert await chats(again, "after")


# A database that is in use


def test_a_locked_database_is_visible_and_goes_by(tmp_path: Path) -> None:
    with running(tmp_path) as server, closing(sqlite3.connect(server.database, isolation_level=None)) as other:
        asyncio.run(while_locked(server, other))


async def while_locked(server: Running, other: sqlite3.Connection) -> None:
    async with at_a_table(server) as client:
        other.execute("BEGIN IMMEDIATE")
        assert not await chats(client, "lost")
        await becomes(server, (503, "not ready: locked"))
        assert "error=SQLITE_BUSY" in logged(server, "locked")[0]
        assert len(logged(server, "locked")) == failed_appends(server, "locked")
        other.execute("ROLLBACK")
        await becomes(server, (200, "ready"))
        async with at_table(client.table_id, [client.guest]) as [again]:
            assert await chats(again, "after")


def test_a_second_server_refuses_to_start_and_names_the_first(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        assert server.process is not None
        said = refused_start(tmp_path, server)
        assert f"another server uses this database (process {server.process.pid} on host {os.uname().nodename}" in said
        asyncio.run(still_works(server))


async def still_works(server: Running) -> None:
    async with at_a_table(server) as client:
        assert await chats(client, "after")


def test_a_killed_server_holds_nothing(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        server.kill()
        assert Path(f"{server.database}.lock").exists()
        server.start()
    assert not Path(f"{server.database}.lock").exists()


# Deleted files


def delete(database: Path) -> None:
    database.unlink()


def delete_log(database: Path) -> None:
    database.with_name(f"{database.name}-wal").unlink()


def delete_everything(database: Path) -> None:
    for path in list(database.parent.glob(f"{database.name}*")):
        path.unlink()


def move_away(database: Path) -> None:
    database.rename(database.with_name("elsewhere.db"))


def replace(database: Path) -> None:
    other = database.with_name("other.db")
    shutil.copy(database, other)
    other.replace(database)


@pytest.mark.parametrize("harm", [delete, delete_log, delete_everything, move_away, replace])
def test_nothing_is_acknowledged_once_the_file_is_gone(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    with running(tmp_path) as server:
        asyncio.run(without_its_file(server, harm))


async def without_its_file(server: Running, harm: Callable[[Path], None]) -> None:
    async with at_a_table(server) as client:
        harm(server.database)
        for _ in range(3):
            assert not await chats(client, "lost")
        answer = await client.guest.http.post("/api/tables", json={"game": "caro"})
        assert answer.status_code == 503
        await becomes(server, (503, "not ready: gone"))
        assert len(logged(server, "gone")) == failed_appends(server, "gone") >= 4


async def move_away_and_back(server: Running) -> None:
    async with at_a_table(server) as client:
        move_away(server.database)
        assert not await chats(client, "perhaps")
        server.database.with_name("elsewhere.db").rename(server.database)
        await becomes(server, (200, "ready"))
        async with at_table(client.table_id, [client.guest]) as [again]:
            assert await chats(again, "after")


def test_a_file_that_comes_back_is_used_again(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        asyncio.run(move_away_and_back(server))
