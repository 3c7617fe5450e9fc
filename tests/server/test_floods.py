"""What a single guest may cost the others: whatever comes, they have their turns."""

import asyncio
import threading
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from aiohttp.test_utils import make_mocked_request
from multidict import CIMultiDict
from websockets.asyncio.client import connect

from carreau.server import wire
from carreau.server.api.endpoint import Services
from carreau.server.bot_pool import BotPool
from carreau.server.bot_protocol import BotMove
from carreau.server.creation import NewTable, SitThere
from carreau.server.identity import LONGEST_COOKIES, Codes, Identities
from carreau.server.metrics import Metrics
from carreau.server.middleware import HASHED
from carreau.server.rooms import Rooms
from carreau.server.settings import Settings
from carreau.server.sqlite import SqliteStore
from carreau.server.store import Guest
from carreau.table import commands
from carreau.table.commands import Refused
from tests.server.client import COOKIE, at_table, guests
from tests.server.raw import spoken
from tests.server.running import running
from tests.server.storing import all_tables
from tests.server.viewer import Eye

PATIENCE = 30.0  # seconds after which a test has failed
LONG = 3600.0  # seconds that no test waits for
HOST = Guest("host", "Host", "", 0.0, 0.0)
ADA = Guest("ada", "Ada", "", 0.0, 0.0)


def test_a_socket_opens_and_hears_however_long_its_handshake_is(tmp_path: Path) -> None:
    """As with the cookies of a whole domain."""

    async def test(url: str) -> None:
        async with guests(url, 1) as [guest]:
            address = f"{url.replace('http', 'ws', 1)}/api/tables/{await guest.create('caro')}/socket"
            for length in (500, 1_000, 4_000, 7_000):
                cookies = f"{COOKIE}={guest.cookie}; other={'x' * length}"
                async with connect(address, additional_headers={"Cookie": cookies}) as socket:
                    assert b'"type":"snapshot"' in await socket.recv(decode=False)
                    await socket.send('{"type":"ping","ref":"a"}')
                    while b'"type":"answer"' not in await socket.recv(decode=False):
                        pass

    with running(tmp_path) as server:
        asyncio.run(asyncio.wait_for(test(server.url), PATIENCE))


HANDSHAKE = [
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: " + "A" * 22 + "==",
]


@pytest.mark.parametrize(
    "headers",
    [
        [*HANDSHAKE, "Cookie: " + "x" * 10_000],
        HANDSHAKE[1:],
        HANDSHAKE[:1],
        HANDSHAKE[:3],
        [*HANDSHAKE[:2], "Sec-WebSocket-Version: 99", HANDSHAKE[3]],
        [*HANDSHAKE[:3], "Sec-WebSocket-Key: short"],
        [*HANDSHAKE[:3], "Sec-WebSocket-Key: \xff"],
    ],
    ids=["too long", "no connection", "no upgrade", "no key", "strange version", "short key", "strange key"],
)
def test_a_wrong_handshake_is_refused_and_not_left_to_wait(tmp_path: Path, headers: list[str]) -> None:
    with running(tmp_path) as server:
        assert spoken(server.port, "GET /api/tables/any/socket HTTP/1.1", *headers)[0] == 400


def test_names_of_files_take_no_time_however_they_are_spelt() -> None:
    """It took the square of the dashes: more than a minute for these."""
    assert not HASHED.fullmatch("/assets/" + "-" * 60_000 + "/..")
    assert HASHED.fullmatch("/assets/" + "-" * 60_000 + "/../index-DpRH4nLE.js")


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (["carreau=abc.def"], "abc.def"),
        (["other=1; carreau=abc.def; more=2"], "abc.def"),
        (["other=1", " carreau = abc "], "abc"),
        (["notcarreau=abc"], ""),
        (["carreau"], ""),
        ([], ""),
        (['carreau="' + "\\a" * 30_000 + '"'], '"' + "\\a" * 30_000),
        (["x=" + "y" * LONGEST_COOKIES + "; carreau=abc"], ""),
    ],
)
def test_a_cookie_is_found_among_others_and_read_as_it_stands(lines: list[str], found: str) -> None:
    request = make_mocked_request("GET", "/", headers=CIMultiDict(("Cookie", line) for line in lines))
    assert Identities([b"key"], secure=False).cookie_in(request) == found[: LONGEST_COOKIES - len("carreau=")]


def test_a_seat_has_one_spelling(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path / "carreau.db")
        rooms = Rooms(store, BotPool(1), Metrics(), Settings(database=store.path))
        for seat in ("\u0660", "\u0966", "0\u0660", "²", "000", "-1", ""):
            with pytest.raises(Refused, match="a seat is a number"):
                await rooms.create(HOST, NewTable("caro", 2, bots={"1": "1", seat: "1"}))
        assert await all_tables(store) == []
        await rooms.stop()
        await store.close()

    asyncio.run(test())


class Endless(BotPool):
    """Bots that think for ever at the tables of one host."""

    async def choose(self, *given: Any, **more: Any) -> BotMove:
        return await super().choose(*given, **{**more, "seconds": LONG if more["host"] == HOST.id else None})


@pytest.mark.parametrize("late", [False, True])
def test_bots_that_nobody_watches_keep_nobody_waiting(tmp_path: Path, late: bool) -> None:
    """Whether those who wait were there when their bot was asked, or come while it waits for its turn."""

    async def test() -> None:
        store, pool = SqliteStore(tmp_path / "carreau.db"), Endless(1)
        await pool.start()
        rooms, eye = Rooms(store, pool, Metrics(), Settings(database=store.path)), Eye(ADA.id)
        for _ in range(5):
            await rooms.create(HOST, NewTable("schollenschubser", 2, bots={"0": "5", "1": "5"}, start=True))
        room = await rooms.create(ADA, NewTable("caro", 2, sit=[SitThere(1, "00" * 16)], bots={"0": "1"}))
        if not late:
            await room.join(eye)
        await room.perform(lambda table, now: commands.start(table, ADA.id, now))
        if late:
            await asyncio.sleep(0)
            await room.join(eye)
        try:
            async with asyncio.timeout(PATIENCE):
                while not any(isinstance(message, wire.Update) and message.events for message in eye.told):
                    await asyncio.sleep(0.01)
        finally:
            await rooms.stop()
            await pool.stop()
            await store.close()

    asyncio.run(test())


def test_whoever_talks_without_end_is_told_to_wait_and_others_are_heard(tmp_path: Path) -> None:
    async def test(url: str) -> None:
        async with guests(url, 2) as people, at_table(await people[0].create("caro"), people) as (ada, eve):
            lines = [wire.Chat(ref=str(number), text=f"line {number}") for number in range(4)]
            for line in lines:
                await eve.send(line)
            answers = [await eve.answer(line.ref) for line in lines]
            assert [answer.ok for answer in answers[:2]] == [True, True]
            refused = [answer for answer in answers if not answer.ok]
            assert {(answer.code, answer.text) for answer in refused} == {
                ("too_fast", "too many lines of chat: try again in 1 second")
            }
            await ada.do(wire.Chat(ref="hello", text="hello"))
            heard = [line.text for line, answer in zip(lines, answers, strict=True) if answer.ok]
            assert [line.text for line in ada.chat] == [*heard, "hello"]

    with running(tmp_path, chat_rate=1, chat_burst=2) as server:
        asyncio.run(asyncio.wait_for(test(server.url), PATIENCE))


def test_what_takes_a_while_is_done_one_after_the_other(tmp_path: Path) -> None:
    at_once, most, lock = 0, 0, threading.Lock()

    def work(number: int) -> int:
        nonlocal at_once, most
        with lock:
            at_once += 1
            most = max(most, at_once)
        sleep(0.01)
        with lock:
            at_once -= 1
        return number

    async def test() -> None:
        store = SqliteStore(tmp_path / "carreau.db")
        settings = Settings(database=store.path)
        people = Identities([b"key"], secure=False)
        services = Services(Rooms(store, BotPool(1), Metrics(), settings), people, Codes(store, [b"key"]), settings)
        assert await asyncio.gather(*(services.in_thread(work, number) for number in range(8))) == list(range(8))
        await store.close()

    asyncio.run(test())
    assert most == 1
