"""A line to PostgreSQL that a test can cut at the worst moment."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Literal

from carreau.server.settings import PostgresUrl

Cut = Literal["", "before", "after"]


class CutLine:
    """A Unix socket that forwards to PostgreSQL's."""

    def __init__(self, socket: Path) -> None:
        self.socket = socket
        self.cut: Cut = ""  # the next request: before PostgreSQL gets it, or after it has answered
        self.silent = False  # nothing goes through any more, and nobody is told
        self.meanwhile: Callable[[], Awaitable[object]] | None = None  # runs when the line is cut
        self.cuts = 0
        self.passable = asyncio.Event()  # whether anything passes; what is held up arrives late
        self.passable.set()
        self.writers: set[asyncio.StreamWriter] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError), closing(writer):
            await self.passable.wait()
            there_reader, there = await asyncio.open_unix_connection(self.socket)
            self.writers |= {writer, there}
            try:
                await asyncio.gather(self.requests(reader, there), self.answers(there_reader, writer))
            finally:
                self.writers -= {writer, there}
                there.close()

    async def requests(self, reader: asyncio.StreamReader, there: asyncio.StreamWriter) -> None:
        while data := await reader.read(1 << 16):
            await self.passable.wait()
            if self.cut == "before":
                await self.hang_up()
                return
            if not self.silent:
                there.write(data)
        there.close()

    async def answers(self, there: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await there.read(1 << 16):
            await self.passable.wait()
            if self.cut == "after":
                await self.hang_up()
                return
            if not self.silent:
                writer.write(data)
        writer.close()

    async def hang_up(self) -> None:
        """Cut all connections; new ones work."""
        self.cut, self.cuts = "", self.cuts + 1
        if self.meanwhile:
            await self.meanwhile()
        for each in self.writers:
            each.close()


@asynccontextmanager
async def cut_line(url: PostgresUrl) -> AsyncIterator[tuple[CutLine, PostgresUrl]]:
    """Return a line, and the address of the same database through it."""
    folder = url.dsn.partition("host=")[2].partition("&")[0]
    line = CutLine(Path(folder) / ".s.PGSQL.5432")
    with tempfile.TemporaryDirectory(prefix="line") as here:
        async with await asyncio.start_unix_server(line.serve, Path(here) / ".s.PGSQL.5432"):
            yield line, PostgresUrl(url.dsn.replace(folder, here))
            for each in line.writers:
                each.close()
