"""The log: structured events on the standard logging module, as JSON lines or as text.

Only declared fields are logged, so no secret gets in. An event is a class with typed fields, and none of them can hold
a cookie, a code, a share or a card. Messages of other libraries are logged as their template, with numbers as the only
values, and only for known loggers. Errors are logged by type and place; their message may quote anything.
"""

import asyncio
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
from carreau.server.store import StoreError

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,24}\Z")]  # of a table or a guest; a secret would be longer
Word = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.+-]{0,39}\Z")]
Route = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_./{}:-]{0,80}\Z")]  # as declared, such as {table}
Address = Annotated[str, Meta(pattern=r"^[A-Za-z0-9.:/\[\]%-]{1,80}\Z")]
Places = Annotated[str, Meta(pattern=r"^[\w.<>:, -]{0,2000}\Z")]

DEEPEST: Final = 20  # frames of a traceback that are logged
WITHHELD: Final = "(withheld)"
OWN_WORDS: Final = ("carreau", "aiohttp")  # loggers whose templates hold no values

CLIENT_LEFT: Final = 499  # as nginx logs it
GUEST: Final = web.RequestKey("guest", str)  # the id of the guest whose request it is

request_id: ContextVar[str] = ContextVar("request_id", default="")
log = logging.getLogger("carreau")


class LogEvent(msgspec.Struct):
    """Something worth logging; its fields are all that is logged about it."""

    level: ClassVar[int] = logging.INFO


class ServerStarted(LogEvent):
    """The server is ready."""

    version: Word
    tables: int
    bots: int


class ServerStopped(LogEvent):
    """The server has finished all writes."""

    seconds: float


class Request(LogEvent):
    """A request was answered, or a socket closed; status 499 means that the client left before the answer."""

    method: Word
    route: Route
    status: int
    ms: float
    guest: Id = ""
    table: Id = ""
    address: Address = ""


class Joined(LogEvent):
    """A guest opened a socket to a table."""

    table: Id
    guest: Id
    address: Address = ""


class CommandRefused(LogEvent):
    """A command was refused."""

    level = logging.DEBUG
    reason: Word
    table: Id = ""
    guest: Id = ""


class TableChanged(LogEvent):
    """A table was created, started, finished or deleted."""

    table: Id
    status: Word
    game: Word = ""


class OperatorActed(LogEvent):
    """An operator did something; the audit log says who, to whom and why."""

    action: Word


class Moved(LogEvent):
    """A move was stored and broadcast."""

    level = logging.DEBUG
    table: Id
    decision: int
    ms: float


class StoreFailed(LogEvent):
    """The database refused to store something: `fault` is the kind of reason, `error` the database's name for it."""

    level = logging.ERROR
    doing: Word
    fault: Word
    places: Places
    error: Word = ""
    table: Id = ""


class WorkerFailed(LogEvent):
    """A bot worker was lost, and its query goes to another one."""

    level = logging.WARNING
    error: Word
    places: Places
    failures: int


class ClusterWorkers(LogEvent):
    """Workers of the bots' cluster came or went; without any, processes of the server answer."""

    workers: int


class ClusterLost(LogEvent):
    """The scheduler of the bots' cluster doesn't answer."""

    level = logging.WARNING
    error: Word


class WorkerRefused(LogEvent):
    """A worker of the bots' cluster isn't used, because its rules aren't those of the server."""

    level = logging.WARNING
    worker: Address


class Failed(LogEvent):
    """An unexpected error."""

    level = logging.ERROR
    doing: Word
    error: Word
    places: Places
    table: Id = ""


def tell(event: LogEvent) -> None:
    """Log an event."""
    log.log(event.level, event)


def tell_failure(doing: str, error: BaseException, table: str = "") -> None:
    """Log an error that nobody else reports."""
    where = places(error.__traceback__)
    if isinstance(error, StoreError):
        tell(StoreFailed(doing=doing, fault=error.fault, error=error.code, places=where, table=table))
    else:
        tell(Failed(doing=doing, error=type(error).__name__, places=where, table=table))


def places(trace: TracebackType | None) -> str:
    """List the frames of a traceback, the innermost last."""
    frames = traceback.extract_tb(trace)[-DEEPEST:]
    return ", ".join(f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames)


def told(record: logging.LogRecord) -> Iterator[tuple[str, Any]]:
    """Yield everything that may be logged of a log record."""
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
    """Yield the fields of an event; withhold values that don't match their declared type."""
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
    """Return the first line of a message of another library."""
    if record.name.split(".")[0] not in OWN_WORDS:
        return WITHHELD
    template, values = str(record.msg).strip().partition("\n")[0], record.args
    try:
        return template % tuple(map(harmless, values)) if isinstance(values, tuple) and values else template
    except (TypeError, ValueError):  # the first line expects other values
        return template


def harmless(value: object) -> object:
    """Keep a number, show an error by its type, and withhold everything else."""
    if isinstance(value, int | float):
        return value
    return type(value).__name__ if isinstance(value, BaseException) else WITHHELD


class JsonLines(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        return msgspec.json.encode(dict(told(record))).decode()


class PlainLines(logging.Formatter):
    """Lines for people to read."""

    def format(self, record: logging.LogRecord) -> str:
        said = dict(told(record))
        head = f"{said.pop('time')} {said.pop('level'):7} {said.pop('event', said.pop('words', ''))}"
        return " ".join([head, *(f"{name}={value}" for name, value in said.items())])


def configure(settings: Settings, stream: TextIO | None = None) -> logging.Handler:
    """Send all logging of this process to a stream, by default to standard error; return the handler."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines() if settings.log_format == "json" else PlainLines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(settings.log_level.upper())
    handler.addFilter(is_ours)
    return handler


def is_ours(record: logging.LogRecord) -> bool:
    """Leave out requests that aren't HTTP: aiohttp logs an error for each, and anybody can send many."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


def request_log(settings: Settings) -> Middleware:
    """Make the middleware that logs every request and socket; all events of one request carry the same id."""

    @web.middleware
    async def log_request(request: web.Request, handler: Handler) -> web.StreamResponse:
        request_id.set(secrets.token_hex(4))  # never reset: errors after this point belong to the request too
        started, response, without = time.perf_counter(), None, 500
        try:
            response = await handler(request)
        except (asyncio.CancelledError, ConnectionError):
            without = CLIENT_LEFT
            raise
        else:
            return response
        finally:
            outcome = status(request, response) if response else without
            tell(summary(request, response, outcome, time.perf_counter() - started, settings.log_addresses))

    return log_request


def summary(
    request: web.Request, response: web.StreamResponse | None, status: int, seconds: float, with_address: bool
) -> Request:
    resource = request.match_info.route.resource
    return Request(
        method="WEBSOCKET" if isinstance(response, web.WebSocketResponse) else request.method,
        route=resource.canonical if resource else "",  # not the path, which may hold anything
        status=status,
        ms=round(seconds * 1000, 3),
        guest=request.get(GUEST, ""),
        table=request.match_info.get("table", ""),
        address=(request.remote or "") if with_address else "",
    )


def status(request: web.Request, response: web.StreamResponse) -> int:
    """Return the status of a response, or a socket's close code; 499 if the client has left."""
    if isinstance(response, web.WebSocketResponse):
        return response.close_code or 101
    return CLIENT_LEFT if request.transport is None or request.transport.is_closing() else response.status


def debugging() -> bool:
    """Tell whether DEBUG events are logged; otherwise there are too many to create them."""
    return log.isEnabledFor(logging.DEBUG)
