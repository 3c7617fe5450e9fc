"""Floods from a single guest: the others still get their turns."""

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
from carreau.server.middleware import HASHED
from carreau.server.settings import Settings
from carreau.server.store import Guest
from carreau.table import commands
from carreau.table.commands import Refused
from tests.server.client import COOKIE, at_table, guests
from tests.server.place import HOST, Place, rooms_with
from tests.server.raw import spoken
from tests.server.running import Running, running
from tests.server.storing import all_tables
from tests.server.viewer import Eye

pytestmark = pytest.mark.anyio

PATIENCE = 30.0  # seconds until a test fails
LONG = 3600.0  # seconds; longer than any test waits
ADA = Guest("ada", "Ada", "", 0.0, 0.0)


async def test_a_socket_opens_and_hears_however_long_its_handshake_is(server: Running) -> None:
    """As with the cookies of a whole domain."""
    async with asyncio.timeout(PATIENCE), guests(server.url, 1) as [guest]:
        address = f"{server.url.replace('http', 'ws', 1)}/api/tables/{await guest.create('caro')}/socket"
        for length in (500, 1_000, 4_000, 7_000):
            cookies = f"{COOKIE}={guest.cookie}; other={'x' * length}"
            async with connect(address, additional_headers={"Cookie": cookies}) as socket:
                assert b'"type":"snapshot"' in await socket.recv(decode=False)
                await socket.send('{"type":"ping","ref":"a"}')
                while b'"type":"answer"' not in await socket.recv(decode=False):
                    pass


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
def test_a_wrong_handshake_is_refused_and_not_left_to_wait(server: Running, headers: list[str]) -> None:
    assert spoken(server.port, "GET /api/tables/any/socket HTTP/1.1", *headers)[0] == 400


def test_names_of_files_take_no_time_however_they_are_spelt() -> None:
    """It used to take quadratic time in the number of dashes: more than a minute for these."""
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


async def test_a_seat_has_one_spelling(place: Place) -> None:
    for seat in ("\u0660", "\u0966", "0\u0660", "²", "000", "-1", ""):
        with pytest.raises(Refused, match="a seat is a number"):
            await place.rooms.create(HOST, NewTable("caro", 2, bots={"1": "1", seat: "1"}))
    assert await all_tables(place.disk) == []


class Endless(BotPool):
    """Bots that think forever at the tables of one host."""

    async def choose(self, *given: Any, **more: Any) -> BotMove:
        return await super().choose(*given, **{**more, "seconds": LONG if more["host"] == HOST.id else None})


@pytest.mark.parametrize("late", [False, True])
async def test_bots_that_nobody_watches_keep_nobody_waiting(tmp_path: Path, late: bool) -> None:
    """Whether those who wait were there when their bot was asked, or arrive while it is queued."""
    pool, eye = Endless(1), Eye(ADA.id)
    await pool.start()
    async with rooms_with(tmp_path, pool) as rooms:
        for _ in range(5):
            await rooms.create(HOST, NewTable("schollenschubser", 2, bots={"0": "5", "1": "5"}, start=True))
        room = await rooms.create(ADA, NewTable("caro", 2, sit=[SitThere(1, "00" * 16)], bots={"0": "1"}))
        if not late:
            await room.join(eye)
        await room.perform(lambda table, now: commands.start(table, ADA.id, now))
        if late:
            await asyncio.sleep(0)
            await room.join(eye)
        async with asyncio.timeout(PATIENCE):
            while not any(isinstance(message, wire.Update) and message.events for message in eye.told):
                await asyncio.sleep(0.01)


async def test_whoever_talks_without_end_is_told_to_wait_and_others_are_heard(tmp_path: Path) -> None:
    lines = [wire.Chat(ref=str(number), text=f"line {number}") for number in range(4)]
    with running(tmp_path, chat_rate=1, chat_burst=2) as server:
        async with guests(server.url, 2) as people, at_table(await people[0].create("caro"), people) as (ada, eve):
            for line in lines:
                await eve.send(line)
            answers = [await eve.answer(line.ref) for line in lines]
            assert [answer.ok for answer in answers[:2]] == [True, True]
            refused = [answer for answer in answers if not answer.ok]
            assert {(answer.code, answer.text) for answer in refused} == {
                ("too_fast", "too many chat messages: try again in 1 second")
            }
            await ada.do(wire.Chat(ref="hello", text="hello"))
            heard = [line.text for line, answer in zip(lines, answers, strict=True) if answer.ok]
            assert [line.text for line in ada.chat] == [*heard, "hello"]


class Work:
    """Slow work that counts how often it runs concurrently."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.at_once = self.most = 0

    def do(self, number: int) -> int:
        with self.lock:
            self.at_once += 1
            self.most = max(self.most, self.at_once)
        sleep(0.01)
        with self.lock:
            self.at_once -= 1
        return number


async def test_what_takes_a_while_is_done_one_after_the_other(tmp_path: Path) -> None:
    work, people = Work(), Identities([b"key"], secure=False)
    async with rooms_with(tmp_path, BotPool(1)) as rooms:
        services = Services(rooms, people, Codes(rooms.store, [b"key"]), Settings(database=tmp_path / "carreau.db"))
        assert await asyncio.gather(*(services.in_thread(work.do, number) for number in range(8))) == list(range(8))
    assert work.most == 1
