"""Hints: one at a time per window, none for guests who have left, and an answer for every accepted request."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from carreau.server import wire
from carreau.server.bot_jobs import BotPoolError
from carreau.server.bot_pool import BotPool
from carreau.server.bot_protocol import HintText
from carreau.server.connection import Connection, Disconnected
from carreau.server.creation import NewTable, SitThere
from carreau.server.lag import LagMeter
from carreau.server.rooms import Rooms
from tests.server.client import PATIENCE, decode
from tests.server.place import HOST, rooms_with

pytestmark = pytest.mark.anyio


class Pondering(BotPool):
    """Bots that think until the test gives them a result."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[asyncio.Future[list[HintText]]] = []

    async def hints(self, *_: Any, **__: Any) -> list[HintText]:
        self.asked.append(asyncio.get_running_loop().create_future())
        return await self.asked[-1]


class Window:
    """A connection whose other end belongs to the test."""

    def __init__(self, rooms: Rooms, bots: Pondering) -> None:
        self.rooms = rooms
        self.bots = bots
        self.meter = LagMeter(0.0)
        self.typed: asyncio.Queue[str | None] = asyncio.Queue()  # None: closed
        self.answers: list[wire.Answer | wire.Update] = []  # an Update answers its command, too
        self.hints: dict[str, list[wire.HintShown]] = {}
        self.news = asyncio.Event()

    async def run(self, table: str) -> None:
        await Connection(self, HOST, await self.rooms.open(table), self.rooms).run([])

    async def close(self, code: int, reason: str = "") -> None: ...

    async def receive(self) -> str:
        text = await self.typed.get()
        if text is None:
            raise Disconnected
        return text

    def send(self, message: bytes) -> None:
        match decode(message):
            case wire.Answer() | wire.Update() as answer:
                self.answers.append(answer)
            case wire.Hints(ref=ref, hints=hints):
                assert ref not in self.hints, "hints came twice"
                self.hints[ref] = hints
        self.news.set()

    async def until(self, done: Callable[[], bool]) -> None:
        """Wait for an expected condition."""
        async with asyncio.timeout(PATIENCE):
            while not done():
                self.news.clear()
                await self.news.wait()

    def answered(self, ref: str) -> list[wire.Answer | wire.Update]:
        return [answer for answer in self.answers if answer.ref == ref]

    async def ask(self, ref: str) -> str:
        """Ask for a hint; return the code of the refusal, "" if it was accepted."""
        text = msgspec.json.encode(wire.AskHint(ref=ref, seat=0)).decode()
        self.typed.put_nowait(text)
        await self.until(lambda: bool(self.answered(ref)))
        [answer] = self.answered(ref)
        return answer.code if isinstance(answer, wire.Answer) else ""

    async def thinking(self) -> asyncio.Future[list[HintText]]:
        """Return the query of a bot once it has started to think."""
        async with asyncio.timeout(PATIENCE):
            while not self.bots.asked:
                await asyncio.sleep(0)
        return self.bots.asked.pop()

    def hang_up(self) -> None:
        self.typed.put_nowait(None)

    async def hinted(self, ref: str) -> list[int]:
        """Return the promised hints; there must be no other answer."""
        await self.until(lambda: ref in self.hints)
        assert len(self.answered(ref)) == 1
        return [hint.id for hint in self.hints[ref]]


@pytest.fixture
async def asker(tmp_path: Path) -> AsyncIterator[Window]:
    """Yield a guest whose turn it is; close their window in the end."""
    bots = Pondering()
    async with rooms_with(tmp_path, bots) as rooms:
        sits = [SitThere(seat, "00" * 16) for seat in (0, 1)]
        room = await rooms.create(HOST, NewTable("caro", 2, sit=sits, start=True))
        window = Window(rooms, bots)
        running = asyncio.create_task(window.run(room.table.id))
        yield window
        window.hang_up()
        with pytest.raises(Disconnected):
            await running


async def test_a_further_hint_waits_until_the_last_has_come(asker: Window) -> None:
    assert await asker.ask("first") == ""
    first = await asker.thinking()
    assert await asker.ask("second") == "too_many"
    first.set_result([HintText(7, "7", {}, 0.5, "it is good", proved=False)])
    assert await asker.hinted("first") == [7]
    assert await asker.ask("third") == ""
    await asker.thinking()
    assert list(asker.hints) == ["first"]


async def test_a_hint_to_wait_names_no_action(asker: Window) -> None:
    assert await asker.ask("in a race") == ""
    (await asker.thinking()).set_result([HintText(-1, "wait", {}, 0.5, "others know less", proved=False)])
    assert await asker.hinted("in a race") == [-1]
    assert asker.hints["in a race"][0].action is None


async def test_nobody_thinks_for_those_who_are_gone(asker: Window) -> None:
    assert await asker.ask("for nobody") == ""
    asked = await asker.thinking()
    asker.hang_up()
    async with asyncio.timeout(PATIENCE):
        await asyncio.wait([asked])
    assert asked.cancelled()


async def test_a_hint_that_fails_is_empty_and_not_answered_again(asker: Window) -> None:
    assert await asker.ask("in vain") == ""
    (await asker.thinking()).set_exception(BotPoolError("3 workers have failed on this position"))
    assert await asker.hinted("in vain") == []
    assert await asker.ask("again") == ""


@pytest.mark.parametrize("begun", [True, False])
async def test_a_hint_comes_though_the_table_had_to_be_loaded_again(asker: Window, begun: bool) -> None:
    """Whether or not a bot has started to think about it."""
    assert await asker.ask("in spite of it") == ""
    thinking = await asker.thinking() if begun else None
    (room,) = asker.rooms.in_memory.values()
    room.uncertain = True
    await room.recover()
    thinking = thinking or await asker.thinking()
    thinking.set_result([HintText(7, "7", {}, 0.5, "it is good", proved=False)])
    assert await asker.hinted("in spite of it") == [7]


async def test_a_hint_in_a_room_that_is_closed_is_empty(asker: Window) -> None:
    assert await asker.ask("too late") == ""
    (room,) = asker.rooms.in_memory.values()
    await room.stop()
    assert await asker.hinted("too late") == []
