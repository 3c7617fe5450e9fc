"""The WebSocket of a client: sending never waits, and floods wait their turn."""

import asyncio
from collections.abc import Coroutine
from time import monotonic
from typing import Any, Final

from aiohttp import WSMsgType, web

from carreau.server.connection import Disconnected
from carreau.server.lag import LagMeter

BACKLOG: Final = 2**20  # bytes that a slow client may leave unread before it is dropped
NEVER_WAIT: Final = 2**62  # aiohttp's own limit; BACKLOG is ours
GOODBYE: Final = 2.0  # seconds for a client to confirm the close
LONGEST_REASON: Final = 120  # bytes; a close frame has room for three more

TEXT: Final = WSMsgType.TEXT  # looking up an enum member is slow
BINARY: Final = WSMsgType.BINARY
PING: Final = WSMsgType.PING
PONG: Final = WSMsgType.PONG


class WebSocket:
    """A socket that a client opens with a request."""

    def __init__(self, request: web.Request, message_bytes: int, backlog: int = BACKLOG, most_lag: float = 0.0) -> None:
        self.request: Final = request
        self.backlog: Final = backlog
        self.transport = request.transport
        self.meter: Final = LagMeter(most_lag)
        self.silent = False  # since it was asked to respond
        self.response: Final = web.WebSocketResponse(
            autoping=False,  # aiohttp would answer a flood of pings in one go
            compress=False,  # messages are small, and compressing them would be most of the work
            max_msg_size=message_bytes + 1,  # the smallest size that is refused
            timeout=GOODBYE,
            writer_limit=NEVER_WAIT,
        )

    async def open(self) -> None:
        try:
            await self.response.prepare(self.request)
        except ValueError as error:  # aiohttp doesn't expect a key that isn't ASCII
            raise web.HTTPBadRequest from error
        self.ping()

    def send(self, message: bytes) -> None:
        """Send a text, or nothing if the socket is closed."""
        self.write(message, TEXT)

    def write(self, data: bytes, kind: WSMsgType) -> None:
        """Hand a frame to the transport, and drop a client that doesn't read its messages."""
        try:
            finish(self.response.send_frame(data, kind))
        except ConnectionError:
            return
        if self.waiting > self.backlog:
            self.drop()

    @property
    def waiting(self) -> int:
        """The bytes that the client has not read yet, as far as they are in this process."""
        return 0 if self.transport is None else self.transport.get_write_buffer_size()

    def drop(self) -> None:
        """End the connection at once: close() would wait until the client has read all that was sent."""
        if self.transport is not None:
            self.transport.abort()

    async def receive(self) -> str:
        """Wait for the next message; one that isn't text counts as empty."""
        while True:
            message = await self.response.receive()
            kind = message.type
            self.silent = False
            if kind is TEXT:
                return str(message.data)
            if kind is BINARY:
                return ""
            if kind is PING:
                self.write(bytes(message.data), PONG)
            elif kind is not PONG:
                raise Disconnected
            elif self.meter.pong(bytes(message.data), monotonic()):
                self.ping()
            await asyncio.sleep(0)  # let others have a turn during a flood of pings

    def check(self) -> None:
        """Ping the client, and drop it if it didn't answer the last ping."""
        if self.silent:
            self.drop()
        self.silent = True
        self.ping()

    def ping(self) -> None:
        """Measure a round trip."""
        self.write(self.meter.ping(monotonic()), PING)

    async def close(self, code: int, reason: str = "") -> None:
        whole_characters = reason.encode()[:LONGEST_REASON].decode(errors="ignore")
        await self.response.close(code=code, message=whole_characters.encode())


def finish(coroutine: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine that never waits, without the cost of a task."""
    for _ in coroutine.__await__():
        coroutine.close()
        raise RuntimeError("aiohttp waited before sending, although its limit can't be reached")
