"""The whole server as an ASGI app: HTTP, sockets, the client's files, and what operators ask for."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from time import monotonic, perf_counter
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, Router, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from carreau import __version__
from carreau.core.errors import CarreauError
from carreau.server.api.endpoint import HttpError, Services, client_network
from carreau.server.api.responses import json, refusal, responder
from carreau.server.api.routes import ENDPOINTS
from carreau.server.bot_pool import BotPool
from carreau.server.close_codes import FOREIGN, LATER, NO_TABLE, TOO_MANY, TROUBLE, WHO
from carreau.server.garbage import collect_for_ever
from carreau.server.identity import Codes, Identities
from carreau.server.limits import Limiter, Rate, TooFast
from carreau.server.line import line_of
from carreau.server.loading import NoTable
from carreau.server.logs import RequestLog, ServerStarted, Stopped, tell, tell_failure
from carreau.server.metrics import Metrics
from carreau.server.middleware import SecurityMiddleware, origin_allowed
from carreau.server.openapi import document
from carreau.server.problems import Problem
from carreau.server.room import Room
from carreau.server.rooms import Rooms
from carreau.server.settings import Settings, prepare
from carreau.server.sockets import Connection
from carreau.server.sqlite import SqliteStore
from carreau.server.store import Guest, Store, StoreError

API: Final = "/api"
FAREWELL: Final = 0.2  # seconds

Answer = Callable[[Request], Awaitable[Response]]

LONGEST_REASON: Final = 120  # bytes; a frame that closes a socket has room for three more


class Closed(CarreauError):
    """A socket that can't be served; `code` says why."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Server:
    """All parts of a running server, put together."""

    def __init__(self, settings: Settings) -> None:
        keys = prepare(settings)
        self.settings = settings
        self.metrics = Metrics()
        self.store: Store = SqliteStore(settings.database, committed=self.metrics.committed)
        self.bot_pool = BotPool(settings.bots)
        self.rooms = Rooms(self.store, self.bot_pool, self.metrics, settings)
        self.services = Services(self.rooms, Identities(keys, settings.secure), Codes(self.store, keys), settings)
        self.by_socket = Limiter("commands", Rate(settings.socket_rate, settings.socket_burst))
        self.by_guest = Limiter("commands", Rate(settings.guest_rate, settings.guest_burst))
        self.by_address = Limiter("commands", Rate(settings.crowd_rate, settings.crowd_burst))  # guests cost nothing
        self.sockets: dict[str, int] = {}  # by guest
        self.collecting: asyncio.Task[None]
        self.ready = False
        self.trouble: Exception | None = None  # why it could not start

    async def start(self) -> None:
        await self.bot_pool.start()
        await self.rooms.start()
        self.collecting = asyncio.create_task(collect_for_ever())
        self.ready = True
        tell(ServerStarted(version=__version__, tables=len(self.rooms.in_memory), bots=self.settings.bots))

    async def say_goodbye(self) -> None:
        """Before sockets are closed: everybody is told to come back, and gets a moment to hear it."""
        self.ready = False
        self.rooms.say_goodbye()
        await asyncio.sleep(FAREWELL)

    async def stop(self) -> None:
        """What was begun is written to the end."""
        self.ready, began = False, perf_counter()
        self.collecting.cancel()
        await self.rooms.stop()
        await self.services.analysis_jobs.stop()
        await self.bot_pool.stop()
        await self.store.close()
        tell(Stopped(seconds=round(perf_counter() - began, 3)))

    # What operators ask for

    async def healthz(self, _: Request) -> Response:
        return PlainTextResponse("alive\n")

    async def readyz(self, _: Request) -> Response:
        """Whether tables can be played: the store answers and bots can be asked."""
        try:
            if self.ready:
                await self.store.guest("")  # any question will do
                return PlainTextResponse("ready\n")
        except StoreError as error:
            tell_failure("ready", error)
        return PlainTextResponse("not ready\n", 503)

    async def figures(self, _: Request) -> Response:
        """What is counted, for Prometheus."""
        self.rooms.count_tables()
        content, kind = self.metrics.exposition()
        return Response(content, media_type=kind)

    # Sockets

    async def socket(self, socket: WebSocket) -> None:
        """A connection to a table; refused ones are accepted and closed with a code that says why."""
        with suppress(WebSocketDisconnect):  # whoever is gone needn't be told
            await socket.accept()
            try:
                guest = await self.known(socket)
                await self.serve(socket, guest, await self.rooms.open(socket.path_params["table"]))
            except CarreauError as error:
                code = error.code if isinstance(error, Closed) else NO_TABLE if isinstance(error, NoTable) else TROUBLE
                await socket.close(code, str(error)[:LONGEST_REASON])

    async def known(self, socket: WebSocket) -> Guest:
        """Who is there, unless a page of another site has sent them, or they come too often."""
        try:
            self.services.addresses.spend(client_network(socket), monotonic())
        except TooFast as error:
            raise Closed(LATER, str(error)) from error
        if not origin_allowed(socket.headers.get("origin"), socket.headers.get("host", ""), self.settings):
            raise Closed(FOREIGN, "pages of other sites can't play here")
        cookie = self.services.identities.cookie_in(socket.headers)
        guest = await self.services.identities.guest(self.store, cookie)
        if guest is None:
            raise Closed(WHO, "GET /api/me first, and keep the cookie")
        return guest

    async def serve(self, socket: WebSocket, guest: Guest, room: Room) -> None:
        """Until the socket is closed, unless its guest has too many."""
        if self.sockets.get(guest.id, 0) >= self.settings.sockets_per_guest:
            raise Closed(TOO_MANY, "too many windows are open; close one")
        self.sockets[guest.id] = self.sockets.get(guest.id, 0) + 1
        self.metrics.sockets.inc()
        try:
            by_address = self.by_address, client_network(socket)
            limiters = [(self.by_socket, str(id(socket))), (self.by_guest, guest.id), by_address]
            await Connection(line_of(socket.scope), guest, room, self.rooms).run(limiters)
        finally:
            self.metrics.sockets.dec()
            self.sockets[guest.id] -= 1
            if not self.sockets[guest.id]:
                del self.sockets[guest.id]

    # The client

    async def page(self, _: Request) -> Response:
        """The client is one page for all addresses that are its own."""
        index = self.settings.client / "index.html"
        if not index.exists():
            return PlainTextResponse("The web client has not been built.\n", 404)
        return FileResponse(index)


async def not_found(_: Request, __: Exception) -> Response:
    return refusal(HttpError(404, "no_page", "there is nothing here; see /api/openapi.json"))


async def not_allowed(_: Request, error: Exception) -> Response:
    response = refusal(HttpError(405, "method", "this can't be done here; see /api/openapi.json"))
    if isinstance(error, HTTPException):
        response.headers.update(error.headers or {})  # what can be done
    return response


async def failed(_: Request, __: Exception) -> Response:
    """A mistake of ours: it is in the log, and tells the client nothing."""
    return json(Problem("failed", "something went wrong here; it has been noted"), 500)


def api(services: Services, *others: BaseRoute) -> Router:
    """The endpoints, by their paths; whatever is not among them is refused."""
    by_path: dict[str, dict[str, Answer]] = {}
    for each in ENDPOINTS:
        by_path.setdefault(each.path.removeprefix(API), {})[each.method] = responder(services, each)
    routes = [Route(path, by_method(answers), methods=list(answers)) for path, answers in by_path.items()]
    return Router([*routes, *others], redirect_slashes=False)


def by_method(answers: dict[str, Answer]) -> Answer:
    async def answer(request: Request) -> Response:
        return await answers["GET" if request.method == "HEAD" else request.method](request)

    return answer


def make_app(server: Server) -> ASGIApp:
    """The app of a server, which starts and stops with it."""
    settings, spec = server.settings, document(ENDPOINTS)

    async def openapi(_: Request) -> Response:
        return json(spec)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        try:
            await server.start()
        except Exception as error:
            server.trouble = error
            tell_failure("starting", error)
            raise
        try:
            yield
        finally:
            await server.stop()

    handlers: dict[Any, Any] = {404: not_found, 405: not_allowed, 500: failed}
    app = Starlette(
        routes=[
            Mount(
                API,
                api(
                    server.services,
                    Route("/openapi.json", openapi),
                    WebSocketRoute("/tables/{table}/socket", server.socket),
                ),
            ),
            Route("/healthz", server.healthz),
            Route("/readyz", server.readyz),
            Route("/metrics", server.figures),
            Mount(
                "/assets",
                GZipMiddleware(StaticFiles(directory=settings.client / "assets", check_dir=False), compresslevel=5),
            ),
            Route("/", server.page),
            Route("/{path:path}", server.page),
        ],
        lifespan=lifespan,
        exception_handlers=handlers,
    )
    app.router.redirect_slashes = False
    return RequestLog(SecurityMiddleware(app, settings), settings)
