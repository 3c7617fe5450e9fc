"""The address of a client: a proxy is believed only if it is trusted."""

from pathlib import Path

import httpx
import pytest
from aiohttp import web

from carreau.server.ownership import Peer
from carreau.server.peers import SIGNED, Peers
from carreau.server.proxies import forwarded
from carreau.server.settings import Settings
from tests.server.in_process import served

pytestmark = pytest.mark.anyio

KEY = b"k" * 32
SIGNATURE = Peers("other", [KEY], lease=3.0).signed(Peer("this", ""))[SIGNED]


async def who(request: web.Request) -> web.Response:
    return web.Response(text=f"{request.scheme} {request.remote}")


async def told(trusted: tuple[str, ...], headers: list[tuple[str, str]]) -> str:
    settings, peers = Settings(database=Path("unused.db"), trusted_proxies=trusted), Peers("this", [KEY], lease=3.0)
    app = web.Application(middlewares=[forwarded(settings, peers)])
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


@pytest.mark.parametrize(
    ("signature", "found"),
    [
        (SIGNATURE, "https 192.0.2.7"),
        (Peers("other", [KEY], lease=3.0).signed(Peer("another", ""))[SIGNED], "http 127.0.0.1"),
        (Peers("other", [b"x" * 32], lease=3.0).signed(Peer("this", ""))[SIGNED], "http 127.0.0.1"),
        ("nonsense", "http 127.0.0.1"),
        ("", "http 127.0.0.1"),
    ],
)
async def test_another_server_is_believed_if_it_has_signed_for_this_one(signature: str, found: str) -> None:
    assert await told((), [(FOR, "192.0.2.7"), (PROTO, "https"), (SIGNED, signature)]) == found


@pytest.mark.parametrize("trusted", [(), ("10.0.0.0/8", "::1")])
async def test_nobody_else_is_believed(trusted: tuple[str, ...]) -> None:
    assert await told(trusted, [(FOR, "192.0.2.7"), (PROTO, "https")]) == "http 127.0.0.1"
