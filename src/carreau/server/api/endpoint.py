"""What an endpoint is: how it is declared, and what it is given when somebody asks it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar

import msgspec
from starlette.requests import HTTPConnection, Request

from carreau.core.errors import CarreauError
from carreau.server.analysis_jobs import AnalysisJobs
from carreau.server.house import House
from carreau.server.identity import Codes, Identities
from carreau.server.limits import Limiter, Rate, network
from carreau.server.luck_cache import LuckCache
from carreau.server.settings import Settings
from carreau.server.store import Guest, Store

P = ParamSpec("P")
T = TypeVar("T")


class HttpError(CarreauError):
    """A request that can't be answered, with its status."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


class Desk:
    """What the endpoints need."""

    def __init__(self, house: House, identities: Identities, codes: Codes, settings: Settings) -> None:
        self.house = house
        self.identities = identities
        self.codes = codes
        self.settings = settings
        self.analysis_jobs = AnalysisJobs(house.bot_pool)
        self.luck_cache = LuckCache(house.bot_pool)
        self.turn = asyncio.Semaphore(1)  # for what takes a while: more at a time would slow down those who play
        self.addresses = Limiter("requests", Rate(settings.address_rate, settings.address_burst))

    @property
    def store(self) -> Store:
        return self.house.store

    async def beside(self, work: Callable[P, T], *given: P.args, **more: P.kwargs) -> T:
        """Do something that takes a while beside the event loop, one after the other."""
        async with self.turn:
            return await asyncio.to_thread(work, *given, **more)

    async def known(self, request: Request) -> Guest | None:
        return await self.identities.guest(self.store, self.identities.cookie_in(request.headers))


class Query(NamedTuple):
    """Something that may be added to an address, after the question mark."""

    name: str
    kind: Any
    default: Any


class Asked(NamedTuple):
    """A request: who asks, for what, and the cookie to be set, if any."""

    desk: Desk
    request: Request
    guest: Guest
    body: Any
    cookies: list[str]

    def path(self, name: str) -> str:
        return str(self.request.path_params[name])

    def query(self, wanted: Query) -> Any:
        given = self.request.query_params.get(wanted.name, wanted.default)
        try:
            return msgspec.convert(given, wanted.kind, strict=False)
        except msgspec.ValidationError as error:
            raise HttpError(400, "malformed", f"{wanted.name} is {given[:20]!r}: {error}") from None


NOBODY_YET: Final = Guest("", "", "", 0.0, 0.0)

Handler = Callable[[Asked], Awaitable[Any]]


class Endpoint(NamedTuple):
    method: str
    path: str
    handler: Handler
    gives: Any  # a type, as JSON; or a media type
    body: Any = None
    anyone: bool = False  # also those without an identity
    query: tuple[Query, ...] = ()
    conflicts: bool = False  # whether the state of things may be against it

    @property
    def summary(self) -> str:
        return (self.handler.__doc__ or "").split("\n", maxsplit=1)[0].strip()


def asked_from(request: HTTPConnection) -> str:
    """Where a request or a socket comes from, as far as somebody can't change it at will."""
    return network(request.client.host) if request.client else ""
