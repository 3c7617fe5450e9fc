"""A slow connection to a server: a proxy that delays all bytes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.server.client import Client, guests


class SlowLine:
    """Bytes of one side on their way to the other."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, delay: float) -> None:
        self.reader = reader
        self.writer = writer
        self.delay = delay

    async def carry(self) -> None:
        loop = asyncio.get_running_loop()
        while data := await self.reader.read(2**16):
            loop.call_later(self.delay, self.pass_on, data)
        loop.call_later(self.delay, self.writer.close)

    def pass_on(self, data: bytes) -> None:
        if not self.writer.is_closing():
            self.writer.write(data)


@asynccontextmanager
async def slow_line(port: int, up: float, down: float) -> AsyncIterator[str]:
    """Yield an address of the server with this many seconds of delay in each direction."""
    carriers: list[asyncio.Future[None]] = []
    writers: list[asyncio.StreamWriter] = []

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server_reader, server_writer = await asyncio.open_connection("127.0.0.1", port)
        writers.extend((writer, server_writer))
        for line in (SlowLine(reader, server_writer, up), SlowLine(server_reader, writer, down)):
            carriers.append(asyncio.ensure_future(line.carry()))

    proxy = await asyncio.start_server(connected, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{proxy.sockets[0].getsockname()[1]}"
    finally:
        proxy.close()
        for carrier in carriers:
            carrier.cancel()
        for writer in writers:
            writer.transport.abort()
        await asyncio.gather(*carriers, return_exceptions=True)
        await proxy.wait_closed()


@asynccontextmanager
async def near_and_far(url: str, up: float, down: float) -> AsyncIterator[tuple[Client, Client]]:
    """Seat two players at a new Misd table; the second one has a slow connection, which the server has measured."""
    async with slow_line(int(url.rpartition(":")[2]), up, down) as far_url, guests(url, 2) as people:
        people[1].url = far_url  # while it opens its socket
        table = await people[0].create("misd")
        near, far = [await guest.connect(table) for guest in people]
        await far.settled()  # its pong was sent before this
        try:
            yield near, far
        finally:
            await near.close()
            await far.drop()
