"""Clients that send raw bytes, which no browser would send."""

import asyncio
import socket
from typing import Final

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from tests.server.client import COOKIE, PATIENCE

PING: Final = Frame(Opcode.TEXT, b'{"type":"ping","ref":"a"}')


def spoken(port: int, first: str, *headers: str, body: bytes = b"") -> tuple[int, str, bytes]:
    """Send a raw request; return the status, the head and the body of the response."""
    lines = [first, *(headers if any(line.lower().startswith("host:") for line in headers) else ("Host: x", *headers))]
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
        line.sendall("\r\n".join([*lines, "Connection: close", "", ""]).encode("latin-1") + body)
        with line.makefile("rb") as answer:
            head, _, rest = answer.read().partition(b"\r\n\r\n")
    return int(head.split()[1]), head.decode("latin-1"), rest


class RawSocket:
    """A socket to a table."""

    async def connect(self, url: str, table: str, cookie: str) -> None:
        address = parse_uri(f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket")
        self.refused = 0
        self.reader, self.writer = await asyncio.open_connection(address.host, address.port)
        self.client = ClientProtocol(address)
        request = self.client.connect()
        request.headers["Cookie"] = f"{COOKIE}={cookie}"
        self.client.send_request(request)
        self.writer.writelines(self.client.data_to_send())
        await self.heard('"type":"snapshot"', 1)

    async def heard(self, what: str, times: int) -> None:
        """Wait until a text has arrived several times."""
        while times > 0:
            data = await self.read()
            assert data, self.client.close_exc
            self.client.receive_data(data)
            frames = [event for event in self.client.events_received() if isinstance(event, Frame)]
            times -= sum(what.encode() in frame.data for frame in frames)
            self.refused += sum(b'"ok":false' in frame.data for frame in frames)

    async def closed(self) -> int:
        """Return the code with which the server closes the socket."""
        while data := await self.read():
            self.client.receive_data(data)
        assert self.client.close_rcvd is not None
        return self.client.close_rcvd.code

    async def read(self) -> bytes:
        async with asyncio.timeout(PATIENCE):
            return await self.reader.read(2**16)

    async def flood(self, data: bytes) -> None:
        """Send the same bytes again and again until the server hangs up."""
        async with asyncio.timeout(PATIENCE):
            while True:
                self.writer.write(data)
                await self.writer.drain()
