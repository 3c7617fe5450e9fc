"""The declaration of an endpoint, and what its handler is given: the request and the services."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar

import msgspec
from aiohttp import web

from carreau.server.analysis_jobs import AnalysisJobs
from carreau.server.bodies import Bodies
from carreau.server.identity import Codes, Identities
from carreau.server.limits import Limiter, Rate, network, per_day
from carreau.server.logs import GUEST
from carreau.server.luck_cache import LuckCache
from carreau.server.problems import HttpError
from carreau.server.rooms import Rooms
from carreau.server.settings import Settings
from carreau.server.store import Guest, Store

P = ParamSpec("P")
T = TypeVar("T")


class Services:
    """Everything that handlers use."""

    def __init__(self, rooms: Rooms, identities: Identities, codes: Codes, settings: Settings) -> None:
        self.rooms = rooms
        self.identities = identities
        self.codes = codes
        self.settings = settings
        self.analysis_jobs = AnalysisJobs(rooms.bot_pool)
        self.luck_cache = LuckCache(rooms.bot_pool)
        self.turn = asyncio.Semaphore(1)  # one slow request at a time: more would delay moves
        self.bodies = Bodies(settings.body_bytes, settings.bodies_bytes, settings.body_seconds)
        self.new_guests = Limiter("new guests", per_day(settings.guests_per_address))  # by address
        self.addresses = Limiter("requests", Rate(settings.address_rate, settings.address_burst))

    @property
    def store(self) -> Store:
        return self.rooms.store

    async def in_thread(self, work: Callable[P, T], *given: P.args, **more: P.kwargs) -> T:
        """Run slow work in a thread, one piece at a time."""
        async with self.turn:
            return await asyncio.to_thread(work, *given, **more)

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

    @property
    def address(self) -> str:
        return client_network(self.http)

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
    conflicts: bool = False  # whether it depends on the state of a table

    @property
    def summary(self) -> str:
        return (self.handler.__doc__ or "").split("\n", maxsplit=1)[0].strip()


def client_network(request: web.Request) -> str:
    """Return the network a client connects from: the part of its address that it can't change at will."""
    return network(request.remote) if request.remote else ""
