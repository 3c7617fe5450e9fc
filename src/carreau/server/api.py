"""The HTTP part: who one is, which games and tables there are, records, replay and analysis.

Every endpoint is declared once, in ENDPOINTS: the routes and the OpenAPI document are made of it.
"""

import asyncio
import io
from collections.abc import Awaitable, Callable
from time import monotonic, time
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec
import segno
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from carreau.core.errors import CarreauError, UnknownGame
from carreau.core.game import SPECTATOR
from carreau.core.record import Record, read
from carreau.games.catalogue import GAMES, game_class, game_from_outside
from carreau.games.components import components
from carreau.games.lessons import LessonError, Script, has_lesson, script
from carreau.games.texts import UnknownLanguage, entries, text
from carreau.server.analyses import Analyses, Analysis
from carreau.server.headers import HOST
from carreau.server.house import House, NewTable, NoTable
from carreau.server.identity import CODE_SECONDS, Codes, Identities, checked_name
from carreau.server.limits import Limiter, Rate, TooFast, network
from carreau.server.problems import Problem
from carreau.server.settings import Settings
from carreau.server.store import Guest, Listed, Store
from carreau.table.commands import Refused
from carreau.table.lesson import PictureShown, Scene, pictures, scene
from carreau.table.luck import Luck, luck
from carreau.table.replay import Replay, replay
from carreau.table.seen import TableShown, seen_table

JSON: Final = "application/json"
LONGEST_REPLAY: Final = 200  # positions in one answer
LONGEST_LESSON: Final = 40  # steps
LONGEST_HOST: Final = 260  # characters, with the port


class HttpError(CarreauError):
    """A request that can't be answered, with its status."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


# What is sent and received


class Me(msgspec.Struct, frozen=True):
    id: str
    name: str


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=400)]


class Code(msgspec.Struct, frozen=True):
    code: str
    seconds: int


class GivenCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    code: Annotated[str, Meta(max_length=40)]


class OptionShown(msgspec.Struct, frozen=True):
    name: str
    default: bool | int | str
    allowed: str
    values: list[bool | int | str]
    text: dict[str, str]


class GameShown(msgspec.Struct, frozen=True):
    name: str
    title: str
    tagline: str
    seats: list[int]
    options: list[OptionShown]
    lesson: bool  # whether there is one
    minutes: list[int]  # that a game takes, from and to; empty where the box doesn't say
    decides: Literal["skill", "both", "luck"]
    hidden: bool  # whether players have secrets from each other


class Listing(msgspec.Struct, frozen=True):
    id: str
    status: str
    changed: float
    about: dict[str, Any]


class Tables(msgspec.Struct, frozen=True):
    open: list[Listing]
    yours: list[Listing]


class Made(msgspec.Struct, frozen=True):
    id: str


Look = Annotated[int, Meta(ge=SPECTATOR, le=15, description="a seat, or -1 for a spectator")]
First = Annotated[int, Meta(ge=0, le=1_000_000, description="the first position that is wanted")]
Count = Annotated[int, Meta(ge=1, le=LONGEST_REPLAY, description="how many positions are wanted")]
Language = Annotated[str, Meta(max_length=8, description="a language that the rules are written in: en, de")]


class Uploaded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record, to be looked at; `look` is a seat, or -1 for a spectator."""

    record: Annotated[str, Meta(max_length=200_000)]
    look: Look = SPECTATOR
    first: First = 0
    count: Count = 100


class Learner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody in a lesson: what they did in each step so far (null where nothing was), and what they try now, if so.

    `action` is the `id` of one of the legal actions, or the fields of any, to be told which rule is against it.
    """

    done: Annotated[list[int | None], Meta(max_length=LONGEST_LESSON)] = []
    action: int | dict[str, str | int] | None = None


class Query(NamedTuple):
    """Something that may be added to an address, after the question mark."""

    name: str
    kind: Any
    default: Any


LANGUAGE: Final = Query("language", Language, "en")
LOOK: Final = Query("look", Look, SPECTATOR)
FIRST: Final = Query("first", First, 0)
COUNT: Final = Query("count", Count, 100)


class Desk:
    """What the endpoints need."""

    def __init__(self, house: House, identities: Identities, codes: Codes, settings: Settings) -> None:
        self.house = house
        self.identities = identities
        self.codes = codes
        self.settings = settings
        self.analyses = Analyses(house.thinkers)
        self.addresses = Limiter("requests", Rate(settings.address_rate, settings.address_burst))

    @property
    def store(self) -> Store:
        return self.house.store

    async def known(self, request: Request) -> Guest | None:
        return await self.identities.guest(self.store, request.cookies.get(self.identities.cookie_name, ""))


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


# Who one is


async def me(asked: Asked) -> Me:
    """Who one is; whoever comes for the first time gets an identity and a friendly name."""
    guest = asked.guest
    if guest is NOBODY_YET:
        guest, cookie = asked.desk.identities.new_guest(checked_name("", asked.desk.settings.name_length), time())
        await asked.desk.store.save_guest(guest)
        asked.cookies.append(cookie)
    return Me(guest.id, guest.name)


async def rename(asked: Asked) -> Me:
    """Choose another name, for tables at which one sits down from now on."""
    name = checked_name(asked.body.name, asked.desk.settings.name_length)
    await asked.desk.store.save_guest(msgspec.structs.replace(asked.guest, name=name, seen=time()))
    return Me(asked.guest.id, name)


async def make_code(asked: Asked) -> Code:
    """A code that brings one's identity to another device, within ten minutes, once."""
    return Code(await asked.desk.codes.make(asked.guest.id, time()), CODE_SECONDS)


async def use_code(asked: Asked) -> Me:
    """Become on this device who one is on another."""
    taken = await asked.desk.codes.take(asked.body.code, asked_from(asked.request), time())
    guest = await asked.desk.store.guest(taken)
    if guest is None:
        raise HttpError(404, "no_guest", "the identity is not there any more")
    guest, cookie = asked.desk.identities.on_new_device(guest, time())
    await asked.desk.store.save_guest(guest)
    asked.cookies.append(cookie)
    return Me(guest.id, guest.name)


# Games


async def games(asked: Asked) -> list[GameShown]:
    """All games with their seats and options, in a language."""
    return [shown_game(name, asked.query(LANGUAGE)) for name in GAMES]


def shown_game(name: str, language: str) -> GameShown:
    kind, words = game_class(name), text(name, language)
    options = [
        OptionShown(
            option.name, option.default, option.allowed(), list(option.examples()), words.options.get(option.name, {})
        )
        for option in kind.OPTIONS.options.values()
    ]
    character = components(name)["character"]
    return GameShown(
        name,
        words.title,
        words.tagline,
        list(kind.SEATS),
        options,
        has_lesson(name),
        character["minutes"],
        character["decides"],
        bool(words.hidden),
    )


async def texts(asked: Asked) -> dict[str, Any]:
    """All words of a game in a language: rules by clause, names, sentences about actions."""
    try:
        return entries(game_class(asked.path("game")).NAME, asked.path("language"))
    except (UnknownGame, UnknownLanguage) as error:
        raise HttpError(404, "no_text", str(error)) from None


async def lesson(asked: Asked) -> Scene:
    """The next step of a game's first lesson, or what comes of something that is tried in it. Nothing is kept."""
    learner: Learner = asked.body
    return await asyncio.to_thread(scene, lesson_of(asked), learner.done, learner.action)


async def pictured(asked: Asked) -> list[PictureShown]:
    """Real positions that show the rules of a game; their captions are in its texts."""
    return await asyncio.to_thread(pictures, lesson_of(asked))


def lesson_of(asked: Asked) -> Script:
    try:
        return script(game_class(asked.path("game")).NAME)
    except (UnknownGame, LessonError) as error:
        raise HttpError(404, "no_lesson", str(error)) from None


# Tables


async def tables(asked: Asked) -> Tables:
    """The open tables of all, and one's own."""
    everybody = await asked.desk.store.listed()
    own = await asked.desk.store.listed(asked.guest.id)
    return Tables([listing(one) for one in everybody], [listing(one) for one in own])


def listing(one: Listed) -> Listing:
    return Listing(one.id, one.status, one.changed, msgspec.json.decode(one.summary or b"{}"))


async def create(asked: Asked) -> Made:
    """Put up a table, sit down, hire bots and begin, all at once if wanted."""
    live = await asked.desk.house.create(asked.guest, asked.body)
    return Made(live.table.id)


async def shown(asked: Asked) -> TableShown:
    """What everybody may know of a table."""
    live = await asked.desk.house.open(asked.path("table"))
    async with live.lock:
        return seen_table(live.table, time())


async def qr(asked: Asked) -> Response:
    """The link to a table as a QR code, to be scanned by friends."""
    table = asked.path("table")
    await asked.desk.house.open(table)
    base = asked.desk.settings.public_url or reached(asked.request)
    out = io.BytesIO()
    segno.make(f"{base}/table/{table}", error="m").save(out, kind="svg", scale=8, border=2, xmldecl=False)
    return Response(out.getvalue(), media_type="image/svg+xml")


def asked_from(request: Request) -> str:
    """Where a request comes from, as far as somebody can't change it at will."""
    return network(request.client.host) if request.client else ""


def reached(request: Request) -> str:
    """The address by which whoever asks has found the server, as they say."""
    host = request.headers.get("host", "")
    if not HOST.fullmatch(host) or len(host) > LONGEST_HOST:
        raise HttpError(400, "malformed", "the header Host names no host; it is like play.example.org:8000")
    return f"{request.url.scheme}://{host}"


# Records, replay and analysis


async def finished(asked: Asked) -> Record:
    """The record of a table's game, once it is over: before, it would tell what is hidden."""
    live = await asked.desk.house.open(asked.path("table"))
    async with live.lock:
        if live.table.status != "over":
            raise HttpError(409, "playing", "the game is not over yet; its record would tell what is hidden")
        return live.table.record()


async def record(asked: Asked) -> Response:
    """The record of a game that is over, as a text that replays for ever and proves its dice."""
    found = await finished(asked)
    name = f"{found.game.NAME}-{asked.path('table')}.carreau.txt"
    return Response(
        await asyncio.to_thread(found.write),
        media_type="text/plain; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


async def replayed(asked: Asked) -> Replay:
    """Positions of a game that is over, one after the other, through the eyes of a seat or a spectator (-1)."""
    look, first, count = (asked.query(each) for each in (LOOK, FIRST, COUNT))
    found = await finished(asked)
    require_seat(found, look)
    return await asyncio.to_thread(replay, found, look, first, count)


def require_seat(found: Record, look: int) -> None:
    if look >= found.game.seats:
        raise HttpError(400, "no_seat", f"there is no seat {look}; seats are 0 to {found.game.seats - 1}")


async def upload(asked: Asked) -> Replay:
    """The same for a record from elsewhere; RecordError tells the line that is wrong. Nothing is kept."""
    body: Uploaded = asked.body
    found = await asyncio.to_thread(read, body.record, game_from_outside)
    require_seat(found, body.look)
    return await asyncio.to_thread(replay, found, body.look, body.first, body.count)


async def figures_of_luck(asked: Asked) -> list[Luck]:
    """What dice and cards have shown, beside what was to be expected, as far as the asking guest may know."""
    live = await asked.desk.house.open(asked.path("table"))
    async with live.lock:
        if live.table.match is None:
            return []
        own = live.table.seats_of(asked.guest.id)
        seen = live.table.record()
    return await asyncio.to_thread(luck, seen, own[0] if own else SPECTATOR)


async def analyse(asked: Asked) -> Analysis:
    """Let bots look at a game that is over, in the background; ask again for how far they are."""
    found = await finished(asked)
    return asked.desk.analyses.of(asked.path("table"), found)


# All of them


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


ENDPOINTS: Final = [
    Endpoint("GET", "/api/me", me, Me, anyone=True),
    Endpoint("PUT", "/api/me", rename, Me, NewName),
    Endpoint("POST", "/api/me/code", make_code, Code),
    Endpoint("POST", "/api/me/move", use_code, Me, GivenCode, anyone=True),
    Endpoint("GET", "/api/games", games, list[GameShown], anyone=True, query=(LANGUAGE,)),
    Endpoint("GET", "/api/games/{game}/texts/{language}", texts, dict[str, Any], anyone=True),
    Endpoint("POST", "/api/games/{game}/lesson", lesson, Scene, Learner, anyone=True),
    Endpoint("GET", "/api/games/{game}/pictures", pictured, list[PictureShown], anyone=True),
    Endpoint("GET", "/api/tables", tables, Tables),
    Endpoint("POST", "/api/tables", create, Made, NewTable, conflicts=True),
    Endpoint("GET", "/api/tables/{table}", shown, TableShown),
    Endpoint("GET", "/api/tables/{table}/qr.svg", qr, "image/svg+xml", anyone=True),
    Endpoint("GET", "/api/tables/{table}/record", record, "text/plain", conflicts=True),
    Endpoint("GET", "/api/tables/{table}/replay", replayed, Replay, query=(LOOK, FIRST, COUNT), conflicts=True),
    Endpoint("GET", "/api/tables/{table}/luck", figures_of_luck, list[Luck]),
    Endpoint("POST", "/api/tables/{table}/analysis", analyse, Analysis, conflicts=True),
    Endpoint("POST", "/api/records", upload, Replay, Uploaded),
]


def route(desk: Desk, endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint as starlette wants it: who asks, the body read and checked, errors in words."""
    decoder = msgspec.json.Decoder(endpoint.body) if endpoint.body else None

    async def answer(request: Request) -> Response:
        cookies: list[str] = []
        try:
            desk.addresses.spend(asked_from(request), monotonic())
            guest = await desk.known(request)
            if guest is None and not endpoint.anyone:
                raise HttpError(401, "who", "it is not known who you are; GET /api/me first and keep the cookie")
            body = await decoded(request, decoder) if decoder else None
            result = await endpoint.handler(Asked(desk, request, guest or NOBODY_YET, body, cookies))
        except (CarreauError, msgspec.DecodeError) as error:
            result = refusal(error)
        response = result if isinstance(result, Response) else json(result)
        for cookie in cookies:
            response.headers.append("set-cookie", desk.identities.header(cookie))
        return response

    return answer


async def decoded(request: Request, decoder: msgspec.json.Decoder[Any]) -> Any:
    """The body of a request as what it should be."""
    kind = request.headers.get("content-type", JSON).partition(";")[0].strip().lower()
    if kind != JSON:
        raise HttpError(415, "media_type", f"a body is {JSON} here, not {kind[:60]!r}")
    try:
        return decoder.decode(await request.body())
    except UnicodeDecodeError:
        raise HttpError(400, "malformed", "a body is JSON in UTF-8; this has other bytes") from None


def json(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type=JSON)


def refusal(error: Exception) -> Response:
    """What went wrong, as a status and in words."""
    match error:
        case HttpError():
            return json(Problem(error.code, str(error)), error.status)
        case NoTable():
            return json(Problem("no_table", str(error)), 404)
        case TooFast():
            response = json(Problem("too_fast", str(error)), 429)
            response.headers["retry-after"] = str(max(1, round(error.seconds)))
            return response
        case Refused():
            return json(Problem(error.code, str(error), error.clause), 409)
        case msgspec.DecodeError():
            return json(Problem("malformed", str(error)), 400)
        case _:
            return json(Problem("wrong", str(error)), 400)
