"""Rooms with a real store whose disk, time and bots a test controls."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from carreau.games.catalogue import game
from carreau.server.bot_pool import BotPool
from carreau.server.bot_protocol import BotMove, GameHistory
from carreau.server.creation import NewTable, SitThere
from carreau.server.metrics import Metrics
from carreau.server.room import Room
from carreau.server.rooms import Rooms
from carreau.server.settings import Settings
from carreau.server.sqlite import SqliteStore
from carreau.server.store import Guest, StoreError
from carreau.table import commands
from carreau.table.events import encode
from tests.server.hosting import saying
from tests.server.manual_time import ManualTime, until
from tests.table.play import Play

HOST = Guest("host", "Host", "", 0.0, 0.0)
FRIEND = Guest("friend", "Friend", "", 0.0, 0.0)
SHARE = "00" * 16
GRACE = 60  # seconds


class Disk(SqliteStore):
    """A disk that can be full, slow, or fail to report a successful write."""

    def __init__(self, path: Path, time: ManualTime) -> None:
        super().__init__(path, time.time)
        self.full = False
        self.silent = False  # the write succeeds, but an error is reported
        self.free = asyncio.Event()
        self.free.set()
        self.listed_idle: Callable[[], Awaitable[object]] | None = None  # runs while others are being deleted

    async def append(self, *given: Any, **more: Any) -> None:
        await self.free.wait()
        if self.full:
            raise StoreError("the disk is full")
        await super().append(*given, **more)
        if self.silent:
            raise StoreError("the disk does not answer")

    async def idle(self, before: float, abandoned: float) -> list[str]:
        found = await super().idle(before, abandoned)
        if self.listed_idle:
            await self.listed_idle()
        return found


class Bots(BotPool):
    """Bots that move when a test tells them to."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[int] = []  # the seats they were asked to move for
        self.thinking: list[asyncio.Future[BotMove]] = []

    async def choose(self, table: str, history: GameHistory, seat: int, *_: Any, **__: Any) -> BotMove:
        self.asked.append(seat)
        self.thinking.append(asyncio.get_running_loop().create_future())
        return await self.thinking[-1]

    def moves(self, action: int, seconds: float = 0.0) -> None:
        """Let the bot that was asked last make a move."""
        self.thinking[-1].set_result(BotMove(action, seconds, (), False))


class Place:
    """The rooms of a server, without a network."""

    def __init__(self, folder: Path, most_tables: int = 100) -> None:
        self.time = ManualTime()
        self.disk = Disk(folder / "carreau.db", self.time)
        self.bots = Bots()
        settings = Settings(database=folder / "carreau.db", grace_seconds=GRACE, tables_per_guest=most_tables)
        self.rooms = Rooms(self.disk, self.bots, Metrics(), settings, self.time)

    async def without_a_host(self, room: Room) -> None:
        """Let the time pass in which the host of a new table is waited for."""
        await self.time.go_on(self.rooms.settings.host_seconds)
        await until(lambda: not room.tasks.running)

    async def close(self) -> None:
        await self.rooms.stop()
        await self.disk.close()

    async def against_a_bot(self) -> Room:
        """Start a game in which it is a bot's turn."""
        wanted = NewTable("caro", 2, sit=[SitThere(1, SHARE)], bots={"0": "1"}, start=True)
        room = await self.rooms.create(HOST, wanted)
        await asyncio.sleep(0)
        return room

    async def for_two(self) -> Room:
        """Create a table for two people that hasn't started."""
        room = await self.rooms.create(HOST, NewTable("caro", 2, absent="bot", sit=[SitThere(0, SHARE)]))
        await room.perform(lambda table, now: commands.sit_openly(table, FRIEND.id, FRIEND.name, 1, SHARE, now))
        return room

    async def playing(self, name: str) -> Room:
        """Start a game with a guest in every seat."""
        play = Play(game(name)).started()
        self.time.now += play.now - self.time.time()
        await self.disk.append(play.table.id, 0, [encode(event) for event in play.journal])
        return await self.rooms.open(play.table.id)

    async def fails(self, room: Room) -> None:
        """Make an append fail."""
        self.disk.full = True
        with pytest.raises(StoreError, match="full"):
            await room.perform(saying("lost"))
        self.disk.full = False
        assert room.uncertain


async def started(table: Room) -> None:
    await table.perform(lambda table, now: commands.start(table, "host", now))


@asynccontextmanager
async def opened(folder: Path, most_tables: int = 100) -> AsyncIterator[Place]:
    place = Place(folder, most_tables)
    try:
        yield place
    finally:
        await place.close()


@asynccontextmanager
async def rooms_with(folder: Path, bots: BotPool) -> AsyncIterator[Rooms]:
    """Return rooms with a real store, real time and given bots, which need not be running."""
    store = SqliteStore(folder / "carreau.db")
    rooms = Rooms(store, bots, Metrics(), Settings(database=store.path))
    try:
        yield rooms
    finally:
        await rooms.stop()
        await bots.stop()
        await store.close()
