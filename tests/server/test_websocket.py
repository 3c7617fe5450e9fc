"""Sockets, frame by frame: any fragmentation works, and protocol errors are reported."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import cast

import msgspec
import pytest
from aiohttp import web
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from carreau.server import wire
from carreau.server.connection import Connection, Disconnected
from carreau.server.lag import PAYLOAD, LagMeter
from carreau.server.websocket import BACKLOG, WebSocket
from tests.server.client import at_table, guests
from tests.server.in_process import begun, served, visited
from tests.server.raw import PING, RawSocket
from tests.server.running import Running, running

pytestmark = pytest.mark.anyio

PATIENCE = 30.0  # seconds until a test fails
MASKED = 0x80  # in the second byte of a frame


def several_ways() -> Iterator[tuple[list[bytes], int]]:
    """Return the same command in fragments, and how many times it is sent."""
    whole = PING.serialize(mask=True)
    for cut in range(1, len(whole)):
        yield [whole[:cut], whole[cut:]], 1
    yield [whole + whole], 2
    yield [whole + whole[:9], whole[9:] + whole], 3
    first = Frame(Opcode.TEXT, PING.data[:5], fin=False).serialize(mask=True)
    last = Frame(Opcode.CONT, PING.data[5:]).serialize(mask=True)
    yield [first, last], 1
    yield [first, Frame(Opcode.PING, b"?").serialize(mask=True), last + whole], 2


@pytest.fixture
async def line(server: Running) -> AsyncIterator[RawSocket]:
    """Yield a connection to a table of a real server."""
    async with guests(server.url, 1) as [guest]:
        opened = RawSocket()
        await opened.connect(server.url, await guest.create("caro"), guest.cookie)
        yield opened
        opened.writer.close()


async def test_a_command_is_heard_however_it_is_cut(line: RawSocket) -> None:
    answer = msgspec.json.encode(wire.Answer(ref="a", ok=True)).decode()
    for pieces, times in several_ways():
        for piece in pieces:
            line.writer.write(piece)
            await asyncio.sleep(0.005)
        await line.heard(answer, times)


async def test_what_looks_like_a_frame_within_another_is_none(line: RawSocket) -> None:
    inner = PING.serialize(mask=True)
    line.writer.write(bytes((0x80 | Opcode.BINARY, MASKED | len(inner))) + bytes(4))
    await asyncio.sleep(0.05)
    line.writer.write(inner)
    await line.heard('"code":"malformed"', 1)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ([Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True)], 1007),
        ([replace(PING, fin=False).serialize(mask=True), PING.serialize(mask=True)], 1002),
    ],
    ids=["no UTF-8", "a message within another"],
)
async def test_whoever_breaks_the_protocol_is_told_so(line: RawSocket, said: list[bytes], code: int) -> None:
    for data in said:
        line.writer.write(data)
        await asyncio.sleep(0.05)
    assert await line.closed() == code


async def test_whoever_never_takes_the_answers_to_their_pings_is_let_go(line: RawSocket) -> None:
    """Pongs used to pile up forever, one for every ping."""
    flood = Frame(Opcode.PING, b"x" * 100).serialize(mask=True) * 1000
    cast(asyncio.Transport, line.writer.transport).pause_reading()
    with pytest.raises(ConnectionError):
        await line.flood(flood)


class Served:
    """An app with one socket, and what happens to it."""

    def __init__(self, doing: Callable[[WebSocket], Awaitable[None]], backlog: int = BACKLOG) -> None:
        self.doing = doing
        self.backlog = backlog
        self.gone = asyncio.Event()

    async def handle(self, request: web.Request) -> web.StreamResponse:
        socket = WebSocket(request, 1024, self.backlog)
        await socket.open()
        await self.doing(socket)
        while request.transport:
            await asyncio.sleep(0.01)
        self.gone.set()
        return socket.response

    @asynccontextmanager
    async def client(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        app = web.Application()
        app.router.add_get("/", self.handle)
        async with served(app) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(handshake(port))
            await reader.readuntil(b"\r\n\r\n")
            yield reader, writer
            writer.close()


def handshake(port: int) -> bytes:
    client = ClientProtocol(parse_uri(f"ws://127.0.0.1:{port}/"))
    client.send_request(client.connect())
    return b"".join(client.data_to_send())


class Turns:
    """A counter of event loop iterations."""

    def __init__(self) -> None:
        self.count = 0
        self.next()

    def next(self) -> None:
        self.count += 1
        asyncio.get_running_loop().call_soon(self.next)


class Counting:
    """The server's side of a socket that counts event loop iterations between two messages."""

    def __init__(self) -> None:
        self.taken = asyncio.Queue[int]()

    async def listen(self, socket: WebSocket) -> None:
        assert await socket.receive() == "start"
        await asyncio.sleep(0.1)  # until everything has arrived
        turns = Turns()
        assert await socket.receive() == "end"
        self.taken.put_nowait(turns.count)


@pytest.mark.parametrize("kind", [Opcode.PING, Opcode.PONG])
async def test_others_have_a_turn_after_each_frame_of_a_flood(kind: Opcode) -> None:
    counting = Counting()
    async with asyncio.timeout(PATIENCE), Served(counting.listen).client() as (_, writer):
        start, end = (Frame(Opcode.TEXT, text).serialize(mask=True) for text in (b"start", b"end"))
        writer.write(start + Frame(kind, b"").serialize(mask=True) * 500 + end)
        assert await counting.taken.get() >= 500
        writer.transport.abort()


class Tireless:
    """A socket on which the same command is always available, many times."""

    def __init__(self, command: str) -> None:
        self.coming = [command] * 500
        self.meter = LagMeter(0.0)

    def send(self, message: bytes) -> None: ...

    async def close(self, code: int, reason: str = "") -> None: ...

    async def receive(self) -> str:
        if not self.coming:
            raise Disconnected
        return self.coming.pop()


@pytest.mark.parametrize(
    "command", ["", "nonsense", '{"type":"ping","ref":"a"}', '{"type":"setpov","ref":"a","seat":-1}']
)
async def test_others_have_a_turn_after_each_command_of_a_flood(tmp_path: Path, command: str) -> None:
    async with visited(tmp_path) as (server, guest):
        me, table = await begun(guest)
        known = await server.store.guest(me)
        assert known is not None
        connection = Connection(Tireless(command), known, await server.rooms.open(table), server.rooms)
        turns = Turns()
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(Disconnected):
                await connection.run([])
        assert turns.count >= 500


async def talk(socket: WebSocket) -> None:
    """Send more than the kernel buffers to a client that doesn't read."""
    for _ in range(1000):
        socket.send(b"x" * 2**14)
        await asyncio.sleep(0)


async def ask(socket: WebSocket) -> None:
    """Check on a client with a long backlog."""
    for _ in range(100):
        socket.send(b"x" * 2**14)
    for _ in range(2):
        socket.check()
        await asyncio.sleep(0.1)


@pytest.mark.parametrize("doing", [talk, ask])
async def test_whoever_does_not_read_is_dropped(doing: Callable[[WebSocket], Awaitable[None]]) -> None:
    app = Served(doing, backlog=2**20 if doing is talk else 2**30)
    async with asyncio.timeout(PATIENCE), app.client() as (_, writer):
        cast(asyncio.Transport, writer.transport).pause_reading()
        await app.gone.wait()


async def check(socket: WebSocket) -> None:
    """Check on a client three times, then send it something."""
    listening = asyncio.create_task(socket.receive())
    for _ in range(3):
        socket.check()
        await asyncio.sleep(0.1)
    socket.send(b"still here")
    listening.cancel()


async def test_a_client_that_answers_is_not_dropped() -> None:
    async with asyncio.timeout(PATIENCE), Served(check).client() as (reader, writer):
        while (head := await reader.readexactly(2)) == bytes((0x80 | Opcode.PING, PAYLOAD)):
            writer.write(Frame(Opcode.PONG, await reader.readexactly(PAYLOAD)).serialize(mask=True))
        assert head + await reader.readexactly(10) == Frame(Opcode.TEXT, b"still here").serialize(mask=False)
        writer.transport.abort()


FLOODS = {  # the beginning, and the part that is repeated
    "pings": (b"", Frame(Opcode.PING, b"").serialize(mask=True)),
    "fragments": (
        Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True),
        Frame(Opcode.CONT, b"", fin=False).serialize(mask=True),
    ),
    "texts": (b"", Frame(Opcode.TEXT, b"").serialize(mask=True)),
}


@pytest.mark.parametrize("kind", FLOODS)
async def test_beside_floods_others_are_heard(server: Running, kind: str) -> None:
    async with guests(server.url, 2) as [hasty, other]:
        table = await hasty.create("caro")
        lines = [RawSocket() for _ in range(5)]
        for line in lines:
            await line.connect(server.url, table, hasty.cookie)
            line.writer.write(FLOODS[kind][0])
        floods = [asyncio.create_task(line.flood(FLOODS[kind][1] * 10_000)) for line in lines]
        async with at_table(table, [other]) as [client]:
            for number in range(20):
                await client.do(wire.Ping(ref=str(number)))
        for flood, line in zip(floods, lines, strict=True):
            flood.cancel()
            line.writer.transport.abort()
        await asyncio.gather(*floods, return_exceptions=True)


async def test_whoever_is_too_fast_is_heard_more_slowly_and_others_as_before(tmp_path: Path) -> None:
    with running(tmp_path, socket_rate=1, socket_burst=10) as server:
        async with guests(server.url, 2) as [hasty, other]:
            table = await hasty.create("caro")
            line = RawSocket()
            await line.connect(server.url, table, hasty.cookie)
            client = await other.connect(table)
            line.writer.write(PING.serialize(mask=True) * 100)
            await line.heard('"code":"too_fast"', 1)
            await client.do(wire.Ping(ref="b"))
            line.writer.write(Frame(Opcode.CLOSE, b"").serialize(mask=True))
            line.writer.close()
            await client.close()
        assert line.refused < 10  # not all of them before anybody else had a turn


async def test_guests_who_come_from_one_address_share_what_it_may_say(tmp_path: Path) -> None:
    """However many identities a person has."""
    lines = RawSocket(), RawSocket()
    with running(tmp_path, crowd_rate=1, crowd_burst=10) as server:
        async with guests(server.url, 2) as both:
            table = await both[0].create("caro")
            for line, guest in zip(lines, both, strict=True):
                await line.connect(server.url, table, guest.cookie)
            lines[0].writer.write(PING.serialize(mask=True) * 10)
            await lines[0].heard('"type":"answer"', 10)
            lines[1].writer.write(PING.serialize(mask=True))
            await lines[1].heard('"code":"too_fast"', 1)
            for line in lines:
                line.writer.close()
    assert lines[0].refused == 0
