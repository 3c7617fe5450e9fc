"""The log: events of known shape, on the standard logging module, as JSON lines or readable text.

Nothing secret gets in, because only what is listed does. An event is a class, and its fields with their forms are all
that can be said of it: there is none for a cookie, a code, a share or a card. What is logged in plain words is shown
as its author wrote it, with no values but numbers, and only for loggers that are known to write so; an error is shown
by its type and places, without its message, which may quote anything.
"""

import logging
import re
import secrets
import time
import traceback
from collections.abc import Iterator
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Annotated, Any, ClassVar, Final, TextIO

import msgspec
from aiohttp import web
from aiohttp.http import HttpProcessingError
from aiohttp.typedefs import Handler, Middleware
from msgspec import Meta

from carreau.server.settings import Settings

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,24}\Z")]  # of a table or a guest; a secret would be longer
Word = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.+-]{0,39}\Z")]
Route = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_./{}:-]{0,80}\Z")]  # as declared, {table} and all
Address = Annotated[str, Meta(pattern=r"^[A-Za-z0-9.:/\[\]%-]{1,80}\Z")]
Places = Annotated[str, Meta(pattern=r"^[\w.<>:, -]{0,2000}\Z")]

DEEPEST: Final = 20  # places of an error that are told
WITHHELD: Final = "(withheld)"
OWN_WORDS: Final = ("carreau", "aiohttp")  # loggers whose templates hold no values

request_id: ContextVar[str] = ContextVar("request_id", default="")
log = logging.getLogger("carreau")


class LogEvent(msgspec.Struct):
    """Something worth logging: its fields are all that is told of it."""

    level: ClassVar[int] = logging.INFO


class ServerStarted(LogEvent):
    """The server is ready."""

    version: Word
    tables: int
    bots: int


class Stopped(LogEvent):
    """The server has finished all writes."""

    seconds: float


class Request(LogEvent):
    """A request was answered, or a socket closed."""

    method: Word
    route: Route
    status: int
    ms: float
    address: Address = ""


class Joined(LogEvent):
    """A socket was opened."""

    guest: Id
    address: Address = ""


class CommandRefused(LogEvent):
    """A command was refused."""

    level = logging.DEBUG
    reason: Word
    table: Id = ""
    guest: Id = ""


class TableChanged(LogEvent):
    """A table was opened, started, finished or cleared away."""

    table: Id
    status: Word
    game: Word = ""


class Moved(LogEvent):
    """A move is on disk and told."""

    level = logging.DEBUG
    table: Id
    decision: int
    ms: float


class WorkerFailed(LogEvent):
    """A process that thinks was lost, and its question is asked again."""

    level = logging.WARNING
    error: Word
    places: Places
    failures: int


class Failed(LogEvent):
    """Something went wrong that shouldn't."""

    level = logging.ERROR
    doing: Word
    error: Word
    places: Places
    table: Id = ""


def tell(event: LogEvent) -> None:
    """Log an event."""
    log.log(event.level, event)


def tell_failure(doing: str, error: BaseException, table: str = "") -> None:
    """Log an error that nobody else will hear of."""
    tell(Failed(doing=doing, error=type(error).__name__, places=places(error.__traceback__), table=table))


def places(trace: TracebackType | None) -> str:
    """Where an error was, the innermost last."""
    frames = traceback.extract_tb(trace)[-DEEPEST:]
    return ", ".join(f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames)


def told(record: logging.LogRecord) -> Iterator[tuple[str, Any]]:
    """All that may be known of a record."""
    moment = datetime.fromtimestamp(record.created, UTC)
    yield "time", moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    yield "level", record.levelname.lower()
    if request_id.get():
        yield "request", request_id.get()
    if isinstance(record.msg, LogEvent):
        yield "event", event_name(type(record.msg))
        yield from fields(record.msg)
    else:
        yield "logger", record.name
        yield "words", words(record)
    if record.exc_info and record.exc_info[1] is not None:
        yield "error", type(record.exc_info[1]).__name__
        yield "places", places(record.exc_info[2])


def event_name(kind: type[LogEvent]) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def fields(event: LogEvent) -> Iterator[tuple[str, Any]]:
    """What an event says, except where it hasn't the form that was declared."""
    for field in msgspec.structs.fields(event):
        value = getattr(event, field.name)
        if value != field.default:
            yield field.name, in_form(value, field.type)


def in_form(value: object, form: object) -> object:
    try:
        return msgspec.convert(value, form)
    except msgspec.ValidationError:
        return WITHHELD


def words(record: logging.LogRecord) -> str:
    """The first line of what was logged in plain words."""
    if record.name.split(".")[0] not in OWN_WORDS:
        return WITHHELD
    template, values = str(record.msg).strip().partition("\n")[0], record.args
    try:
        return template % tuple(map(harmless, values)) if isinstance(values, tuple) and values else template
    except (TypeError, ValueError):  # more values than fit into the first line, or others than it expects
        return template


def harmless(value: object) -> object:
    """A number as it is, an error by its type, and of everything else only that it was there."""
    if isinstance(value, int | float):
        return value
    return type(value).__name__ if isinstance(value, BaseException) else WITHHELD


class JsonLines(logging.Formatter):
    """One JSON object in each line."""

    def format(self, record: logging.LogRecord) -> str:
        return msgspec.json.encode(dict(told(record))).decode()


class PlainLines(logging.Formatter):
    """A line for people to read."""

    def format(self, record: logging.LogRecord) -> str:
        said = dict(told(record))
        head = f"{said.pop('time')} {said.pop('level'):7} {said.pop('event', said.pop('words', ''))}"
        return " ".join([head, *(f"{name}={value}" for name, value in said.items())])


def configure(settings: Settings, stream: TextIO | None = None) -> logging.Handler:
    """Let everything that is logged in this process go to a stream, or the standard error; gives the handler."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines() if settings.log_format == "json" else PlainLines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(settings.log_level.upper())
    handler.addFilter(is_ours)
    return handler


def is_ours(record: logging.LogRecord) -> bool:
    """Leave out requests that are no HTTP: aiohttp logs an error for each, and anybody can send many."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


def request_log(settings: Settings) -> Middleware:
    """Make the middleware that logs every request and socket, under an id for all that is logged of it."""

    @web.middleware
    async def log_request(request: web.Request, handler: Handler) -> web.StreamResponse:
        request_id.set(secrets.token_hex(4))  # and not reset: what is logged of an error after this is about it too
        started, response = time.perf_counter(), None
        try:
            response = await handler(request)
            return response
        finally:
            tell(summary(request, response, time.perf_counter() - started, settings.log_addresses))

    return log_request


def summary(request: web.Request, response: web.StreamResponse | None, seconds: float, with_address: bool) -> Request:
    resource = request.match_info.route.resource
    return Request(
        method="WEBSOCKET" if isinstance(response, web.WebSocketResponse) else request.method,
        route=resource.canonical if resource else "",  # not the path itself: an invitation may be in there
        status=status(response),
        ms=round(seconds * 1000, 3),
        address=(request.remote or "") if with_address else "",
    )


def status(response: web.StreamResponse | None) -> int:
    """The status of a response, 500 if there is none, or the code that a socket was closed with."""
    if isinstance(response, web.WebSocketResponse):
        return response.close_code or 101
    return response.status if response else 500
