"""The middleware, tested through real ASGI calls."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from carreau.server.middleware import SecurityMiddleware, origin_allowed, received
from carreau.server.settings import Settings

SETTINGS = Settings(
    database=Path("unused.db"),
    public_url="https://play.example.org",
    trusted_origins=("https://club.example.org:8443",),
    body_bytes=1024,
)


async def echo(request: Request) -> Response:
    return PlainTextResponse(await request.body())


async def own_way(_: Request) -> Response:
    return JSONResponse({}, headers={"Cache-Control": "max-age=5"})


async def greet(socket: WebSocket) -> None:
    await socket.accept()
    await socket.close()


ROUTES = [
    Route("/own", own_way),
    WebSocketRoute("/ws", greet),
    Route("/{rest:path}", echo, methods=["GET", "POST", "DELETE"]),
]
APP = Starlette(routes=ROUTES, middleware=[Middleware(SecurityMiddleware, settings=SETTINGS)])


def ask(method: str, path: str, base: str = "http://test", **how: Any) -> httpx.Response:
    async def test() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(APP), base_url=base) as client:
            return await client.request(method, path, **how)

    return asyncio.run(test())


def policy(answer: httpx.Response) -> dict[str, str]:
    parts = answer.headers["content-security-policy"].split("; ")
    return {name: value for name, _, value in (part.partition(" ") for part in parts)}


def test_no_script_runs_but_the_servers_own_and_nobody_frames_it() -> None:
    allowed = policy(ask("GET", "/"))
    assert allowed == {
        "default-src": "'self'",
        "connect-src": "'self' ws://test wss://test",
        "img-src": "'self' data:",
        "object-src": "'none'",
        "frame-ancestors": "'none'",
        "base-uri": "'none'",
        "form-action": "'self'",
    }


@pytest.mark.parametrize("host", ["test; script-src *", "a b", "test,x", "'unsafe-inline'", "a:b", ""])
def test_a_strange_host_does_not_get_into_the_policy(host: str) -> None:
    answer = ask("GET", "/", headers={"Host": host})
    assert policy(answer)["connect-src"] == "'self'"
    assert "script-src" not in answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/", "/api/x", "/own", "/assets/x.js"])
@pytest.mark.parametrize("method", ["GET", "PUT"])
def test_every_answer_has_all_headers(method: str, path: str) -> None:
    headers = ask(method, path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "content-security-policy" in headers
    assert "cache-control" in headers


@pytest.mark.parametrize(
    ("method", "path", "kept"),
    [
        ("GET", "/api/tables", "no-store"),
        ("GET", "/metrics", "no-store"),
        ("GET", "/", "no-cache"),
        ("GET", "/assets/app-DpRH4nLE.js", "public, max-age=31536000, immutable"),
        ("GET", "/assets/a-font-ukD1_T-j.woff2", "public, max-age=31536000, immutable"),
        ("GET", "/assets/app.webmanifest", "no-cache"),  # without a hash it may change
        ("GET", "/assets/icon-192.png", "no-cache"),
        ("GET", "/assets/icon-maskable.png", "no-cache"),
        ("PUT", "/assets/app-DpRH4nLE.js", "no-store"),  # not allowed
        ("GET", "/own", "max-age=5"),
    ],
)
def test_answers_are_kept_as_long_as_they_are_true(method: str, path: str, kept: str) -> None:
    assert ask(method, path).headers.get_list("cache-control") == [kept]


def test_a_body_within_the_limit_arrives_whole() -> None:
    async def parts() -> AsyncIterator[bytes]:
        for _ in range(4):
            yield b"x" * 256

    assert ask("POST", "/", content=b"x" * 1024).text == "x" * 1024
    assert ask("POST", "/", content=parts()).text == "x" * 1024
    assert ask("POST", "/").text == ""


@pytest.mark.parametrize("length", [None, "1025", "9" * 5000, "0", "nonsense"])
def test_a_body_over_the_limit_is_refused_whatever_it_says_of_itself(length: str | None) -> None:
    headers = {} if length is None else {"Content-Length": length}
    answer = ask("POST", "/api/x", content=b"x" * 1025, headers=headers)
    assert answer.status_code == 413
    assert answer.json() == {
        "code": "too_large",
        "text": "a request may have 1024 bytes at most: send less at once",
        "clause": "",
        "line": 0,
    }
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_body_without_end_is_not_read_to_its_end() -> None:
    read = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal read
        while True:
            read += 1
            yield b"x" * 100

    assert ask("POST", "/", content=endless()).status_code == 413
    assert read == 11


def scope(**changes: Any) -> dict[str, Any]:
    usual = {"type": "http", "method": "POST", "path": "/", "scheme": "http", "query_string": b"", "headers": []}
    return {**usual, **changes}


def called(messages: list[Message], **changes: Any) -> tuple[list[Message], list[Message]]:
    """What an app receives and what is sent, if a client sends some messages."""
    got: list[Message] = []
    sent: list[Message] = []
    waiting = iter(messages)

    async def app(_: Scope, receive: Receive, __: Send) -> None:
        for _ in messages:
            got.append(await receive())

    async def receive() -> Message:
        return next(waiting)

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(SecurityMiddleware(app, SETTINGS)(scope(**changes), receive, send))
    return got, sent


def test_half_a_request_is_none() -> None:
    half: list[Message] = [{"type": "http.request", "body": b"x", "more_body": True}, {"type": "http.disconnect"}]
    assert called(half) == ([], [])
    whole: list[Message] = [{"type": "http.request", "body": b"x"}, {"type": "http.disconnect"}]
    assert called(whole) == (whole, [])


def test_a_body_that_comes_byte_by_byte_is_one() -> None:
    parts: list[Message] = [{"type": "http.request", "body": b"x", "more_body": number < 99} for number in range(100)]
    waiting = iter(parts)

    async def receive() -> Message:
        return next(waiting)

    whole = asyncio.run(received(receive, 100))
    assert whole == {"type": "http.request", "body": b"x" * 100, "more_body": False}


def test_a_body_that_says_it_is_too_long_is_not_read_at_all() -> None:
    _, sent = called([], headers=[(b"content-length", b"1025")])
    assert sent[0]["status"] == 413


def test_sockets_and_the_start_pass_untouched() -> None:
    for kind in ("websocket", "lifespan"):
        messages: list[Message] = [{"type": f"{kind}.one"}, {"type": f"{kind}.two", "more_body": True}]
        assert called(messages, type=kind) == (messages, [])


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        (None, "10.0.0.2:8000", True),
        ("http://10.0.0.2:8000", "10.0.0.2:8000", True),
        ("http://LOCALHOST:8000", "localhost:8000", True),
        ("HTTP://localhost:8000", "localhost:8000", False),  # no browser writes it so
        ("http://example.org", "example.org:80", True),
        ("https://example.org", "example.org", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("https://play.example.org", "127.0.0.1:8000", True),
        ("https://play.example.org:443", "127.0.0.1:8000", True),
        ("https://club.example.org:8443", "127.0.0.1:8000", True),
        ("http://play.example.org", "127.0.0.1:8000", False),
        ("https://club.example.org", "127.0.0.1:8000", False),
        ("https://play.example.org.evil.example", "127.0.0.1:8000", False),
        ("http://localhost:3000", "localhost:8000", False),
        ("https://evil.example", "localhost:8000", False),
        ("https://evil.example/@localhost:8000", "localhost:8000", False),
        ("https://evil@localhost:8000", "localhost:8000", False),
        ("null", "localhost:8000", False),
        ("null", "null", False),
        ("", "", False),
        ("http://[bad", "[bad", False),
        ("http://x:99999", "x:99999", False),
        ("file://", "", False),
    ],
)
def test_only_pages_of_this_server_and_trusted_ones_may_act(origin: str | None, host: str, allowed: bool) -> None:
    assert origin_allowed(origin, host, SETTINGS) == allowed


def test_pages_of_other_sites_can_read_what_is_public_and_change_nothing() -> None:
    foreign = {"Origin": "https://evil.example"}
    assert ask("GET", "/", headers=foreign).status_code == 200
    for method in ("POST", "DELETE"):
        answer = ask(method, "/", headers=foreign)
        assert answer.status_code == 403
        assert answer.json()["code"] == "foreign_origin"
        assert ask(method, "/", headers={"Origin": "http://test"}).status_code == 200
