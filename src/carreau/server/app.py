"""The whole server as an ASGI app: HTTP, sockets, the client's files, and what operators ask for."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from carreau.server.api import ENDPOINTS, Desk, HttpError, Problem, json, refusal, route
from carreau.server.headers import Guard, origin_allowed
from carreau.server.house import House, NoTable
from carreau.server.identity import Codes, Identities
from carreau.server.limits import Limiter, Rate
from carreau.server.openapi import document
from carreau.server.settings import Settings, prepare
from carreau.server.sockets import Connection
from carreau.server.sqlite import SqliteStore
from carreau.server.store import Store
from carreau.server.thinkers import Thinkers

CLIENT: Final = Path(__file__).parent / "client"  # what web/ is built into
WHO: Final = 4401  # close codes of our own, after the HTTP status that fits
FOREIGN: Final = 4403
NO_TABLE: Final = 4404
TOO_MANY: Final = 4429


class Server:
    """All parts of a running server, put together."""

    def __init__(self, settings: Settings) -> None:
        keys = prepare(settings)
        self.settings = settings
        self.store: Store = SqliteStore(settings.database)
        self.thinkers = Thinkers(settings.bots)
        self.house = House(self.store, self.thinkers, settings)
        self.desk = Desk(self.house, Identities(keys, settings.secure), Codes(self.store, keys), settings)
        self.by_socket = Limiter("commands", Rate(settings.socket_rate, settings.socket_burst))
        self.by_guest = Limiter("commands", Rate(settings.guest_rate, settings.guest_burst))
        self.sockets: dict[str, int] = {}  # by guest
        self.ready = False

    async def start(self) -> None:
        await self.thinkers.start()
        await self.house.start()
        self.ready = True

    async def stop(self) -> None:
        """Everybody is told to come back; what was begun is written to the end."""
        self.ready = False
        await self.house.stop()
        await self.desk.analyses.stop()
        await self.thinkers.stop()
        await self.store.close()

    # What operators ask for

    async def healthz(self, _: Request) -> Response:
        return PlainTextResponse("alive\n")

    async def readyz(self, _: Request) -> Response:
        """Whether tables can be played: the store answers and bots can be asked."""
        if not self.ready:
            return PlainTextResponse("not ready\n", 503)
        await self.store.running()
        return PlainTextResponse("ready\n")

    # Sockets

    async def socket(self, socket: WebSocket) -> None:
        """A connection to a table; refused ones are accepted and closed with a code that says why."""
        await socket.accept()
        if not origin_allowed(socket.headers.get("origin"), socket.headers.get("host", ""), self.settings):
            await socket.close(FOREIGN, "pages of other sites can't play here")
            return
        cookie = socket.cookies.get(self.desk.identities.cookie_name, "")
        guest = await self.desk.identities.guest(self.store, cookie)
        if guest is None:
            await socket.close(WHO, "GET /api/me first, and keep the cookie")
            return
        try:
            live = await self.house.open(socket.path_params["table"])
        except NoTable as error:
            await socket.close(NO_TABLE, str(error)[:120])
            return
        if self.sockets.get(guest.id, 0) >= self.settings.sockets_per_guest:
            await socket.close(TOO_MANY, "too many windows are open; close one")
            return
        self.sockets[guest.id] = self.sockets.get(guest.id, 0) + 1
        try:
            limiters = [(self.by_socket, str(id(socket))), (self.by_guest, guest.id)]
            await Connection(socket, guest, live, self.house).run(limiters)
        finally:
            self.sockets[guest.id] -= 1
            if not self.sockets[guest.id]:
                del self.sockets[guest.id]

    # The client

    async def page(self, _: Request) -> Response:
        """The client is one page for all addresses that are its own."""
        index = CLIENT / "index.html"
        if not index.exists():
            return PlainTextResponse("The web client has not been built.\n", 404)
        return FileResponse(index)


async def not_found(_: Request, __: Exception) -> Response:
    return refusal(HttpError(404, "no_page", "there is nothing here; see /api/openapi.json"))


async def not_allowed(_: Request, __: Exception) -> Response:
    return refusal(HttpError(405, "method", "this can't be done here; see /api/openapi.json"))


async def failed(_: Request, __: Exception) -> Response:
    """A mistake of ours: it is in the log, and tells the client nothing."""
    return json(Problem("failed", "something went wrong here; it has been noted"), 500)


def make_app(settings: Settings) -> ASGIApp:
    """The app with all its parts; they start and stop with it."""
    server = Server(settings)
    spec = document(ENDPOINTS)

    async def openapi(_: Request) -> Response:
        return json(spec)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await server.start()
        try:
            yield
        finally:
            await server.stop()

    handlers: dict[Any, Any] = {404: not_found, 405: not_allowed, 500: failed}
    app = Starlette(
        routes=[
            *(Route(each.path, route(server.desk, each), methods=[each.method]) for each in ENDPOINTS),
            Route("/api/openapi.json", openapi),
            Route("/healthz", server.healthz),
            Route("/readyz", server.readyz),
            WebSocketRoute("/api/tables/{table}/socket", server.socket),
            Mount("/assets", StaticFiles(directory=CLIENT / "assets", check_dir=False)),
            Route("/", server.page),
            Route("/{path:path}", server.page),
        ],
        lifespan=lifespan,
        exception_handlers=handlers,
    )
    return Guard(app, settings)
