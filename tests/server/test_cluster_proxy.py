"""The small proxy in front of several servers passes everything on, to those that are there."""

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest
from aiohttp import web

from tools.proxy import proxying

pytestmark = pytest.mark.anyio

CODE = 4018  # with which no server and no proxy closes a socket by itself


def free() -> socket.socket:
    return socket.create_server(("127.0.0.1", 0))


def address(listening: socket.socket) -> str:
    return f"http://127.0.0.1:{listening.getsockname()[1]}"


async def echo(request: web.Request) -> web.StreamResponse:
    """Answer with what has arrived, and with what can't arrive everywhere."""
    heard = [request.headers.get(name, "") for name in ("Host", "Origin", "Cookie", "X-Forwarded-For")]
    if "Upgrade" not in request.headers:
        told = [request.method, request.path_qs, await request.text(), *heard]
        at = address(request.get_extra_info("socket"))
        return web.json_response(told, status=404, headers=[("Set-Cookie", f"at={at}"), ("Set-Cookie", "b=2")])
    if request.path == "/refused":
        raise web.HTTPForbidden
    there = web.WebSocketResponse()
    await there.prepare(request)
    await there.send_json([*heard, await there.receive_str()])
    await there.close(code=CODE, message=b"done")
    return there


@asynccontextmanager
async def server() -> AsyncIterator[str]:
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", echo)
    runner = web.AppRunner(app)
    await runner.setup()
    with free() as listening:
        await web.SockSite(runner, listening).start()
        yield address(listening)
        await runner.cleanup()


@asynccontextmanager
async def client(*servers: str) -> AsyncIterator[tuple[aiohttp.ClientSession, str]]:
    """Yield a client of a proxy in front of servers, and what they hear as the proxy's name."""
    with free() as listening:
        url = address(listening)
        async with proxying(servers, listening), aiohttp.ClientSession(url, cookies={"me": "ada"}) as session:
            yield session, url.removeprefix("http://")


async def test_requests_and_answers_arrive_whole() -> None:
    chain = {"X-Forwarded-For": "192.0.2.7"}
    async with server() as there, client(there) as (session, name):
        answer = await session.put("/a%2Fb?c=%20d", data="a body", headers=chain)
        heard = [name, "", "me=ada", "192.0.2.7, 127.0.0.1"]
        assert await answer.json() == ["PUT", "/a%2Fb?c=%20d", "a body", *heard]
        assert answer.status == 404
        assert answer.headers.getall("Set-Cookie") == [f"at={there}", "b=2"]


async def test_sockets_arrive_and_close_as_the_server_closes_them() -> None:
    async with server() as there, client(there) as (session, name):
        async with session.ws_connect("/socket", headers={"Origin": "http://here"}) as opened:
            await opened.send_str("hello")
            assert await opened.receive_json() == [name, "http://here", "me=ada", "127.0.0.1", "hello"]
            closed = await opened.receive()
            assert (closed.data, closed.extra) == (CODE, "done")
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            await session.ws_connect("/refused")


async def test_the_servers_take_turns_without_those_that_are_gone() -> None:
    with free() as gone:
        nowhere = address(gone)
    async with server() as one, server() as other, client(one, nowhere, other) as (session, _):
        answers = [await session.get("/") for _ in range(6)]
        assert {answer.cookies["at"].value for answer in answers} == {one, other}
    async with client(nowhere) as (session, _), session.get("/") as answer:
        assert answer.status == 502
