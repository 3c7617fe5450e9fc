"""Connections that send little or nothing: how long they last, and how many an address may have."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.server.client import PATIENCE
from tests.server.running import Running, running

pytestmark = pytest.mark.anyio

EVE = "127.6.6.6"  # no trusted proxy
MOST = 5


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder: Path = tmp_path_factory.mktemp("strict")
    with running(folder, connections_per_address=MOST, idle_seconds=3600) as server:
        yield server


class Line:
    """A connection from an address."""

    async def connect(self, port: int, address: str = EVE) -> "Line":
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
        return self

    async def answers(self) -> bool:
        """Tell whether the server answers, or has closed the connection."""
        with suppress(ConnectionError):
            self.writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            async with asyncio.timeout(PATIENCE):
                return bool(await self.reader.read(1000))
        return False

    async def is_closed(self) -> None:
        """Wait until the server has closed the connection."""
        async with asyncio.timeout(PATIENCE):
            with suppress(ConnectionError):
                while await self.reader.read(1000):
                    pass

    def close(self) -> None:
        self.writer.close()


async def test_an_address_has_so_many_connections_and_others_have_theirs(strict: Running) -> None:
    lines = [await Line().connect(strict.port) for _ in range(MOST)]
    further = await Line().connect(strict.port)
    assert not await further.answers()
    others = [await Line().connect(strict.port, "127.1.1.1"), await Line().connect(strict.port, "127.0.0.1")]
    assert [await line.answers() for line in (*others, *lines)] == [True] * (MOST + 2)
    for line in (*lines, *others, further):
        line.close()


async def test_whoever_closes_a_connection_may_open_another(strict: Running) -> None:
    for _ in range(4 * MOST):
        line = await Line().connect(strict.port, "127.5.5.5")
        assert await line.answers()
        line.writer.transport.abort()
        await asyncio.sleep(0.01)


async def test_a_trusted_proxy_has_as_many_connections_as_it_needs(strict: Running) -> None:
    lines = [await Line().connect(strict.port, "127.0.0.1") for _ in range(2 * MOST)]
    assert all([await line.answers() for line in lines])
    for line in lines:
        line.close()


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n"], ids=["nothing", "half a head"])
async def test_a_connection_without_a_request_is_closed(tmp_path: Path, sent: bytes) -> None:
    with running(tmp_path, idle_seconds=1) as server:
        line = await Line().connect(server.port)
        line.writer.write(sent)
        await line.is_closed()
        line.close()


async def test_a_head_that_comes_line_by_line_is_not_waited_for(tmp_path: Path) -> None:
    with running(tmp_path, idle_seconds=1) as server:
        line = await Line().connect(server.port)
        line.writer.write(b"GET / HTTP/1.1\r\n")
        closed = asyncio.create_task(line.is_closed())
        while not closed.done():
            with suppress(ConnectionError):
                line.writer.write(b"X-More: 1\r\n")
                await line.writer.drain()
            await asyncio.sleep(0.1)
        line.close()
