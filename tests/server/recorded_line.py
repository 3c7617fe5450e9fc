"""A line that records everything that is sent over it: a proxy in front of a listening port."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress


class RecordedLine:
    """All bytes that clients have sent, connection by connection."""

    def __init__(self, host: str, port: int) -> None:
        self.host = host
        self.port = port
        self.sent: list[bytearray] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        said = bytearray()
        self.sent.append(said)
        with suppress(OSError), closing(writer):
            there_reader, there = await asyncio.open_connection(self.host, self.port)
            with closing(there):
                ways = [carry(reader, there, said), carry(there_reader, writer, bytearray())]
                tasks = [asyncio.ensure_future(way) for way in ways]
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in tasks:
                    task.cancel()

    def holds(self, words: bytes) -> int:
        """Count how often some bytes were sent."""
        return sum(said.count(words) for said in self.sent)


async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, said: bytearray) -> None:
    with suppress(OSError):
        while data := await reader.read(1 << 16):
            said += data
            writer.write(data)


@asynccontextmanager
async def recorded_line(address: str) -> AsyncIterator[tuple[RecordedLine, str]]:
    """Yield the line and its address, given the address behind it: tcp://host:port."""
    host, port = address.removeprefix("tcp://").split(":")
    line = RecordedLine(host, int(port))
    async with await asyncio.start_server(line.serve, "127.0.0.1", 0) as proxy:
        yield line, f"tcp://127.0.0.1:{proxy.sockets[0].getsockname()[1]}"
