"""The line to a client: uvicorn's WebSocket, to which something can be said at once.

ASGI opens, hears and closes it, as it does with any socket; only what the server says takes a shorter way. Through
ASGI each message would be a coroutine that passes a queue, a task and every layer of the app, and be written by itself.
"""

from typing import Final

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

EXTENSION: Final = "carreau.line"
BACKLOG: Final = 2**20  # bytes that may wait for a slow client, until it is let go


class Line(WebSocketsSansIOProtocol):
    """Given to uvicorn as its protocol for WebSockets."""

    said: list[bytes]

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
