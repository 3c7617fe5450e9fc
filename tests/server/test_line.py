"""Frames that are read and written without websockets' parser are those that it reads and writes."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast
from unittest.mock import patch

import msgspec
import pytest
from starlette.types import Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from carreau.server import wire
from carreau.server.line import LITTLE, MASKED, SHORT, Line, head, line_of, only_text
from tests.server.client import COOKIE, guests
from tests.server.running import running

PATIENCE = 30.0  # seconds after which a test has failed
PING = Frame(Opcode.TEXT, b'{"type":"ping","ref":"a"}')


@pytest.mark.parametrize("length", [0, 1, SHORT, SHORT + 1, 2**16 - 1, 2**16, 2**17])
def test_a_text_is_sent_as_websockets_sends_it(length: int) -> None:
    text = b"x" * length
    assert head(length) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize("text", ["", "x", "Grüße", "x" * SHORT])
def test_a_short_text_that_comes_alone_is_read_at_once(text: str) -> None:
    data = Frame(Opcode.TEXT, text.encode()).serialize(mask=True)
    assert only_text(data) == text
    for cut in range(len(data)):
        assert only_text(data[:cut]) is None
    assert only_text(data + data) is None
    assert only_text(data + b"\0") is None


@pytest.mark.parametrize(
    "frame",
    [
        Frame(Opcode.TEXT, b"x" * (SHORT + 1)),
        Frame(Opcode.TEXT, b"x" * 2**16),
        Frame(Opcode.TEXT, b"\xff\xfe"),
        replace(PING, fin=False),
        replace(PING, opcode=Opcode.BINARY),
        replace(PING, opcode=Opcode.CONT),
        Frame(Opcode.PING, b"x"),
        Frame(Opcode.CLOSE, b"\x03\xe8"),
    ],
)
def test_whatever_else_comes_is_left_to_the_parser(frame: Frame) -> None:
    assert only_text(frame.serialize(mask=True)) is None


@pytest.mark.parametrize("length", [0, 1, SHORT, SHORT + 1, 2**16])
def test_a_text_that_is_not_masked_is_left_to_the_parser(length: int) -> None:
    assert only_text(Frame(Opcode.TEXT, b"x" * length).serialize(mask=False)) is None


def several_ways() -> Iterator[tuple[list[bytes], int]]:
    """The same command in pieces, and how many times it is said."""
    whole = PING.serialize(mask=True)
    for cut in range(1, len(whole)):
        yield [whole[:cut], whole[cut:]], 1
    yield [whole + whole], 2
    yield [whole + whole[:9], whole[9:] + whole], 3
    first = Frame(Opcode.TEXT, PING.data[:5], fin=False).serialize(mask=True)
    last = Frame(Opcode.CONT, PING.data[5:]).serialize(mask=True)
    yield [first, last], 1
    yield [first, Frame(Opcode.PING, b"?").serialize(mask=True), last + whole], 2


class Raw:
    """A socket to a table that sends bytes as they are given."""

    async def connect(self, url: str, table: str, cookie: str, spaces: int = 1) -> None:
        address = parse_uri(f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket")
        self.refused = 0
        self.reader, self.writer = await asyncio.open_connection(address.host, address.port)
        self.client = ClientProtocol(address)
        request = self.client.connect()
        request.headers["Cookie"] = f"{COOKIE}={cookie}"
        self.client.send_request(request)
        handshake = b"".join(self.client.data_to_send())
        self.writer.write(handshake.replace(b"Cookie: ", b"Cookie:" + b" " * spaces))
        await self.heard('"type":"snapshot"', 1)

    async def say_often(self, data: bytes) -> None:
        for _ in range(1000):
            self.writer.write(data)
            await self.writer.drain()

    async def heard(self, what: str, times: int) -> None:
        """Until something has been said so many times."""
        while times > 0:
            data = await self.reader.read(2**16)
            assert data, self.client.close_exc
            self.client.receive_data(data)
            frames = [event for event in self.client.events_received() if isinstance(event, Frame)]
            times -= sum(what.encode() in frame.data for frame in frames)
            self.refused += sum(b'"ok":false' in frame.data for frame in frames)

    async def closed(self) -> int:
        """With which code the server ends it."""
        while data := await self.reader.read(2**16):
            self.client.receive_data(data)
        assert self.client.close_rcvd is not None
        return self.client.close_rcvd.code


def on_a_line(tmp_path: Path, test: Callable[[Raw], Awaitable[None]], spaces: int = 1) -> None:
    """A test with a line to a table of a real server."""

    async def connected(url: str) -> None:
        async with guests(url, 1) as [guest]:
            line = Raw()
            await line.connect(url, await guest.create("caro"), guest.cookie, spaces)
            await test(line)
            line.writer.close()

    with running(tmp_path) as server:
        asyncio.run(asyncio.wait_for(connected(server.url), PATIENCE))


def test_a_command_is_heard_however_it_is_cut(tmp_path: Path) -> None:
    async def test(line: Raw) -> None:
        answer = msgspec.json.encode(wire.Answer(ref="a", ok=True)).decode()
        for pieces, times in several_ways():
            for piece in pieces:
                line.writer.write(piece)
                await asyncio.sleep(0.005)
            await line.heard(answer, times)

    on_a_line(tmp_path, test)


def test_a_line_is_heard_though_its_handshake_was_longer_than_what_is_left_of_it(tmp_path: Path) -> None:
    """Nobody read what came after it."""

    async def test(line: Raw) -> None:
        line.writer.write(PING.serialize(mask=True))
        await line.heard('"type":"answer"', 1)

    on_a_line(tmp_path, test, spaces=LITTLE)


def test_what_looks_like_a_frame_within_another_is_none(tmp_path: Path) -> None:
    async def test(line: Raw) -> None:
        inner = PING.serialize(mask=True)
        line.writer.write(bytes((0x80 | Opcode.BINARY, MASKED + len(inner))) + bytes(4))
        await asyncio.sleep(0.05)
        line.writer.write(inner)
        await line.heard('"code":"malformed"', 1)

    on_a_line(tmp_path, test)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ([PING.serialize(mask=False)], 1002),
        ([Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True)], 1007),
        ([replace(PING, fin=False).serialize(mask=True), PING.serialize(mask=True)], 1002),
    ],
    ids=["not masked", "no UTF-8", "a message within another"],
)
def test_whoever_breaks_the_protocol_is_told_so(tmp_path: Path, said: list[bytes], code: int) -> None:
    async def test(line: Raw) -> None:
        for data in said:
            line.writer.write(data)
            await asyncio.sleep(0.05)
        assert await line.closed() == code

    on_a_line(tmp_path, test)


def test_whoever_never_takes_the_answers_to_their_pings_is_let_go(tmp_path: Path) -> None:
    """They were kept for ever, and more with every ping."""

    async def test(line: Raw) -> None:
        flood = Frame(Opcode.PING, b"x" * 100).serialize(mask=True) * 1000
        cast(asyncio.Transport, line.writer.transport).pause_reading()
        with pytest.raises(ConnectionError):
            await line.say_often(flood)

    on_a_line(tmp_path, test)


class Buffer(asyncio.Transport):
    """Takes what is said to somebody who is gone, and waits for them until it is aborted."""

    aborted = False

    def write(self, data: bytes | bytearray | memoryview) -> None: ...

    def close(self) -> None: ...

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def abort(self) -> None:
        self.aborted = True

    def is_closing(self) -> bool:
        return False


def handshake() -> bytes:
    client = ClientProtocol(parse_uri("ws://localhost/"))
    client.send_request(client.connect())
    return b"".join(client.data_to_send())


@pytest.mark.parametrize("before", [[], [Frame(Opcode.PONG, b"?")], [PING], [replace(PING, opcode=Opcode.BINARY)]])
def test_a_short_text_needs_no_parser(before: list[Frame]) -> None:
    """Right after the handshake, and after whatever else has been read."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        line = line_of(scope)
        for frame in before:
            line.data_received(frame.serialize(mask=True))
        while not line.queue.empty():
            await line.hear()
        with patch.object(line.conn, "receive_data", side_effect=AssertionError("the parser was asked")):
            line.data_received(PING.serialize(mask=True))
        heard.append(await line.hear())

    async def test() -> None:
        line = Line(Config(app, log_config=None), ServerState(), {})
        line.connection_made(Buffer())
        line.data_received(handshake())
        await asyncio.wait(line.tasks)

    heard: list[str] = []
    asyncio.run(test())
    assert heard == [bytes(PING.data).decode()]


def test_a_line_whose_client_does_not_answer_ends_though_something_waits_for_it() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None: ...

    async def test() -> None:
        line, buffer = Line(Config(app, log_config=None), ServerState(), {}), Buffer()
        line.connection_made(buffer)
        line.conn.state = State.OPEN
        line.keepalive_timeout()
        assert buffer.aborted

    asyncio.run(test())


def test_whoever_is_too_fast_is_heard_more_slowly_and_others_as_before(tmp_path: Path) -> None:
    async def test(url: str) -> None:
        async with guests(url, 2) as [hasty, other]:
            table = await hasty.create("caro")
            line = Raw()
            await line.connect(url, table, hasty.cookie)
            client = await other.connect(table)
            line.writer.write(PING.serialize(mask=True) * 100)
            await line.heard('"code":"too_fast"', 1)
            await client.do(wire.Ping(ref="b"))
            line.writer.write(Frame(Opcode.CLOSE, b"").serialize(mask=True))
            line.writer.close()
            await client.close()
        assert line.refused < 10  # and not all of them, before anybody else had a turn

    with running(tmp_path, socket_rate=1, socket_burst=10) as server:
        asyncio.run(asyncio.wait_for(test(server.url), PATIENCE))


def test_guests_who_come_from_one_address_share_what_it_may_say(tmp_path: Path) -> None:
    """Whoever has as many guests as they like has no more to say for it."""

    async def test(url: str) -> None:
        lines = Raw(), Raw()
        async with guests(url, 2) as both:
            table = await both[0].create("caro")
            for line, guest in zip(lines, both, strict=True):
                await line.connect(url, table, guest.cookie)
            lines[0].writer.write(PING.serialize(mask=True) * 10)
            await lines[0].heard('"type":"answer"', 10)
            lines[1].writer.write(PING.serialize(mask=True))
            await lines[1].heard('"code":"too_fast"', 1)
            for line in lines:
                line.writer.close()
        assert lines[0].refused == 0

    with running(tmp_path, crowd_rate=1, crowd_burst=10) as server:
        asyncio.run(asyncio.wait_for(test(server.url), PATIENCE))
