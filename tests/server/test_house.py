"""Tables in memory: opened again after trouble, left, dropped and cleared away, and what is seen of it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from time import time
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from carreau.core.game import SPECTATOR
from carreau.server.bot_pool import BotPool
from carreau.server.bot_protocol import BotMove, GameHistory
from carreau.server.house import QUIET, House, NewTable, SitThere
from carreau.server.identity import DAY
from carreau.server.live import SNAPSHOT_EVERY, LiveTable
from carreau.server.metrics import Metrics
from carreau.server.settings import Settings
from carreau.server.sockets import Connection
from carreau.server.sqlite import SqliteStore
from carreau.server.store import About, Guest, StoreError
from carreau.table import commands
from carreau.table.events import encode
from tests.server.client import PATIENCE
from tests.server.hosting import put_up, saying
from tests.server.viewer import Eye

HOST = Guest("host", "Host", "", 0.0, 0.0)
FRIEND = Guest("friend", "Friend", "", 0.0, 0.0)
SHARE = "00" * 16


class Disk(SqliteStore):
    """A disk that may be full, or busy until it is free."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.full = False
        self.free = asyncio.Event()
        self.free.set()
        self.listed_idle: Callable[[], Awaitable[None]] | None = None  # what happens while others are cleared away

    async def append(self, *given: Any, **more: Any) -> None:
        if self.full:
            raise StoreError("the disk is full")
        await self.free.wait()
        await super().append(*given, **more)

    async def idle(self, before: float, abandoned: float) -> list[str]:
        found = await super().idle(before, abandoned)
        if self.listed_idle:
            await self.listed_idle()
        return found


class Slow(BotPool):
    """Bots that never come to an end."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[int] = []  # the seats for which they were asked

    async def choose(self, table: str, history: GameHistory, seat: int, *_: Any, **__: Any) -> BotMove:
        self.asked.append(seat)
        await asyncio.Event().wait()
        raise AssertionError("unreachable")


class Place:
    """A house with its disk and its bots."""

    def __init__(self, folder: Path) -> None:
        self.disk = Disk(folder / "carreau.db")
        self.bots = Slow()
        settings = Settings(database=folder / "carreau.db", grace_seconds=0)
        self.house = House(self.disk, self.bots, Metrics(), settings)

    async def against_a_bot(self) -> LiveTable:
        """It is the bot's turn, and the copy has a task that must be stopped."""
        live = await self.house.create(HOST, NewTable("caro", 2, sit=[SitThere(1, SHARE)], bots={"0": "1"}, start=True))
        await asyncio.sleep(0)
        return live

    async def for_two(self) -> LiveTable:
        live = await self.house.create(HOST, NewTable("caro", 2, absent="bot", sit=[SitThere(0, SHARE)]))
        await live.perform(lambda table, now: commands.sit(table, FRIEND.id, FRIEND.name, 1, SHARE, now))
        return live

    async def breaks(self, live: LiveTable) -> None:
        """Something can't be stored, and memory and disk differ."""
        self.disk.full = True
        with pytest.raises(StoreError, match="full"):
            await live.perform(saying("lost"))
        self.disk.full = False
        assert live.broken

    async def when_there_is_another(self, live: LiveTable) -> LiveTable:
        """The copy that the house has instead, as soon as it has one."""
        while self.house.tables[live.table.id] is live:
            await asyncio.sleep(0)
        return await self.house.open(live.table.id)


def at_place(folder: Path, test: Callable[[Place], Awaitable[None]]) -> None:
    @asynccontextmanager
    async def opened() -> AsyncIterator[Place]:
        place = Place(folder)
        try:
            yield place
        finally:
            await place.house.stop()
            await place.disk.close()

    async def together() -> None:
        async with asyncio.timeout(PATIENCE), opened() as place:
            await test(place)

    asyncio.run(together())


# Opened again


def test_whoever_comes_while_a_copy_is_replaced_is_told_what_happens_there(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        live, here, late = await place.against_a_bot(), Eye("host"), Eye("friend")
        await live.join(here)
        await place.breaks(live)

        async def come() -> None:
            await (await place.when_there_is_another(live)).join(late)

        coming = asyncio.create_task(come())
        again = await place.house.open(live.table.id)
        await coming
        await again.perform(saying("hello"))
        assert [line.text for line in late.happened().chat] == ["hello"]
        assert again.viewers == {here, late}

    at_place(tmp_path, test)


def test_those_who_looked_at_a_broken_copy_are_shown_what_is_on_disk_and_nothing_else(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        live, here = await place.against_a_bot(), Eye("host")
        await live.join(here)
        await place.breaks(live)
        place.disk.free.clear()

        async def act() -> None:
            await (await place.when_there_is_another(live)).perform(saying("not on disk yet"))

        acting = asyncio.create_task(act())
        await place.house.open(live.table.id)
        assert here.shown().number == len(await place.disk.history(live.table.id))
        assert here.shown().chat == []
        place.disk.free.set()
        await acting
        assert here.happened().number == here.shown().number + 1

    at_place(tmp_path, test)


class Silent:
    """A line that says nothing, hears nothing, and is closed at some time."""

    def __init__(self) -> None:
        self.closed = asyncio.Event()

    def say(self, message: bytes) -> None:
        pass

    async def hear(self) -> str:
        await self.closed.wait()
        raise WebSocketDisconnect


def test_who_goes_away_from_a_table_that_was_opened_again_is_missed_there(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        live, line = await place.for_two(), Silent()
        await live.join(Eye("host"))
        running = asyncio.create_task(Connection(line, FRIEND, live, place.house).run([]))
        await asyncio.sleep(0)
        await live.perform(lambda table, now: commands.start(table, "host", now))
        await place.breaks(live)
        again = await place.house.open(live.table.id)
        assert again.present() == ["friend", "host"]
        line.closed.set()
        with pytest.raises(WebSocketDisconnect):
            await running
        assert again.present() == ["host"]
        assert list(again.missed) == ["friend"]
        await asyncio.gather(*again.tasks)
        assert again.table.seats[1].stand_in

    at_place(tmp_path, test)


def test_a_broken_table_goes_on_by_itself_though_nobody_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carreau.server.house.MENDING", 0.01)

    async def test(place: Place) -> None:
        await place.house.start()
        live = await place.against_a_bot()
        await place.breaks(live)
        again = await place.when_there_is_another(live)
        await asyncio.sleep(0)
        assert (again.broken, place.bots.asked) == (False, [0, 0])

    at_place(tmp_path, test)


def test_a_broken_table_that_is_gone_is_forgotten_and_others_go_on(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        gone, stays = await place.for_two(), await place.for_two()
        for live in (gone, stays):
            await place.breaks(live)
        assert await place.disk.delete(gone.table.id, time() + DAY)
        await place.house.mend()
        assert list(place.house.tables) == [stays.table.id]
        assert not place.house.tables[stays.table.id].broken

    at_place(tmp_path, test)


def test_a_broken_table_is_not_dropped_before_it_was_opened_again(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        live = await place.for_two()
        await place.breaks(live)
        await place.house.clean_up(time() + 2 * QUIET)
        assert place.house.tables == {live.table.id: live}

    at_place(tmp_path, test)


def test_a_table_that_is_opened_now_and_then_gets_snapshots(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        table = (await place.for_two()).table.id
        for _ in range(3):
            live = await place.house.open(table)
            for _ in range(SNAPSHOT_EVERY // 2):
                await live.perform(saying("words"))
            await place.house.clean_up(time() + 2 * QUIET)
            assert table not in place.house.tables
        stored = await place.disk.load(table)
        assert stored is not None
        assert stored.number >= SNAPSHOT_EVERY
        assert len(stored.entries) < SNAPSHOT_EVERY

    at_place(tmp_path, test)


# Cleared away


def test_a_table_that_is_touched_while_others_are_cleared_away_stays(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        long_ago = time() - 2 * place.house.settings.idle_days * DAY
        place.disk.clock = lambda: long_ago
        going_on = await place.against_a_bot()
        for name in ("touched", "forgotten"):
            await place.disk.append(name, 0, [encode(put_up(name))], About("open", ("host",), b"{}"))
            await place.house.open(name)
        place.disk.clock = time
        touched = place.house.tables["touched"]
        place.disk.listed_idle = lambda: touched.perform(saying("I come back to this one"))
        await place.house.clean_up(time())
        assert place.house.tables == {"touched": touched, going_on.table.id: going_on}
        assert len(await place.disk.history("touched")) == touched.table.event_count == 2
        assert await place.disk.load("forgotten") is None

    at_place(tmp_path, test)


# After a restart


def test_games_go_on_after_a_restart_and_tables_where_none_has_begun_are_opened_when_somebody_comes(
    tmp_path: Path,
) -> None:
    async def test(place: Place) -> None:
        playing, waiting = await place.against_a_bot(), await place.for_two()
        await place.house.stop()
        again = Place(tmp_path)
        await again.house.start()
        await asyncio.sleep(0)
        assert list(again.house.tables) == [playing.table.id]
        assert again.bots.asked == [0]
        assert (await again.house.open(waiting.table.id)).table.members == ["friend", "host"]
        await again.house.stop()
        await again.disk.close()

    at_place(tmp_path, test)


# People


def test_no_bot_takes_over_for_somebody_who_has_come_back_in_time(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        live, friend = await place.for_two(), Eye("friend")
        await live.join(Eye("host"))
        await live.join(friend)
        await live.perform(lambda table, now: commands.start(table, "host", now))
        async with live.lock:  # as while something is being written
            coming = asyncio.create_task(live.join(Eye("friend")))
            await asyncio.sleep(0)
            live.leave(friend)
            for _ in range(5):
                await asyncio.sleep(0)
        await coming
        await asyncio.gather(*live.tasks)
        assert live.table.seats[1].stand_in == ""

    at_place(tmp_path, test)


def test_when_a_game_begins_all_windows_of_a_player_see_it_through_their_eyes(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        live = await place.house.create(HOST, NewTable("caro", 2, bots={"1": "1"}))
        laptop, phone, somebody = Eye("host"), Eye("host"), Eye("somebody")
        for window in (laptop, phone, somebody):
            await live.join(window)
        await live.perform(lambda table, now: commands.sit(table, "host", "Host", 0, SHARE, now))
        await live.set_pov(laptop, 0)
        await live.perform(lambda table, now: commands.start(table, "host", now))
        seen = [window.happened().position for window in (laptop, phone, somebody)]
        assert [position and (position.pov, bool(position.legal)) for position in seen] == [
            (0, True),
            (0, True),
            (SPECTATOR, False),
        ]

    at_place(tmp_path, test)
