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
from msgspec import Meta
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from carreau.server.settings import Settings

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,24}\Z")]  # of a table or a guest; a secret would be longer
Word = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.+-]{0,39}\Z")]
Route = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_./{}:-]{0,80}\Z")]  # as declared, {table} and all
Address = Annotated[str, Meta(pattern=r"^[A-Za-z0-9.:/\[\]%-]{1,80}\Z")]
Places = Annotated[str, Meta(pattern=r"^[\w.<>:, -]{0,2000}\Z")]

DEEPEST: Final = 20  # places of an error that are told
WITHHELD: Final = "(withheld)"
OWN_WORDS: Final = ("carreau", "uvicorn", "websockets", "starlette")  # loggers whose templates hold no values
SILENT: Final = "uvicorn.access"  # it tells addresses and whole paths; Request tells the rest

request: ContextVar[str] = ContextVar("request", default="")
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
    if request.get():
        yield "request", request.get()
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
    logging.getLogger(SILENT).disabled = True
    return handler


class RequestLog:
    """Around an ASGI app: a request or socket gets an id for all that is logged of it, and a line when it is done."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        started, statuses = time.perf_counter(), [500]  # which it stays if there is no answer

        async def noting(message: Message) -> None:
            statuses.extend(status(message))
            await send(message)

        request.set(secrets.token_hex(4))  # and not reset: what is logged of an error after this is about it too
        try:
            await self.app(scope, receive, noting)
        finally:
            tell(self.summary(scope, statuses[-1], time.perf_counter() - started))

    def summary(self, scope: Scope, status: int, seconds: float) -> Request:
        route = getattr(scope.get("route"), "path", "")  # not the path itself: an invitation may be in there
        method = scope.get("method", "WEBSOCKET")
        address = scope["client"][0] if self.settings.log_addresses and scope.get("client") else ""
        return Request(method=method, route=route, status=status, ms=round(seconds * 1000, 3), address=address)


def status(message: Message) -> Iterator[int]:
    """The status that an answer begins with, or the code that a socket is closed with."""
    if message["type"] == "http.response.start":
        yield message["status"]
    elif message["type"] == "websocket.accept":
        yield 101
    elif message["type"] == "websocket.close":
        yield message.get("code", 1000)
