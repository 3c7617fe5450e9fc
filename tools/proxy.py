"""A small proxy in front of several servers, for trying them out on one machine: each request goes to the next server.

It passes over servers that aren't ready. For the internet, take a grown-up one: docs/hosting.md.
"""

import asyncio
import socket
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Final

import aiohttp
from aiohttp import WSMsgType, web
from yarl import URL

Socket = web.WebSocketResponse | aiohttp.ClientWebSocketResponse

CONNECTING: Final = 1.0  # seconds
CLOSING: Final = aiohttp.ClientWSTimeout(ws_close=1.0)
CHECK: Final = 0.5  # seconds between two checks of a server
ANSWERING: Final = 1.0  # seconds for a check
FRAMES: Final = {WSMsgType.BINARY, WSMsgType.PING, WSMsgType.PONG}
OF_ONE_CONNECTION: Final = ("connection", "content-length", "keep-alive", "transfer-encoding", "upgrade")
ADDED: Final = ("Accept", "Accept-Encoding", "User-Agent")  # by aiohttp, unless it is told not to
FOR: Final = "X-Forwarded-For"


class Proxy:
    """The servers, those that are ready, and the way to them."""

    def __init__(self, servers: Sequence[str], session: aiohttp.ClientSession) -> None:
        self.servers = servers
        self.session = session
        self.ready = set(servers)
        self.turns = count()

    def in_turn(self) -> list[str]:
        """List the servers in the order in which to try them, which begins with the next one that is ready."""
        first = next(self.turns) % len(self.servers)
        return sorted([*self.servers[first:], *self.servers[:first]], key=lambda server: server not in self.ready)

    async def keep_checking(self) -> None:
        while True:
            await asyncio.gather(*map(self.check, self.servers))
            await asyncio.sleep(CHECK)

    async def check(self, server: str) -> None:
        try:
            async with asyncio.timeout(ANSWERING), self.session.get(f"{server}/readyz") as answer:
                ready = answer.status == web.HTTPOk.status_code
        except (TimeoutError, aiohttp.ClientError):
            ready = False
        (self.ready.add if ready else self.ready.discard)(server)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Pass a request on; to the next server if one takes no connections, since it has done nothing then."""
        pass_on = self.pass_socket if "upgrade" in request.headers else self.pass_request
        for server in self.in_turn():
            try:
                return await pass_on(request, server)
            except (aiohttp.ClientConnectorError, aiohttp.ServerTimeoutError):
                self.ready.discard(server)
            except aiohttp.WSServerHandshakeError as error:
                return web.Response(status=error.status, text=error.message)
            except aiohttp.ClientError as error:
                raise web.HTTPBadGateway(text=f"the server broke off: {error}") from error
        raise web.HTTPBadGateway(text="no server takes connections")

    async def pass_request(self, request: web.Request, server: str) -> web.StreamResponse:
        body = await request.read() if request.body_exists else None
        asked = self.session.request(
            request.method, address(server, request), headers=passed(request), data=body, allow_redirects=False
        )
        async with asked as answer:
            response = web.StreamResponse(status=answer.status, reason=answer.reason, headers=kept(answer.headers))
            response.content_length = answer.content_length
            await response.prepare(request)
            with suppress(ConnectionError):  # the client has left
                async for chunk in answer.content.iter_any():
                    await response.write(chunk)
            return response

    async def pass_socket(self, request: web.Request, server: str) -> web.StreamResponse:
        headers = [(name, value) for name, value in passed(request) if not name.lower().startswith("sec-websocket")]
        opened = self.session.ws_connect(
            address(server, request), headers=headers, autoping=False, max_msg_size=0, timeout=CLOSING
        )
        async with opened as there:
            here = web.WebSocketResponse(autoping=False, compress=False, max_msg_size=0, timeout=CONNECTING)
            await here.prepare(request)
            both = [asyncio.create_task(pass_frames(*ends)) for ends in ((here, there), (there, here))]
            try:
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for each in both:
                    each.cancel()
        if not here.closed and request.transport is not None:
            request.transport.abort()  # as the server's connection ended, without a word
        return here


async def pass_frames(source: Socket, target: Socket) -> None:
    """Pass on what one side sends, as it is, until it closes; then close the other one with its code and reason."""
    with suppress(ConnectionError):
        while True:
            message = await source.receive()
            if message.type is WSMsgType.TEXT:
                await target.send_frame(message.data.encode(), message.type)
            elif message.type in FRAMES:
                await target.send_frame(message.data, message.type)
            elif message.type is WSMsgType.CLOSE and message.data:
                await target.close(code=message.data, message=str(message.extra or "").encode())
                return
            else:
                return


def address(server: str, request: web.Request) -> URL:
    return URL(f"{server}{request.raw_path}", encoded=True)


def passed(request: web.Request) -> list[tuple[str, str]]:
    """Return the headers of a request, with the address it came from."""
    chain = [*request.headers.getall(FOR, []), request.remote or ""]
    told = {FOR: ", ".join(chain), "X-Forwarded-Proto": request.headers.get("X-Forwarded-Proto", request.scheme)}
    return [*((name, value) for name, value in kept(request.headers) if name not in told), *told.items()]


def kept(headers: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(name, value) for name, value in headers.items() if name.lower() not in OF_ONE_CONNECTION]


@asynccontextmanager
async def proxying(servers: Sequence[str], listening: socket.socket) -> AsyncIterator[None]:
    """Pass on what comes to a listening socket."""
    async with aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(limit=0, force_close=True),  # a kept connection may end just when it is used
        timeout=aiohttp.ClientTimeout(total=None, sock_connect=CONNECTING),
        cookie_jar=aiohttp.DummyCookieJar(),
        auto_decompress=False,
        skip_auto_headers=ADDED,
    ) as session:
        proxy = Proxy(servers, session)
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", proxy.handle)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=CONNECTING, auto_decompress=False)
        checking = asyncio.create_task(proxy.keep_checking())
        try:
            await runner.setup()
            await web.SockSite(runner, listening).start()
            yield
        finally:
            checking.cancel()
            await runner.cleanup()
