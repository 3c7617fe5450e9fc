"""A bot worker in a process on this machine: its start, its socket, and its end."""

import asyncio
import os
import socket
import subprocess
import sys
from contextlib import suppress
from typing import Final

from carreau._build import build_stamp
from carreau.server.bot_jobs import TIMEOUT
from carreau.server.bot_protocol import PREFIX, REPLIES, BotQuery, BotReply, Stop, framed
from carreau.server.workers import Worker

INHERITED: Final = ("PATH", "LD_LIBRARY_PATH", "LANG", "PYTHONPATH", "PYTHONHOME", "CARREAU_PURE")  # nothing secret
STOP: Final = framed(Stop())


class WorkerProcess(Worker):
    """A worker process, started on demand and restarted whenever it is gone."""

    def __init__(self) -> None:
        super().__init__()
        self.process: subprocess.Popen[bytes] | None = None
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.stopping = False  # the current query is no longer wanted
        self.build = 0.0  # the build it was started with

    async def start(self) -> None:
        """Start an interpreter that inherits nothing but its end of the socket."""
        here, there = socket.socketpair()
        self.build = build_stamp()
        with there:
            self.streams = await asyncio.open_unix_connection(sock=here)
            self.process = subprocess.Popen(
                [sys.executable, "-m", "carreau.server.bot_worker", str(there.fileno())],
                pass_fds=[there.fileno()],
                env={name: os.environ[name] for name in INHERITED if name in os.environ},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for the server, which then ends its workers
            )
        await self.read(TIMEOUT)  # Ready

    async def end(self) -> None:
        """Close the socket and kill the process."""
        self.tables.clear()
        process, self.process = self.process, None
        streams, self.streams = self.streams, None
        if streams is not None:
            streams[1].close()
            with suppress(ConnectionError):  # the worker closed first
                await streams[1].wait_closed()
        if process is not None:
            process.kill()
            await asyncio.to_thread(process.wait)

    async def ask(self, query: BotQuery, timeout: float) -> BotReply:
        """Send a query and wait for its reply."""
        try:
            return await self.send(query, timeout)
        finally:
            self.stopping = False

    async def send(self, query: BotQuery, timeout: float) -> BotReply:
        if self.streams is not None and (self.streams[0].at_eof() or self.build != build_stamp()):
            await self.end()  # killed since its last job, or the rules were compiled and a new process is faster
        if self.streams is None:
            await self.start()
        self.mark_cached(query)
        self.write(framed(query))
        if self.stopping:  # since before it was sent
            self.write(STOP)
        return await self.read(timeout)

    async def read(self, timeout: float) -> BotReply:
        assert self.streams is not None
        reader = self.streams[0]
        async with asyncio.timeout(timeout):
            length = int.from_bytes(await reader.readexactly(PREFIX))
            return REPLIES.decode(await reader.readexactly(length))

    def write(self, message: bytes) -> None:
        if self.streams is not None:
            self.streams[1].write(message)

    def interrupt(self) -> None:
        """Make the worker reply at once with what it has."""
        self.stopping = True
        self.write(STOP)
