"""From a request to its response: identify the guest, decode the body, call the handler, turn errors into problems."""

import math
import re
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, Final

import msgspec
from aiohttp import web

from carreau.core.errors import CarreauError, IllegalMove, PositionError, RecordError
from carreau.server.api.endpoint import NEW_GUEST, ApiRequest, Endpoint, Services, client_network
from carreau.server.bot_jobs import BotPoolError
from carreau.server.limits import TooFast
from carreau.server.loading import NoTable
from carreau.server.logs import tell_failure
from carreau.server.moderation import Banned, SiteClosed
from carreau.server.names import NameRefused
from carreau.server.peers import FROM_PEER
from carreau.server.problems import RECORD_CODES, HttpError, Problem, ProblemCode
from carreau.server.store import Conflict, Guest, StoreError
from carreau.table.commands import Refused

JSON: Final = "application/json"
CLAUSE: Final = re.compile(r"(\w+\.r?[0-9]+): ")
PLAIN: Final[dict[type[Exception], tuple[ProblemCode, int]]] = {
    NoTable: ("no_table", 404),
    Banned: ("banned", 403),
    SiteClosed: ("closed", 503),
    NameRefused: ("name", 400),
}


def responder(services: Services, endpoint: Endpoint) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    """Make the function that aiohttp calls for an endpoint."""
    decoder = msgspec.json.Decoder(endpoint.body) if endpoint.body else None

    async def respond(request: web.Request) -> web.StreamResponse:
        cookies: list[str] = []
        try:
            if not request.get(FROM_PEER):  # the other server has counted it
                services.addresses.spend(client_network(request), monotonic())
            guest = await services.guest(request)
            operator = services.operator(request, guest) if endpoint.operator else ""
            if guest is None and not endpoint.anyone and not operator:
                raise HttpError(401, "who", "you have no identity yet; GET /api/me first and keep the cookie")
            refuse_outsiders(services, endpoint, guest, operator, client_network(request))
            given = ApiRequest(services, request, guest or NEW_GUEST, None, cookies, operator)
            result = await services.peers.settle(
                request,
                lambda: with_body(given, endpoint, decoder) if decoder else endpoint.handler(given),
                lambda peer: services.peers.forward(request, peer),
            )
        except (CarreauError, msgspec.DecodeError) as error:
            result = refusal(error)
        response = result if isinstance(result, web.Response) else json(result)
        for cookie in cookies:
            response.headers.add("Set-Cookie", services.identities.header(cookie))
        return response

    return respond


def refuse_outsiders(services: Services, endpoint: Endpoint, guest: Guest | None, operator: str, address: str) -> None:
    """Refuse everybody but operators where they act, and people who are banned wherever others meet them."""
    if endpoint.operator and not operator:
        raise HttpError(403, "operators", "this is for operators only")
    if guest and not endpoint.anyone and not operator:
        services.rooms.moderation.refuse_banned(guest.id, address)


async def with_body(request: ApiRequest, endpoint: Endpoint, decoder: msgspec.json.Decoder[Any]) -> Any:
    """Handle a request that has a body, which is read only now that the guest and the limits are known."""
    with request.services.bodies.reserve(request.http, request.address):
        require_json(request.http)
        body = decoded(await request.services.bodies.read(request.http), decoder)
        return await endpoint.handler(request._replace(body=body))


def require_json(request: web.Request) -> None:
    kind = request.headers.get("content-type", JSON).partition(";")[0].strip().lower()
    if kind != JSON:
        raise HttpError(415, "media_type", f"the body must be {JSON}, not {kind[:60]!r}")


def decoded(body: bytes, decoder: msgspec.json.Decoder[Any]) -> Any:
    """Decode the body of a request."""
    try:
        return decoder.decode(body)
    except UnicodeDecodeError:
        raise HttpError(400, "malformed", "the body must be JSON in UTF-8") from None


def json(value: Any, status: int = 200) -> web.Response:
    return web.Response(body=msgspec.json.encode(value), status=status, content_type=JSON)


def refusal(error: Exception) -> web.Response:
    """Turn an error into a response."""
    match error:
        case HttpError():
            return json(Problem(error.code, str(error)), error.status)
        case NoTable() | Banned() | SiteClosed() | NameRefused():
            code, status = PLAIN[type(error)]
            return json(Problem(code, str(error)), status)
        case StoreError() | Conflict():
            tell_failure("answering", error)
            return json(Problem("trouble", "tables can't be read or stored right now; try again in a moment"), 503)
        case BotPoolError():
            return json(Problem("trouble", str(error)), 503)
        case TooFast():
            response = json(Problem("too_fast", str(error)), 429)
            response.headers["Retry-After"] = str(max(1, math.ceil(error.seconds)))
            return response
        case Refused():
            return json(Problem(error.code, str(error), error.clause), 409)
        case RecordError(kind=kind, line=line, __cause__=cause):
            clause = cause.clause if isinstance(cause, IllegalMove) else ""
            return json(Problem(RECORD_CODES[kind], str(error), clause, line), 400)
        case PositionError():
            return json(Problem("position", str(error), clause_in(str(error))), 400)
        case msgspec.DecodeError():
            return json(Problem("malformed", str(error)), 400)
        case _:
            return json(Problem("wrong", str(error)), 400)


def clause_in(reason: str) -> str:
    """Return the clause with which the reason against a position begins, "" if it names none."""
    found = CLAUSE.match(reason)
    return found[1] if found else ""
