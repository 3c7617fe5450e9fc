"""ASGI middleware for every HTTP request: checks the origin, limits the body, and sets security and cache headers.

WebSockets pass through; their endpoint calls `origin_allowed` itself.
"""

import re
from typing import Final
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from carreau.server.problems import Problem
from carreau.server.settings import ORIGIN, Settings

POLICY: Final = (
    "default-src 'self'; connect-src 'self'{sockets}; img-src 'self' data:; object-src 'none'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
ALWAYS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # a URL may be an invitation, so other sites mustn't learn it
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HASHED: Final = re.compile(r"/assets/.*-(?=[\w-]{0,7}[A-Z0-9])[\w-]{8}\.\w+")  # a hash of the content is in the name
LIVE: Final = ("/api/", "/healthz", "/readyz", "/metrics")
READING: Final = {"GET", "HEAD", "OPTIONS"}
HOST: Final = re.compile(r"[A-Za-z0-9.-]+(:\d+)?|\[[0-9A-Fa-f:.]+\](:\d+)?")
PORTS: Final = {"http": 80, "https": 443}


class SecurityMiddleware:
    """An ASGI app around another one: it refuses foreign and oversized requests and adds headers to all responses."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        await self.check(scope, receive, with_headers(scope, send))

    async def check(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, once its origin and size are known to be allowed."""
        headers = Headers(scope=scope)
        origin, host, most = headers.get("origin"), headers.get("host", ""), self.settings.body_bytes
        if scope["method"] not in READING and not origin_allowed(origin, host, self.settings):
            await refuse(send, 403, Problem("foreign_origin", "pages of other sites may not do this here"))
            return
        whole = None if content_length(headers) > most else await received(receive, most)
        if whole is None:
            await refuse(send, 413, Problem("too_large", f"a request may have {most} bytes at most: send less at once"))
        elif whole["type"] == "http.request":  # otherwise the client disconnected halfway
            await self.app(scope, replayed(whole, receive), send)


def origin_allowed(origin: str | None, host: str, settings: Settings) -> bool:
    """Tell whether a page of this origin may act for its visitor, who reached the server as `host`.

    Only browsers send an origin, and only they attach cookies to the requests of other sites, so a request without
    one is allowed.
    """
    if origin is None:
        return True
    allowed = (f"http://{host}", f"https://{host}", settings.public_url, *settings.trusted_origins)
    return normalised(origin) in {normalised(each) for each in allowed} - {""}


def normalised(url: str) -> str:
    """Spell an origin with its port; "" if it is invalid."""
    if not re.match(ORIGIN, url):
        return ""
    try:
        parts = urlsplit(url)
        return f"{parts.scheme}://{parts.hostname}:{parts.port or PORTS[parts.scheme]}"
    except ValueError:
        return ""


def with_headers(scope: Scope, send: Send) -> Send:
    """Wrap `send` so that it adds every header that the response doesn't set itself."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in {**ALWAYS, **request_headers(scope, message["status"])}.items():
                headers.setdefault(name, value)
        await send(message)

    return send_with_headers


def request_headers(scope: Scope, status: int) -> dict[str, str]:
    """Make the headers that depend on the request."""
    host = Headers(scope=scope).get("host", "")
    sockets = f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""  # older browsers don't count them as 'self'
    return {
        "Content-Security-Policy": POLICY.format(sockets=sockets),
        "Cache-Control": cache_control(scope["path"], status),
    }


def cache_control(path: str, status: int) -> str:
    """Let hashed assets be cached for ever, pages until they change, and live data not at all."""
    if path.startswith(LIVE) or status >= 400:
        return "no-store"
    return "public, max-age=31536000, immutable" if HASHED.fullmatch(path) else "no-cache"


def content_length(headers: Headers) -> int:
    """Read the declared length of a body; 0 if there is none."""
    length = headers.get("content-length", "")
    return int(length[:18]) if length.isdecimal() else 0  # int() refuses very long numbers


async def received(receive: Receive, most: int) -> Message | None:
    """Receive the whole body as one message, or a disconnect; None if the body is too long."""
    body = bytearray()  # and no list of parts: a client may send each byte by itself
    while len(body) <= most:
        part = await receive()
        body += part.get("body", b"")
        if not part.get("more_body", False):
            return {**part, "body": bytes(body)} if len(body) <= most else None
    return None


def replayed(whole: Message, receive: Receive) -> Receive:
    """Make a `receive` that repeats a message, then goes on with the rest."""
    first = iter([whole])

    async def receive_again() -> Message:
        return next(first, None) or await receive()

    return receive_again


async def refuse(send: Send, status: int, problem: Problem) -> None:
    """Respond with a problem."""
    body = msgspec.json.encode(problem)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
