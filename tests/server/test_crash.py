"""A server that is killed under load loses nothing and does nothing twice. `make crash` kills it a hundred times."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from carreau.server.bot_pool import BotPool
from carreau.server.house import House, NewTable, NoTable, SitThere, summary
from carreau.server.live import LiveTable
from carreau.server.metrics import Metrics
from carreau.server.settings import Settings
from carreau.server.sqlite import SqliteStore
from carreau.server.store import About, Guest, StoreError
from carreau.table import commands
from carreau.table.events import encode
from carreau.table.table import Table
from tests.effort import EFFORT
from tests.server.crash import compare, play_and_kill
from tests.server.hosting import put_up, saying
from tests.server.running import running


def test_what_was_told_is_there_once_however_often_the_server_dies(tmp_path: Path) -> None:
    with running(tmp_path, bots=1) as server:
        found = asyncio.run(compare(asyncio.run(play_and_kill(server, range(3 * EFFORT), seed=1))))
    assert found.accepted > 50
    assert found.messages > 100


class Witness:
    """Somebody at a table who keeps what they are told."""

    guest = "witness"
    pov = -1
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


def test_a_command_that_is_broken_off_leaves_a_table_as_it_is_on_disk_or_given_up(tmp_path: Path) -> None:
    """Nothing but the end of the server breaks a command off, at any moment."""

    async def test() -> None:
        async with opened(tmp_path) as store:
            given_up = []
            for moment in range(8):
                created = put_up(f"table{moment}")
                await store.append(created.table, 0, [encode(created)])
                live, witness = LiveTable(Table(created), store, BotPool(1), Metrics(), summary, 60), Witness()
                await live.join(witness)
                sender = asyncio.create_task(live.perform(saying("words")))
                for _ in range(moment):
                    await asyncio.sleep(0)
                sender.cancel()
                await asyncio.wait([sender])
                given_up.append(live.broken)
                if not live.broken:
                    assert live.table.event_count == len(await store.history(created.table))
                    assert live.table.event_count == 1 + sum(b'"type":"update"' in message for message in witness.told)
            assert set(given_up) == {False, True}

    asyncio.run(test())


OLD = put_up("old")
OTHER_RULES = msgspec.structs.replace(OLD, rules=999)


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        ([encode(OTHER_RULES)], "version 999"),
        ([encode(msgspec.structs.replace(OTHER_RULES, options={"gone": 1}))], "version 999"),
        ([encode(msgspec.structs.replace(OTHER_RULES, seats=9))], "version 999"),
        ([encode(msgspec.structs.replace(OTHER_RULES, game="gone"))], "gone is no game"),
        ([encode(OLD), b'{"what":"later","at":1.0,"card":"the queen"}'], "another version of carreau"),
        ([encode(OLD), b"\xff"], "another version of carreau"),
        ([encode(OLD), b'{"what":"acted","at":1.0,"actor":0,"action":0}'], "it is damaged"),
        ([encode(OLD), b'{"what":"hired","at":1.0,"seat":99,"level":"1"}'], "it is damaged"),
        ([encode(OLD).replace(OLD.secret.encode(), b"no hex")], "it is damaged"),
        ([b'{"what":"started","at":1.0}'], "first entry"),
    ],
)
def test_a_table_that_cannot_be_opened_stays_closed_and_all_others_go_on(
    entries: list[bytes], why: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            for table, stored in (("old", entries), ("new", [encode(put_up("new"))])):
                await store.append(table, 0, stored, About("playing", (), b"{}"))
            house = House(store, BotPool(1), Metrics(), Settings(database=tmp_path / "carreau.db"))
            await house.start()
            assert list(house.tables) == ["new"]
            with pytest.raises(NoTable, match=why) as told:
                await house.open("old")
            assert "queen" not in str(told.value)
            await house.stop()

    asyncio.run(test())


def test_a_snapshot_that_cannot_be_read_keeps_its_table_closed(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            await store.append("old", 0, [encode(OLD)], About("open", (), b"{}"), snapshot=b'{"created":"the queen"}')
            house = House(store, BotPool(1), Metrics(), Settings(database=tmp_path / "carreau.db"))
            with pytest.raises(NoTable, match="another version of carreau"):
                await house.open("old")

    asyncio.run(test())


class Full(SqliteStore):
    """A disk with no room for another table."""

    async def append(self, table: str, first: int, *rest: Any, **more: Any) -> None:
        if first == 0:
            raise StoreError("the disk is full")
        await super().append(table, first, *rest, **more)


def test_nobody_is_sent_to_a_rematch_that_is_not_on_disk(tmp_path: Path) -> None:
    """However the server ends between the two tables: whoever heard of the new one finds it."""
    settings = Settings(database=tmp_path / "carreau.db")
    host = Guest("host", "Host", "", 0.0, 0.0)

    async def resigned(house: House) -> LiveTable:
        sits = [SitThere(seat, "00" * 16) for seat in (0, 1)]
        live = await house.create(host, NewTable("caro", 2, sit=sits, start=True))
        await live.perform(lambda table, now: commands.resign(table, "host", 0, now))
        return live

    async def test() -> None:
        async with opened(tmp_path) as store:
            old = await resigned(House(store, BotPool(1), Metrics(), settings))
        full = Full(tmp_path / "carreau.db")
        house, witness = House(full, BotPool(1), Metrics(), settings), Witness()
        live = await house.open(old.table.id)
        await live.join(witness)
        seen = len(witness.told)
        with pytest.raises(StoreError, match="full"):
            await house.rematch(live, host)
        assert (live.table.next_table, witness.told[seen:]) == ("", [])
        await full.close()
        async with opened(tmp_path) as store:
            again = House(store, BotPool(1), Metrics(), settings)
            new = await again.rematch(await again.open(old.table.id), host)
            assert (await again.load(old.table.id)).next_table == new
            assert (await again.load(new)).created.rematch_of == old.table.id

    asyncio.run(test())
