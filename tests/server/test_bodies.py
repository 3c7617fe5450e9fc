"""Bodies of requests: nobody's memory is taken by those who don't send what they announce."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from carreau.server.bodies import SHARE, Bodies
from carreau.server.problems import HttpError
from tests.server.client import COOKIE, PATIENCE, Guest, guests
from tests.server.running import Running, running

pytestmark = pytest.mark.anyio

LARGEST = 1 << 18
NEW_TABLE = b'{"game":"caro"}'


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server that waits a second for a body, and has room for one per address."""
    folder: Path = tmp_path_factory.mktemp("hasty")
    with running(folder, body_bytes=LARGEST, bodies_bytes=SHARE * LARGEST, body_seconds=1) as server:
        yield server


class HalfSent:
    """A request of which only the head and perhaps a part of the body are sent."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def answer(self) -> tuple[int, bytes]:
        async with asyncio.timeout(PATIENCE):
            head = await self.reader.readuntil(b"\r\n\r\n")
            length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
            return int(head.split()[1]), await self.reader.readexactly(int(length.split(b":")[1]))


@asynccontextmanager
async def half_sent(port: int, length: int, cookie: str = "", body: bytes = b"") -> AsyncIterator[HalfSent]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = ["POST /api/tables HTTP/1.1", "Host: x", f"Content-Length: {length}", f"Cookie: {COOKIE}={cookie}", "", ""]
    writer.write("\r\n".join(lines).encode() + body)
    try:
        yield HalfSent(reader, writer)
    finally:
        writer.close()


async def test_strangers_are_refused_before_their_body_is_read(hasty: Running) -> None:
    async with half_sent(hasty.port, 1000) as stranger:
        status, text = await stranger.answer()
    assert (status, b"no identity" in text) == (401, True)


async def test_a_guest_who_asks_too_often_is_refused_before_the_body_is_read(tmp_path: Path) -> None:
    with running(tmp_path, address_rate=1, address_burst=2, body_seconds=3600) as server:
        async with guests(server.url, 1) as [guest]:
            statuses = [(await guest.http.get("/api/me")).status_code for _ in range(2)]
            assert statuses[-1] == 429
            async with half_sent(server.port, 1000, guest.cookie) as request:
                assert (await request.answer())[0] == 429


async def test_a_body_that_does_not_arrive_is_not_waited_for(hasty: Running) -> None:
    async with guests(hasty.url, 1) as [guest], half_sent(hasty.port, 1000, guest.cookie, b"{") as request:
        status, text = await request.answer()
    assert (status, b"didn't arrive in time" in text) == (408, True)


async def test_a_body_that_arrives_in_parts_is_one(hasty: Running) -> None:
    async with guests(hasty.url, 1) as [guest], half_sent(hasty.port, len(NEW_TABLE), guest.cookie) as request:
        for byte in NEW_TABLE:
            request.writer.write(bytes([byte]))
            await request.writer.drain()
        assert (await request.answer())[0] == 200


async def create(guest: Guest) -> int:
    return (await guest.http.post("/api/tables", content=NEW_TABLE)).status_code


async def test_half_sent_bodies_take_the_memory_of_their_own_address_and_give_it_back(hasty: Running) -> None:
    async with guests(hasty.url, 1) as [guest]:
        async with half_sent(hasty.port, LARGEST, guest.cookie, b"{") as request:
            while await create(guest) != 503:  # until the server has seen the other
                pass
            assert (await guest.http.get("/api/me")).status_code == 200
            elsewhere = {"X-Forwarded-For": "192.0.2.7"}
            answer = await guest.http.post("/api/tables", content=NEW_TABLE, headers=elsewhere)
            assert answer.status_code == 200
            assert (await request.answer())[0] == 408
        assert await create(guest) == 200


def announced(length: int | None) -> web.Request:
    headers = {"Transfer-Encoding": "chunked"} if length is None else {"Content-Length": str(length)}
    return make_mocked_request("POST", "/", headers=headers)


def test_all_addresses_together_have_one_budget() -> None:
    bodies = Bodies(longest=100, budget=400, seconds=1.0)
    with bodies.reserve(announced(100), "a"), bodies.reserve(announced(None), "b"), bodies.reserve(announced(99), "c"):
        with pytest.raises(HttpError), bodies.reserve(announced(2), "c"):
            pass
        with bodies.reserve(announced(100), "d"), pytest.raises(HttpError), bodies.reserve(announced(2), "e"):
            pass
    assert not bodies.reserved
