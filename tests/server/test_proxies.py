"""The address of a client: a proxy is believed only if it is trusted."""

from pathlib import Path

import httpx
import pytest
from aiohttp import web

from carreau.server.proxies import forwarded
from carreau.server.settings import Settings
from tests.server.in_process import served

pytestmark = pytest.mark.anyio


async def who(request: web.Request) -> web.Response:
    return web.Response(text=f"{request.scheme} {request.remote}")


async def told(trusted: tuple[str, ...], headers: list[tuple[str, str]]) -> str:
    app = web.Application(middlewares=[forwarded(Settings(database=Path("unused.db"), trusted_proxies=trusted))])
    app.router.add_get("/", who)
    async with served(app) as port, httpx.AsyncClient() as client:
        return (await client.get(f"http://127.0.0.1:{port}/", headers=headers)).text


FOR, PROTO = "X-Forwarded-For", "X-Forwarded-Proto"


@pytest.mark.parametrize(
    ("headers", "found"),
    [
        ([], "http 127.0.0.1"),
        ([(FOR, "192.0.2.7")], "http 192.0.2.7"),
        ([(FOR, "192.0.2.7"), (PROTO, "https")], "https 192.0.2.7"),
        ([(FOR, "192.0.2.7:5000")], "http 192.0.2.7"),
        ([(FOR, "[2001:db8::7]:5000")], "http 2001:db8::7"),
        ([(FOR, "2001:db8::7")], "http 2001:db8::7"),
        ([(FOR, "203.0.113.9, 192.0.2.7")], "http 192.0.2.7"),  # the first one is made up by the client
        ([(FOR, "203.0.113.9"), (FOR, "192.0.2.7, 10.1.2.3")], "http 192.0.2.7"),
        ([(FOR, "192.0.2.7, ::ffff:10.1.2.3")], "http 192.0.2.7"),
        ([(FOR, "10.0.0.1, 10.1.2.3")], "http 10.0.0.1"),
        ([(FOR, "")], "http 127.0.0.1"),
        ([(FOR, "nonsense")], "http nonsense"),
        ([(PROTO, "gopher")], "http 127.0.0.1"),
    ],
)
async def test_a_trusted_proxy_says_whom_it_speaks_for(headers: list[tuple[str, str]], found: str) -> None:
    assert await told(("127.0.0.1", "::1", "10.0.0.0/8"), headers) == found


@pytest.mark.parametrize("trusted", [(), ("10.0.0.0/8", "::1")])
async def test_nobody_else_is_believed(trusted: tuple[str, ...]) -> None:
    assert await told(trusted, [(FOR, "192.0.2.7"), (PROTO, "https")]) == "http 127.0.0.1"
