"""The log: everything that may be in it, and nothing else."""

import asyncio
import io
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from aiohttp import web
from aiohttp.http import HttpProcessingError
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedError

import carreau
from carreau.server.logs import (
    CommandRefused,
    Failed,
    LogEvent,
    Moved,
    Request,
    ServerStarted,
    StoreFailed,
    TableChanged,
    WorkerFailed,
    configure,
    request_id,
    request_log,
    tell,
    tell_failure,
)
from carreau.server.middleware import failures, problems
from carreau.server.settings import Settings
from tests.server.in_process import served

pytestmark = pytest.mark.anyio

SOURCES = Path(carreau.__file__).parent
SECRET = "hush-this-is-the-secret-of-a-guest-it-is-long"  # noqa: S105
JSON = Settings(database=Path("unused.db"), log_format="json", log_level="debug")


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """Yield the log's stream during a test; restore it afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield io.StringIO()
    root.handlers = handlers
    root.setLevel(level)


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in stream.getvalue().splitlines()]


def test_an_event_is_a_json_line(stream: io.StringIO) -> None:
    configure(JSON, stream)
    tell(ServerStarted(version="0.1.0", tables=3, bots=1))
    (line,) = lines(stream)
    assert line.pop("time").endswith("Z")
    assert line == {
        "level": "info",
        "event": "server_started",
        "version": "0.1.0",
        "tables": 3,
        "bots": 1,
    }


def test_an_event_is_a_line_to_read(stream: io.StringIO) -> None:
    configure(msgspec.structs.replace(JSON, log_format="text"), stream)
    tell(TableChanged(table="t1", status="open"))
    logging.getLogger("aiohttp.server").info("Started server process [%d]", 7)
    first, second = stream.getvalue().splitlines()
    assert first[24:] == " info    table_changed table=t1 status=open"
    assert second[24:] == " info    Started server process [7] logger=aiohttp.server"


def test_levels_are_kept(stream: io.StringIO) -> None:
    configure(msgspec.structs.replace(JSON, log_level="warning"), stream)
    tell(Moved(table="t1", decision=3, ms=1.5))
    tell(TableChanged(table="t1", status="open"))
    tell(WorkerFailed(error="MemoryError", places="search.py:12 think", failures=1))
    assert [line["event"] for line in lines(stream)] == ["worker_failed"]
    assert lines(stream)[0]["places"] == "search.py:12 think"


@pytest.mark.parametrize(
    "event",
    [
        CommandRefused(reason="stale", table=SECRET),
        CommandRefused(reason=f"the code was {SECRET}"),
        CommandRefused(reason="stale", guest="abc.def"),
        CommandRefused(reason="stale", table="t1\n"),
        TableChanged(table="t1", status="open\nlevel=error forged"),
        TableChanged(table="t1", status="open\n"),
        Request(method="GET", route=f"/join/?code={SECRET}", status=200, ms=1),
        Failed(doing="deal", error="ValueError", places=f"'{SECRET}' is no card"),
        Moved(table="t1", decision=SECRET, ms=1),  # type: ignore[arg-type]
    ],
    ids=str,
)
def test_what_has_not_the_declared_form_is_withheld(event: LogEvent, stream: io.StringIO) -> None:
    configure(JSON, stream)
    tell(event)
    assert SECRET not in stream.getvalue()
    assert len(lines(stream)) == 1
    assert "(withheld)" in lines(stream)[0].values()


def test_no_event_has_a_field_for_anything_secret() -> None:
    listed = {field for kind in LogEvent.__subclasses__() for field in kind.__struct_fields__}
    known = "version address tables bots seconds method route status ms guest reason table game decision error places"
    assert listed == {*known.split(), "failures", "doing", "fault", "action", "worker", "workers"}


def test_every_declared_event_is_logged_somewhere() -> None:
    sources = [path for path in SOURCES.rglob("*.py") if path.name != "logs.py"]
    used = "".join(path.read_text(encoding="utf-8") for path in sources)
    for kind in set(LogEvent.__subclasses__()) - {Request, Failed, StoreFailed}:  # created by logs.py itself
        assert f"tell({kind.__name__}(" in used, kind


def test_of_an_error_its_type_and_places_are_told_and_not_its_words(stream: io.StringIO) -> None:
    configure(JSON, stream)

    def deal() -> None:
        raise ValueError(SECRET)

    try:
        deal()
    except ValueError as error:
        tell_failure("deal", error, table="t1")
        logging.getLogger("aiohttp.server").exception("Unhandled exception\n%s", SECRET)
    own, foreign = lines(stream)
    assert SECRET not in stream.getvalue()
    assert (own["event"], own["error"], own["table"], own["level"]) == ("failed", "ValueError", "t1", "error")
    assert own["places"].startswith("test_logs.py:")
    assert own["places"].endswith(" deal")
    assert (foreign["words"], foreign["error"]) == ("Unhandled exception", "ValueError")
    assert foreign["places"] == own["places"]


def test_a_very_deep_error_is_told_too(stream: io.StringIO) -> None:
    configure(JSON, stream)

    def fall(depth: int) -> None:
        if not depth:
            raise ValueError
        fall(depth - 1)

    try:
        fall(300)
    except ValueError as error:
        tell_failure("fall", error)
    assert lines(stream)[0]["places"].count(" fall") == 20


def test_what_others_log_is_shown_without_its_values(stream: io.StringIO) -> None:
    configure(JSON, stream)
    logging.getLogger("aiohttp.server").info('%s - "WebSocket %s" [accepted]', "192.0.2.1:5", f"/ws?code={SECRET}")
    logging.getLogger("asyncio").error(f"Exception in callback take({SECRET!r})")
    logging.getLogger("some.library").warning("sent %s", SECRET)
    logging.getLogger("carreau.server.bot_pool").warning("a worker failed, %d of %d: %s", 1, 3, SECRET)
    logging.getLogger("carreau.server.app").warning("not ready: %s", ValueError(SECRET))
    logging.getLogger("carreau.server.app").warning("100 %")
    assert SECRET not in stream.getvalue()
    assert "192.0.2.1" not in stream.getvalue()
    assert [(line["logger"], line["words"]) for line in lines(stream)] == [
        ("aiohttp.server", '(withheld) - "WebSocket (withheld)" [accepted]'),
        ("asyncio", "(withheld)"),
        ("some.library", "(withheld)"),
        ("carreau.server.bot_pool", "a worker failed, 1 of 3: (withheld)"),
        ("carreau.server.app", "not ready: ValueError"),
        ("carreau.server.app", "100 %"),
    ]


def test_requests_that_are_no_http_are_not_logged(stream: io.StringIO) -> None:
    """Otherwise anybody could fill the disk with them."""
    configure(JSON, stream)
    wrong = HttpProcessingError(message=SECRET)
    logging.getLogger("aiohttp.server").error("Error handling request from %s", "192.0.2.1", exc_info=wrong)
    assert stream.getvalue() == ""


async def hello(call: web.Request) -> web.Response:
    tell(TableChanged(table=call.match_info["table"], status="open"))
    await asyncio.sleep(0)
    return web.Response(text=request_id.get(), status=201)


async def broken(call: web.Request) -> web.Response:
    raise ValueError(call.match_info["code"])


async def talk(call: web.Request) -> web.WebSocketResponse:
    socket = web.WebSocketResponse()
    await socket.prepare(call)
    await socket.send_str("hello")
    await socket.close(code=4001)
    return socket


def app(settings: Settings) -> web.Application:
    made = web.Application(middlewares=[request_log(settings), problems, failures])
    made.router.add_get("/tables/{table}", hello)
    made.router.add_get("/join/{code}", broken)
    made.router.add_get("/ws/{table}", talk)
    return made


async def ask(settings: Settings, *paths: str) -> list[str]:
    async with served(app(settings)) as port, httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
        return [answer.text for answer in await asyncio.gather(*(client.get(path) for path in paths))]


async def test_all_that_belongs_to_a_request_has_its_id(stream: io.StringIO) -> None:
    configure(JSON, stream)
    logging.getLogger("httpx").propagate = False
    ids = await ask(JSON, "/tables/t1?code=123", "/tables/t2")
    logging.getLogger("httpx").propagate = True
    found = [line for line in lines(stream) if "event" in line]
    assert len({*ids}) == 2
    for table, number in zip(("t1", "t2"), ids, strict=True):
        opened, answered = [line for line in found if line["request"] == number]
        assert opened["table"] == table
        told = {key: answered[key] for key in ("event", "method", "route", "status")}
        assert told == {"event": "request", "method": "GET", "route": "/tables/{table}", "status": 201}
        assert "address" not in answered
    assert request_id.get() == ""


async def test_requests_that_fail_or_lead_nowhere_are_told_without_their_path(stream: io.StringIO) -> None:
    configure(JSON, stream)
    await ask(JSON, f"/join/{SECRET}", f"/{SECRET}")
    found = [line for line in lines(stream) if line.get("event") == "request"]
    assert sorted((line["status"], line["route"]) for line in found) == [(404, ""), (500, "/join/{code}")]
    assert SECRET not in stream.getvalue()


async def test_addresses_are_told_only_if_that_is_wanted(stream: io.StringIO) -> None:
    configure(JSON, stream)
    await ask(msgspec.structs.replace(JSON, log_addresses=True), "/tables/t1")
    assert [line["address"] for line in lines(stream) if line.get("event") == "request"] == ["127.0.0.1"]


async def test_a_socket_is_told_of_when_it_closes(stream: io.StringIO) -> None:
    configure(JSON, stream)
    async with served(app(JSON)) as port, connect(f"ws://127.0.0.1:{port}/ws/t1") as socket:
        assert await socket.recv() == "hello"
        with pytest.raises(ConnectionClosedError):
            await socket.recv()
    (line,) = [line for line in lines(stream) if line.get("event") == "request"]
    assert (line["method"], line["route"], line["status"]) == ("WEBSOCKET", "/ws/{table}", 4001)
