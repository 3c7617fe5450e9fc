"""The middleware, tested over real connections."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from aiohttp import web

from carreau.server.middleware import add_headers, checks, failures, origin_allowed, problems
from carreau.server.settings import Settings
from tests.server.in_process import served
from tests.server.raw import spoken

pytestmark = pytest.mark.anyio

SETTINGS = Settings(
    database=Path("unused.db"),
    public_url="https://play.example.org",
    trusted_origins=("https://club.example.org:8443",),
    body_bytes=1024,
)


async def echo(request: web.Request) -> web.Response:
    return web.Response(body=await request.read())


async def own_way(_: web.Request) -> web.Response:
    return web.json_response({}, headers={"Cache-Control": "max-age=5"})


async def broken(_: web.Request) -> web.Response:
    raise ValueError("a secret")


def app() -> web.Application:
    made = web.Application(middlewares=[problems, failures, checks(SETTINGS)], client_max_size=SETTINGS.body_bytes)
    made.on_response_prepare.append(add_headers)
    made.router.add_get("/own", own_way)
    made.router.add_get("/broken", broken)
    for method in ("GET", "POST", "DELETE"):
        made.router.add_route(method, "/{rest:(?!own|broken).*}", echo)
    return made


async def ask(method: str, path: str, **how: Any) -> httpx.Response:
    async with served(app()) as port, httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
        return await client.request(method, path, **{**how, "headers": {"Host": "test", **how.get("headers", {})}})


async def write(first: str, *headers: str, body: bytes = b"") -> tuple[int, str, bytes]:
    """Send a raw request; return the status, the head and the body of the response."""
    async with served(app()) as port:
        return await asyncio.to_thread(spoken, port, first, *headers, body=body)


def policy(answer: httpx.Response) -> dict[str, str]:
    parts = answer.headers["content-security-policy"].split("; ")
    return {name: value for name, _, value in (part.partition(" ") for part in parts)}


async def test_no_script_runs_but_the_servers_own_and_nobody_frames_it() -> None:
    allowed = policy(await ask("GET", "/"))
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
async def test_a_strange_host_does_not_get_into_the_policy(host: str) -> None:
    answer = await ask("GET", "/", headers={"Host": host})
    assert policy(answer)["connect-src"] == "'self'"
    assert "script-src" not in answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/", "/api/x", "/own", "/assets/x.js"])
@pytest.mark.parametrize("method", ["GET", "PUT"])
async def test_every_answer_has_all_headers(method: str, path: str) -> None:
    headers = (await ask(method, path)).headers
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
        ("GET", "/assets/app.webmanifest", "no-cache"),  # without a hash in its name it may change
        ("GET", "/assets/icon-192.png", "no-cache"),
        ("GET", "/assets/icon-maskable.png", "no-cache"),
        ("PUT", "/assets/app-DpRH4nLE.js", "no-store"),  # not allowed
        ("GET", "/own", "max-age=5"),
    ],
)
async def test_answers_are_kept_as_long_as_they_are_true(method: str, path: str, kept: str) -> None:
    assert (await ask(method, path)).headers.get_list("cache-control") == [kept]


async def parts(number: int, size: int) -> AsyncIterator[bytes]:
    for _ in range(number):
        yield b"x" * size


async def test_a_body_within_the_limit_arrives_whole() -> None:
    assert (await ask("POST", "/", content=b"x" * 1024)).text == "x" * 1024
    assert (await ask("POST", "/", content=parts(4, 256))).text == "x" * 1024
    assert (await ask("POST", "/")).text == ""


@pytest.mark.parametrize("content", [b"x" * 1025, parts(11, 100)], ids=["declared", "in parts"])
async def test_a_body_over_the_limit_is_refused(content: Any) -> None:
    answer = await ask("POST", "/api/x", content=content)
    assert answer.status_code == 413
    assert answer.json() == {
        "code": "too_large",
        "text": "a request may have at most 1024 bytes",
        "clause": "",
        "line": 0,
    }
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("length", ["nonsense", "-1", "9" * 5000, "1\r\nContent-Length: 2"])
async def test_a_body_with_a_strange_length_is_refused(length: str) -> None:
    assert (await write("POST /api/x HTTP/1.1", f"Content-Length: {length}", body=b"x" * 1025))[0] == 400


async def test_a_body_without_end_is_not_read_to_its_end() -> None:
    """The response comes although the rest of the body never does."""
    chunked = "POST / HTTP/1.1", "Transfer-Encoding: chunked"
    assert (await write(*chunked, body=b"64\r\n" + b"x" * 100 + b"\r\n" + b"800\r\n" + b"x" * 1000))[0] == 413


async def test_a_body_that_comes_byte_by_byte_is_one() -> None:
    status, _, body = await write(
        "POST / HTTP/1.1", "Transfer-Encoding: chunked", body=b"1\r\nx\r\n" * 1000 + b"0\r\n\r\n"
    )
    assert (status, body) == (200, b"x" * 1000)


async def test_a_body_that_says_it_is_too_long_is_not_read_at_all() -> None:
    assert (await write("POST / HTTP/1.1", "Content-Length: 1025"))[0] == 413


async def test_half_a_request_is_none(caplog: pytest.LogCaptureFixture) -> None:
    async with served(app()) as port:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab")
        await asyncio.sleep(0.05)
        writer.close()
        await writer.wait_closed()
        await asyncio.sleep(0.05)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_a_mistake_of_the_server_s_own_is_told_in_no_detail() -> None:
    answer = await ask("GET", "/broken")
    assert (answer.status_code, answer.json()["code"]) == (500, "failed")
    assert "a secret" not in answer.text
    assert answer.headers["cache-control"] == "no-store"


async def test_which_software_this_is_is_not_told() -> None:
    assert "server" not in (await ask("GET", "/")).headers


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        (None, "10.0.0.2:8000", True),
        ("http://10.0.0.2:8000", "10.0.0.2:8000", True),
        ("http://LOCALHOST:8000", "localhost:8000", True),
        ("HTTP://localhost:8000", "localhost:8000", False),  # no browser spells it so
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


async def test_pages_of_other_sites_can_read_what_is_public_and_change_nothing() -> None:
    foreign = {"Origin": "https://evil.example"}
    assert (await ask("GET", "/", headers=foreign)).status_code == 200
    for method in ("POST", "DELETE"):
        answer = await ask(method, "/", headers=foreign)
        assert answer.status_code == 403
        assert answer.json()["code"] == "foreign_origin"
        assert (await ask(method, "/", headers={"Origin": "http://test"})).status_code == 200
