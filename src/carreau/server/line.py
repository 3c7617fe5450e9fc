"""The line to a client: uvicorn's WebSocket, to which something can be said at once.

What comes is heard bite by bite, so that nobody's flood of tiny frames or chunks keeps the others waiting.

ASGI opens, hears and closes it, as it does with any socket; only what the server says takes a shorter way. Through
ASGI each message would be a coroutine that passes a queue, a task and every layer of the app, and be written by itself.
"""

import asyncio
from abc import ABC, abstractmethod
from typing import Final

from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

EXTENSION: Final = "carreau.line"
BACKLOG: Final = 2**20  # bytes that may wait, for a slow client or of a hasty one, until it is let go
BITE: Final = 4096  # bytes; some 700 of the smallest frames


class Bites(asyncio.Protocol, ABC):
    """Hears no more than a bite in one turn of the event loop."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    rest = b""  # what has come and is not heard yet

    def data_received(self, data: bytes) -> None:
        waits = bool(self.rest)
        self.rest += data
        if len(self.rest) > BACKLOG:  # no honest client says so much before it is answered
            self.rest = b""
            self.transport.abort()
        elif not waits:
            self.take_bite()

    def take_bite(self) -> None:
        bite, self.rest = self.rest[:BITE], self.rest[BITE:]
        if not self.transport.is_closing():
            super().data_received(bite)
        if self.over():
            self.rest = b""
        elif self.rest:
            self.transport.pause_reading()
            self.loop.call_soon(self.take_bite)
        elif not self.paused_by_uvicorn():
            self.transport.resume_reading()

    def over(self) -> bool:
        return self.transport.is_closing()

    @abstractmethod
    def paused_by_uvicorn(self) -> bool: ...


class Http(Bites, H11Protocol):
    """Given to uvicorn as its protocol for HTTP."""

    def over(self) -> bool:
        """Closed, or a WebSocket by now, which hears for itself."""
        return super().over() or self.transport.get_protocol() is not self

    def paused_by_uvicorn(self) -> bool:
        return self.flow.read_paused


class Line(Bites, WebSocketsSansIOProtocol):
    """Given to uvicorn as its protocol for WebSockets."""

    said: list[bytes]

    def paused_by_uvicorn(self) -> bool:
        return self.read_paused

    async def run_asgi(self) -> None:
        self.said = []
        self.scope["extensions"] = {**(self.scope["extensions"] or {}), EXTENSION: {"line": self}}
        await super().run_asgi()

    def say(self, message: bytes) -> None:
        """Send a text soon, together with all that is said until then: a write costs as much as many lines of code."""
        if not self.said:
            self.loop.call_soon(self.send_said)
        self.said.append(message)

    def send_said(self) -> None:
        """Nobody hears it where the line is being closed. Whoever takes far too little of it has to call again."""
        said, self.said = self.said, []
        if self.conn.state is not State.OPEN or self.transport.is_closing():
            return
        for message in said:
            self.conn.send_text(message)
        self.transport.write(b"".join(self.conn.data_to_send()))
        if self.transport.get_write_buffer_size() > BACKLOG:
            self.transport.abort()


def line_of(scope: Scope) -> Line:
    line: Line = scope["extensions"][EXTENSION]["line"]
    return line
