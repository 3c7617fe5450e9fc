"""The line to a client: uvicorn's WebSocket, to which something can be said at once.

Much that comes at once is heard bite by bite, so that nobody's flood of tiny frames keeps the others waiting.

ASGI opens, hears and closes it, as it does with any socket; only what the server says takes a shorter way, and a short
text that comes alone does without the parser. Through ASGI each message that is said would be a coroutine that passes a
queue, a task and every layer of the app, and be written by itself.
"""

import asyncio
import struct
from abc import ABC, abstractmethod
from collections import deque
from typing import Any, Final, cast

from starlette.types import Scope
from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State
from websockets.streams import StreamReader
from websockets.utils import apply_mask

from carreau.server.mailbox import Mailbox

EXTENSION: Final = "carreau.line"
BACKLOG: Final = 2**20  # bytes that may wait, for a slow client or of a hasty one, until it is let go
BITE: Final = 4096  # bytes; some 700 of the smallest frames
LITTLE: Final = 1024  # bytes, more than nearly every command and most requests have
TOO_LARGE: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

TEXT: Final = 0x81  # how a frame begins that is a text and the last of its message
MASKED: Final = 0x80  # set in the second byte, where the length is
SHORT: Final = 125  # bytes at most, of a text whose length is there
HEAD: Final = 6  # bytes before the text; the mask is the last four of them


class Turns:
    """Those who have said much: in each turn of the event loop one of them is heard, whoever has waited longest."""

    def __init__(self) -> None:
        self.waiting: deque[Bites] = deque()

    def wait(self, line: "Bites") -> None:
        if not self.waiting:
            line.loop.call_soon(self.next)
        self.waiting.append(line)

    def next(self) -> None:
        line = self.waiting.popleft()
        if self.waiting:
            line.loop.call_soon(self.next)
        line.take_bite()


class Bites(asyncio.Protocol, ABC):
    """Hears a little at once, and much bite by bite, when it is its turn."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    turns = Turns()
    rest = b""  # what has come and is not heard yet

    def data_received(self, data: bytes) -> None:
        if not self.rest and len(data) <= LITTLE:
            super().data_received(data)
            return
        if not self.rest:
            self.transport.pause_reading()
            self.turns.wait(self)
        self.rest += data
        if len(self.rest) > BACKLOG:  # no honest client says so much before it is answered
            self.transport.abort()

    def take_bite(self) -> None:
        bite, self.rest = self.rest[:BITE], self.rest[BITE:]
        if not self.transport.is_closing():
            super().data_received(bite)
        if self.transport.is_closing() or self.handed_over():
            self.rest = b""
        if self.rest:
            self.turns.wait(self)
        elif not self.transport.is_closing() and not self.paused_by_uvicorn():
            self.transport.resume_reading()

    def handed_over(self) -> bool:
        """Whether it is a WebSocket by now, which hears for itself."""
        return self.transport.get_protocol() is not self

    @abstractmethod
    def paused_by_uvicorn(self) -> bool: ...


class Http(Bites, H11Protocol):
    """Given to uvicorn as its protocol for HTTP."""

    def paused_by_uvicorn(self) -> bool:
        return self.flow.read_paused


class Line(Bites, WebSocketsSansIOProtocol):
    """Given to uvicorn as its protocol for WebSockets."""

    said: list[bytes]

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue = cast("asyncio.Queue[Any]", Mailbox())

    def data_received(self, data: bytes) -> None:
        """A short text that comes by itself, as nearly every command does, needs no parser."""
        text = only_text(data) if self.between_messages() else None
        if text is None:
            super().data_received(data)
        else:
            self.queue.put_nowait({"type": "websocket.receive", "text": text})

    def handle_events(self) -> None:
        """What uvicorn does, and an answer to a handshake that can't be read: it would wait for ever."""
        super().handle_events()
        if self.conn.handshake_exc and not self.handshake_initiated:
            self.transport.write(TOO_LARGE)
            self.transport.close()

    def between_messages(self) -> bool:
        """Whether a message begins with what comes now, and all before it have been heard."""
        unfinished = self.rest or self.frames or not self.parser_rests()
        return not unfinished and self.conn.state is State.OPEN and self.queue.empty()

    def parser_rests(self) -> bool:
        """Whether the parser waits for the first byte of a frame: only there it asks whether the stream ends."""
        waits_in: Any = self.conn.parser
        while (inner := getattr(waits_in, "gi_yieldfrom", None)) is not None:
            waits_in = inner
        return getattr(waits_in, "gi_code", None) is StreamReader.at_eof.__code__

    def paused_by_uvicorn(self) -> bool:
        return self.read_paused

    async def run_asgi(self) -> None:
        self.said = []
        self.scope["extensions"] = {**(self.scope["extensions"] or {}), EXTENSION: {"line": self}}
        await super().run_asgi()

    async def hear(self) -> str:
        """The next message, without the layers of the app; one that is no text is taken for an empty one."""
        message = await self.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        return str(message.get("text") or "")

    def say(self, message: bytes) -> None:
        """Send a text soon, together with all that is said until then: a write costs as much as many lines of code."""
        if not self.said:
            self.loop.call_soon(self.send_said)
        self.said += (head(len(message)), message)

    def send_said(self) -> None:
        """Nobody hears it where the line is being closed. Whoever takes far too little of it has to call again."""
        said, self.said = self.said, []
        if self.conn.state is State.OPEN and not self.transport.is_closing():
            self.transport.write(b"".join(said))
            self.let_go_if_deaf()

    def let_go_if_deaf(self) -> None:
        if self.transport.get_write_buffer_size() > BACKLOG:
            self.transport.abort()

    def handle_ping(self) -> None:
        super().handle_ping()
        self.let_go_if_deaf()

    def keepalive_timeout(self) -> None:
        """Whoever doesn't answer doesn't take what waits for them either, and close() would wait for that for ever."""
        super().keepalive_timeout()
        self.transport.abort()


def head(length: int) -> bytes:
    """What is sent before a text of so many bytes."""
    if length <= SHORT:
        return bytes((TEXT, length))
    if length < 2**16:
        return struct.pack("!BBH", TEXT, SHORT + 1, length)
    return struct.pack("!BBQ", TEXT, SHORT + 2, length)


def only_text(data: bytes) -> str | None:
    """The text of a frame, if that is all there is: final, masked, and so short that one byte tells its length."""
    if len(data) < HEAD or data[0] != TEXT or data[1] > MASKED + SHORT or data[1] - MASKED != len(data) - HEAD:
        return None
    try:
        return apply_mask(data[HEAD:], data[HEAD - 4 : HEAD]).decode()
    except UnicodeDecodeError:
        return None


def line_of(scope: Scope) -> Line:
    line: Line = scope["extensions"][EXTENSION]["line"]
    return line
