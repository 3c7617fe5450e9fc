"""The complete server as a web app: HTTP, sockets, the client's files, and endpoints for operators."""

import asyncio
from collections import Counter
from functools import partial
from mimetypes import guess_type
from pathlib import Path
from time import monotonic, perf_counter
from typing import Final

import msgspec
from aiohttp import web

from carreau import __version__
from carreau.core.errors import CarreauError
from carreau.server.api.endpoint import Services, client_network
from carreau.server.api.responses import json, responder
from carreau.server.api.routes import ENDPOINTS
from carreau.server.backlogs import drop_slowest
from carreau.server.bot_pool import BotPool
from carreau.server.close_codes import BANNED, FOREIGN, LATER, MOVED, NO_SPECTATORS, NO_TABLE, TOO_MANY, TROUBLE, WHO
from carreau.server.cluster import Cluster
from carreau.server.connection import Connection, Disconnected
from carreau.server.counting import count_for_ever
from carreau.server.garbage import collect_for_ever
from carreau.server.identity import Codes, Identities
from carreau.server.keys import prepare
from carreau.server.limits import Limiter, Rate, TooFast
from carreau.server.loading import NoTable
from carreau.server.logs import Joined, ServerStarted, ServerStopped, request_log, tell, tell_failure
from carreau.server.metrics import Metrics
from carreau.server.middleware import add_headers, checks, failures, origin_allowed, problems
from carreau.server.moderation import Banned
from carreau.server.news import Left
from carreau.server.openapi import document
from carreau.server.ownership import Elsewhere, Peer
from carreau.server.page import PageFile
from carreau.server.peer_api import add_peer_routes, hear
from carreau.server.peers import FROM_PEER
from carreau.server.proxies import forwarded
from carreau.server.readiness import Readiness
from carreau.server.relay import Relay
from carreau.server.room import NoSpectators, Room
from carreau.server.rooms import Restarting, Rooms
from carreau.server.settings import Settings
from carreau.server.sharing import Sharing
from carreau.server.store import Guest, Store, StoreError, TableMoved, Unanswered
from carreau.server.stores import store_at
from carreau.server.time_source import SystemTime, TimeSource
from carreau.server.websocket import WebSocket
from carreau.table.messages import TableSummary

API: Final = "/api"
FAREWELL: Final = 0.2  # seconds
SOON: Final = 0.3  # seconds
HEARTBEAT: Final = 20.0  # seconds
CHECK_BACKLOGS: Final = 1.0  # seconds
PAGES: Final = "/{path:(?!(?:api|assets)(?:/|$)).*}"  # all other addresses


class Closed(CarreauError):
    """A socket that can't be served; `code` is the reason."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Server:
    """All parts of a running server."""

    def __init__(self, settings: Settings, time: TimeSource | None = None) -> None:
        time = time or SystemTime()
        keys = prepare(settings)
        self.settings = settings
        self.metrics = Metrics()
        self.store: Store = store_at(settings.database, time.time, self.metrics.committed)
        self.readiness = Readiness(self.store, time)
        self.bot_pool = BotPool(settings.bots, self.metrics, settings.bots_cluster)
        self.rooms = Rooms(self.store, self.bot_pool, self.metrics, settings, time)
        self.services = Services(self.rooms, Identities(keys, settings.secure), Codes(self.store, keys), settings)
        self.by_socket = Limiter("commands", Rate(settings.socket_rate, settings.socket_burst))
        self.by_guest = Limiter("commands", Rate(settings.guest_rate, settings.guest_burst))
        self.by_address = Limiter("commands", Rate(settings.crowd_rate, settings.crowd_burst))  # guests are free
        self.open_sockets = self.services.open_sockets
        self.sockets = Counter[str]()  # by guest and by address
        self.peers = self.services.peers
        self.relay = Relay(self.peers, self.metrics)
        self.sharing = Sharing(self.rooms.ownership, self.shared_limits(), self.sockets)
        self.cluster = Cluster(self.rooms, self.peers, self.sharing, keys, settings.lease_seconds, self.metrics)
        self.client_page = PageFile(settings.client / "index.html", settings.offline, settings.public_url)
        self.tasks: list[asyncio.Task[None]] = []
        self.ready = False

    def shared_limits(self) -> dict[str, Limiter]:
        """Return the limits of guests and addresses, by names that all servers know."""
        services, rooms = self.services, self.rooms
        return {
            "requests": services.addresses,
            "new_guests": services.new_guests,
            "reports": services.reports,
            "codes_made": services.codes.made,
            "codes_tried": services.codes.tried,
            "guest_commands": self.by_guest,
            "address_commands": self.by_address,
            "events": rooms.events,
            "new_tables": rooms.new_tables,
            "chat": rooms.chat,
        }

    async def start(self, address: str = "") -> None:
        """Start; other servers on the same database reach this one at an address."""
        await self.store.open()
        await self.cluster.refuse_strangers()
        await self.bot_pool.start()
        await self.cluster.join(address, partial(hear, self))
        await self.rooms.start()
        work = [collect_for_ever(), self.check_sockets(), self.check_backlogs(), count_for_ever(self.store)]
        if self.rooms.ownership.shared:
            work.append(self.cluster.keep_alive())
        self.tasks = [asyncio.create_task(each) for each in work]
        self.ready = True
        tell(ServerStarted(version=__version__, tables=len(self.rooms.in_memory), bots=self.settings.bots))

    async def say_goodbye(self) -> None:
        """Ask all clients to reconnect later, give them a moment to receive it, and close their sockets.

        Before that, other servers get the tables.
        """
        self.ready = False
        self.rooms.say_goodbye()
        self.relay.say_goodbye()
        await asyncio.sleep(FAREWELL)
        if self.rooms.ownership.shared:
            await self.hand_over()
        sockets = self.open_sockets | self.relay.sockets
        await asyncio.gather(*(each.close(MOVED, "the server is restarting") for each in sockets))

    async def hand_over(self) -> None:
        """Finish pending writes, and leave the tables to the other servers."""
        for task in self.tasks:
            task.cancel()
        await self.rooms.stop()
        try:
            await self.cluster.leave()
            await self.services.tell(Left(self.rooms.ownership.id))
        except StoreError as error:  # they take over when the lease has run out
            tell_failure("leaving", error)

    async def stop(self) -> None:
        """Finish pending writes and stop."""
        self.ready, began = False, perf_counter()
        for task in self.tasks:
            task.cancel()
        await self.services.tasks.stop()
        await self.rooms.stop()
        await self.services.analysis_jobs.stop()
        await self.bot_pool.stop()
        await self.peers.close()
        await self.store.close()
        tell(ServerStopped(seconds=round(perf_counter() - began, 3)))

    # For operators

    async def healthz(self, _: web.Request) -> web.Response:
        return web.Response(text="alive\n")

    async def readyz(self, _: web.Request) -> web.Response:
        """Report whether games can be played: the server has started, and the store can write and read."""
        if not self.ready:
            return web.Response(text="not ready\n", status=503)
        try:
            await self.readiness.check()
        except StoreError as error:
            tell_failure("readyz", error)
            return web.Response(text=f"not ready: {error.fault}\n", status=503)
        return web.Response(text="ready\n")

    async def figures(self, _: web.Request) -> web.Response:
        """Return the metrics for Prometheus."""
        self.rooms.count_tables()
        content, kind = self.metrics.exposition()
        return web.Response(body=content, headers={"Content-Type": kind})

    # Sockets

    async def socket(self, request: web.Request) -> web.WebSocketResponse:
        """Serve a connection to a table; accept and close refused ones with a code that gives the reason."""
        if request.get(FROM_PEER):
            await self.refuse_misdirected(request)
        socket = WebSocket(request, self.settings.message_bytes, most_lag=self.settings.lag_ms / 1000)
        await socket.open()
        try:
            guest = await self.known(request)
            await self.peers.settle(
                request, lambda: self.serve_here(socket, guest), lambda peer: self.serve_there(socket, peer)
            )
        except Disconnected:
            pass
        except CarreauError as error:
            await socket.close(close_code(error), str(error))
        except web.HTTPMisdirectedRequest:  # the table has moved since the socket was opened
            await socket.close(MOVED)
        except Exception:
            await socket.close(TROUBLE)
            raise
        finally:
            self.open_sockets.discard(socket)
        return socket.response

    async def refuse_misdirected(self, request: web.Request) -> None:
        """Let another server look for the owner of a table again, before the client hears anything."""
        try:
            await self.rooms.open(request.match_info["table"])
        except (Elsewhere, TableMoved, Restarting) as error:
            raise web.HTTPMisdirectedRequest from error
        except CarreauError:  # the client hears the reason when its socket is open
            return

    async def serve_here(self, socket: WebSocket, guest: Guest) -> None:
        room = await self.rooms.open(socket.request.match_info["table"])
        self.open_sockets.add(socket)
        try:
            await self.serve(socket, guest, room)
        except Unanswered as error:
            raise Closed(MOVED, str(error)) from error

    async def serve_there(self, socket: WebSocket, peer: Peer) -> None:
        """Let another server serve a socket, which measures its lag and keeps count of it."""
        self.open_sockets.discard(socket)
        await self.relay.serve(socket, peer)

    async def check_sockets(self) -> None:
        """Check periodically for clients that disappeared without closing."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            for socket in list(self.open_sockets):
                socket.check()

    async def check_backlogs(self) -> None:
        """Keep the memory for messages that clients don't read within bounds."""
        while True:
            await asyncio.sleep(CHECK_BACKLOGS)
            drop_slowest(self.open_sockets | self.relay.sockets, self.settings.backlogs_bytes)

    async def known(self, request: web.Request) -> Guest:
        """Identify the guest; refuse foreign origins and clients that connect too often."""
        try:
            if not request.get(FROM_PEER):  # the other server has counted it
                self.services.addresses.spend(client_network(request), monotonic())
        except TooFast as error:
            raise Closed(LATER, str(error)) from error
        if not origin_allowed(request.headers.get("Origin"), request.headers.get("Host", ""), self.settings):
            raise Closed(FOREIGN, "pages of other sites can't play here")
        guest = await self.services.guest(request)
        if guest is None:
            raise Closed(WHO, "GET /api/me first, and keep the cookie")
        self.refuse_banned(guest.id, client_network(request))
        return guest

    def refuse_banned(self, guest: str, address: str) -> None:
        try:
            self.rooms.moderation.refuse_banned(guest, address)
        except Banned as error:
            raise Closed(BANNED, str(error)) from error

    async def serve(self, socket: WebSocket, guest: Guest, room: Room) -> None:
        """Serve a socket until it closes, unless its guest or address has too many."""
        address = client_network(socket.request)
        self.refuse_too_many(guest.id, self.settings.sockets_per_guest)
        self.refuse_too_many(address, self.settings.sockets_per_address)
        self.sockets.update([guest.id, address])
        self.metrics.sockets.inc()
        try:
            shown = (socket.request.remote or "") if self.settings.log_addresses else ""
            tell(Joined(table=room.table.id, guest=guest.id, address=shown))
            limiters = [(self.by_socket, str(id(socket))), (self.by_guest, guest.id), (self.by_address, address)]
            await Connection(socket, guest, room, self.rooms, address).run(limiters)
        finally:
            self.metrics.sockets.dec()
            self.forget_socket(guest.id, address)

    def forget_socket(self, *keys: str) -> None:
        for key in keys:
            self.sockets[key] -= 1
            if not self.sockets[key]:
                del self.sockets[key]

    def refuse_too_many(self, key: str, most: int) -> None:
        if self.sharing.windows_of(key) >= most:
            raise Closed(TOO_MANY, "too many windows are open; close one")

    # The client

    async def page(self, request: web.Request) -> web.StreamResponse:
        """Return the client's only page, for all of its addresses."""
        try:
            pages = self.client_page.read()
        except FileNotFoundError:
            return web.Response(text="The web client has not been built.\n", status=404)
        return pages.respond(request, await self.game_at(request))

    async def game_at(self, request: web.Request) -> str:
        """Return the game of the table at this address if it is in memory, here or elsewhere; "" otherwise.

        The page is only faster if it knows the game, so it doesn't wait for a busy database.
        """
        table = request.path.removeprefix("/table/")
        if room := self.rooms.in_memory.get(table):
            return room.table.game.NAME
        if table == request.path or not self.peers.alive:
            return ""
        try:
            self.services.addresses.spend(client_network(request), monotonic())
            async with asyncio.timeout(SOON):
                summary = await self.store.summary(table)
            return msgspec.json.decode(summary, type=TableSummary).game if summary else ""
        except (TooFast, TimeoutError, StoreError):
            return ""

    async def worker(self, _: web.Request) -> web.FileResponse:
        """Return the service worker, or the one that removes it."""
        return sent(file_within(self.settings.client, "worker.js" if self.settings.offline else "no-worker.js"))

    async def asset(self, request: web.Request) -> web.FileResponse:
        """Return a file of the client, compressed if there is a .gz copy."""
        return sent(file_within(self.settings.client / "assets", request.match_info["path"]))


def close_code(error: CarreauError) -> int:
    if isinstance(error, Closed):
        return error.code
    if isinstance(error, NoSpectators):
        return NO_SPECTATORS
    if isinstance(error, Unanswered | Restarting):
        return MOVED
    return NO_TABLE if isinstance(error, NoTable) else TROUBLE


def file_within(folder: Path, name: str) -> Path:
    """Find a file within a folder; refuse files elsewhere, even through a symbolic link."""
    try:
        file = (folder / name).resolve()
        if file.is_relative_to(folder.resolve()) and file.is_file():
            return file
    except (OSError, ValueError):  # an invalid file name
        pass
    raise web.HTTPNotFound


def sent(file: Path) -> web.FileResponse:
    kind = guess_type(file.name)[0] or "application/octet-stream"
    return web.FileResponse(file, headers={"Content-Type": f"{kind}; charset=utf-8" if "text/" in kind else kind})


def make_app(server: Server) -> web.Application:
    """Make the app of a server, which must be started separately."""
    settings, spec = server.settings, document(ENDPOINTS)

    async def openapi(_: web.Request) -> web.Response:
        return json(spec)

    app = web.Application(
        middlewares=[forwarded(settings, server.peers), request_log(settings), problems, failures, checks(settings)],
        client_max_size=settings.body_bytes,
    )
    app.on_response_prepare.append(add_headers)
    for each in ENDPOINTS:
        add = app.router.add_get if each.method == "GET" else partial(app.router.add_route, each.method)
        add(each.path, responder(server.services, each))
    add_peer_routes(app, server.services)
    for path, handler in {
        f"{API}/openapi.json": openapi,
        f"{API}/tables/{{table}}/socket": server.socket,
        "/healthz": server.healthz,
        "/readyz": server.readyz,
        "/metrics": server.figures,
        "/assets/{path:.*}": server.asset,
        "/worker.js": server.worker,
        PAGES: server.page,
    }.items():
        app.router.add_get(path, handler)
    return app
