"""The declaration of an endpoint, and what its handler is given: the request and the services."""

import asyncio
import hmac
import ipaddress
import secrets
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar
from urllib.parse import unquote

import msgspec
from aiohttp import web

from carreau.server.analysis_jobs import AnalysisJobs
from carreau.server.bodies import Bodies
from carreau.server.close_codes import WHO
from carreau.server.identity import Codes, Identities
from carreau.server.limits import Limiter, Rate, network, per_day
from carreau.server.logs import GUEST
from carreau.server.luck_cache import LuckCache
from carreau.server.names import clean_name
from carreau.server.news import AnyNews, SignedOut, encode
from carreau.server.peers import Peers
from carreau.server.problems import HttpError
from carreau.server.rooms import Rooms
from carreau.server.settings import Settings
from carreau.server.store import Guest, Store
from carreau.server.study_engine import StudyEngine
from carreau.server.tasks import Tasks
from carreau.server.websocket import WebSocket

P = ParamSpec("P")
T = TypeVar("T")
TOKEN_BYTES: Final = 32


class Services:
    """Everything that handlers use."""

    def __init__(self, rooms: Rooms, identities: Identities, codes: Codes, settings: Settings) -> None:
        self.rooms = rooms
        self.peers = Peers(rooms.ownership.id, identities.keys, settings.lease_seconds)
        self.identities = identities
        self.codes = codes
        self.settings = settings
        self.analysis_jobs = AnalysisJobs(rooms.bot_pool)
        self.luck_cache = LuckCache(rooms.bot_pool)
        self.study_engine = StudyEngine(rooms.bot_pool)
        self.turn = asyncio.Semaphore(1)  # one slow request at a time: more would delay moves
        self.bodies = Bodies(settings.body_bytes, settings.bodies_bytes, settings.body_seconds)
        self.new_guests = Limiter("new guests", per_day(settings.guests_per_address))  # by address
        self.reports = Limiter("reports", per_day(settings.reports_per_address))  # by address
        self.token = secrets.token_urlsafe(TOKEN_BYTES)  # for operators on this machine
        self.open_sockets: set[WebSocket] = set()
        self.tasks = Tasks()
        self.addresses = Limiter("requests", Rate(settings.address_rate, settings.address_burst))

    @property
    def store(self) -> Store:
        return self.rooms.store

    async def in_thread(self, work: Callable[P, T], *given: P.args, **more: P.kwargs) -> T:
        """Run slow work in a thread, one piece at a time."""
        async with self.turn:
            return await asyncio.to_thread(work, *given, **more)

    def operator(self, request: web.Request, guest: Guest | None) -> str:
        """Return who operates the server: the holder of the token on this machine, or a guest named in the settings."""
        given = request.headers.get("Authorization", "").encode(errors="surrogateescape")
        if given and is_local(request) and hmac.compare_digest(given, f"Bearer {self.token}".encode()):
            return f"local: {clean_name(unquote(request.headers.get('X-Operator', '')), 40)}"
        return f"{guest.name} ({guest.id})" if guest and guest.id in self.settings.operators else ""

    def socket_requests(self) -> list[web.Request]:
        """Return the requests that opened the sockets of now."""
        return [socket.request for socket in self.open_sockets]

    def disconnect(self, code: int, text: str, what: str) -> None:
        """Close all sockets of a guest, from an address, or to a table, without waiting for clients to confirm it."""
        for socket in self.open_sockets:
            request = socket.request
            if what in (request.get(GUEST), client_network(request), request.match_info.get("table")):
                self.tasks.spawn(socket.close(code, text))

    async def tell(self, news: AnyNews) -> None:
        """Tell the other servers."""
        if self.rooms.ownership.shared:
            await self.rooms.ownership.tell(encode(news))

    async def sign_out(self, guest: str) -> None:
        """Close all sockets of a guest, at all servers."""
        self.disconnect(WHO, "signed out", guest)
        await self.tell(SignedOut(guest))

    async def guest(self, request: web.Request) -> Guest | None:
        """Look up the guest whose cookie a request carries, and note them for the log."""
        guest = await self.identities.guest(self.store, self.identities.cookie_in(request))
        if guest:
            request[GUEST] = guest.id
        return guest


class Query(NamedTuple):
    """A query parameter."""

    name: str
    kind: Any
    default: Any


class ApiRequest(NamedTuple):
    """A request of a guest, with its decoded body, and the cookies to set in the response."""

    services: Services
    http: web.Request
    guest: Guest
    body: Any
    cookies: list[str]
    operator: str = ""  # who acts, at the endpoints of operators

    @property
    def address(self) -> str:
        return client_network(self.http)

    @property
    def now(self) -> float:
        """The time of day, by the clock of the rooms."""
        return self.services.rooms.time.time()

    def path(self, name: str) -> str:
        return str(self.http.match_info[name])

    def query(self, wanted: Query) -> Any:
        given = self.http.query.get(wanted.name, wanted.default)
        try:
            return msgspec.convert(given, wanted.kind, strict=False)
        except msgspec.ValidationError as error:
            raise HttpError(400, "malformed", f"{wanted.name} is {given[:20]!r}: {error}") from None


NEW_GUEST: Final = Guest("", "", "", 0.0, 0.0)

Handler = Callable[[ApiRequest], Awaitable[Any]]


class Endpoint(NamedTuple):
    """A method and a path, their handler, and the types that go in and out."""

    method: str
    path: str
    handler: Handler
    gives: Any  # a type, sent as JSON; or a media type
    body: Any = None
    anyone: bool = False  # whether guests without an identity may use it
    query: tuple[Query, ...] = ()
    operator: bool = False  # whether it is for operators only
    conflicts: bool = False  # whether it depends on the state of a table

    @property
    def summary(self) -> str:
        return (self.handler.__doc__ or "").split("\n", maxsplit=1)[0].strip()


def is_local(request: web.Request) -> bool:
    """Tell whether a request comes from this machine, and not through a proxy."""
    own = request.transport.get_extra_info("sockname") if request.transport else None
    try:
        return bool(own and request.remote == own[0]) or ipaddress.ip_address(request.remote or "").is_loopback
    except ValueError:
        return False


def client_network(request: web.Request) -> str:
    """Return the network a client connects from: the part of its address that it can't change at will."""
    return network(request.remote) if request.remote else ""
