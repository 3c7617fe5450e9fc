"""A server that is killed under load loses nothing and does nothing twice. `make crash` kills it a hundred times."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import time

import msgspec
import pytest

from carreau.server.house import House, NoTable, summary
from carreau.server.live import Decide, LiveTable
from carreau.server.metrics import Metrics
from carreau.server.settings import Settings
from carreau.server.sqlite import SqliteStore
from carreau.server.store import About
from carreau.server.thinkers import Thinkers
from carreau.table import commands
from carreau.table.entries import Created, encode
from carreau.table.table import Table
from tests.effort import EFFORT
from tests.server.crash import compare, play_and_kill
from tests.server.running import running

SECRET = bytes(32)


def test_what_was_told_is_there_once_however_often_the_server_dies(tmp_path: Path) -> None:
    with running(tmp_path, bots=1) as server:
        found = asyncio.run(compare(asyncio.run(play_and_kill(server, range(3 * EFFORT), seed=1))))
    assert found.accepted > 50
    assert found.messages > 100


class Witness:
    """Somebody at a table who keeps what they are told."""

    guest = "witness"
    look = -1
    lag = 0.0

    def __init__(self) -> None:
        self.told: list[bytes] = []

    def send(self, message: bytes, delay: float = 0.0) -> None:
        self.told.append(message)


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(folder / "carreau.db")
    try:
        yield store
    finally:
        await store.close()


def put_up(table: str) -> Created:
    return commands.create(table, "caro", 2, {}, "host", SECRET, time())


def saying(words: str) -> Decide:
    return lambda table, now: commands.chat(table, "host", "Host", words, now)


def test_what_gets_on_disk_is_told_although_its_sender_has_gone(tmp_path: Path) -> None:
    """A connection that breaks cancels whatever it was waiting for, at any moment."""

    async def test() -> None:
        async with opened(tmp_path) as store:
            created = put_up("table")
            await store.append("table", 0, [encode(created)])
            live, witness = LiveTable(Table(created), store, Thinkers(1), Metrics(), summary, 60), Witness()
            await live.join(witness)
            for moment in range(8):
                sender = asyncio.create_task(live.perform(saying(f"words {moment}")))
                for _ in range(moment):
                    await asyncio.sleep(0)
                sender.cancel()
                await asyncio.wait([sender])
            await live.perform(saying("the end"))
            stored = await store.history("table")
            happened = [message for message in witness.told if b'"say":"happened"' in message]
            assert not live.broken
            assert len(stored) == 1 + len(happened)
            assert len(happened) >= 8

    asyncio.run(test())


def test_a_table_of_other_rules_stays_closed_and_all_others_go_on(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            old = msgspec.structs.replace(put_up("old"), rules=999)
            for created in (old, put_up("new")):
                await store.append(created.table, 0, [encode(created)], About("open", (), b"{}"))
            house = House(store, Thinkers(1), Metrics(), Settings(database=tmp_path / "carreau.db"))
            await house.start()
            assert list(house.tables) == ["new"]
            with pytest.raises(NoTable, match="version 999"):
                await house.open("old")
            await house.stop()

    asyncio.run(test())
