"""What guards every request: who may ask, how much at once, and what a browser may do with the answer.

Pure ASGI, outside of everything that knows a table. Sockets have no headers to guard; whoever accepts one asks
`origin_allowed` first.
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
    "Referrer-Policy": "same-origin",  # an address may be an invitation; other sites needn't know it
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HASHED: Final = re.compile(r"/assets/.*-(?=[\w-]{0,7}[A-Z0-9])[\w-]{8}\.\w+")  # a hash of the content is in the name
LIVE: Final = ("/api/", "/healthz", "/readyz", "/metrics")
READING: Final = {"GET", "HEAD", "OPTIONS"}
HOST: Final = re.compile(r"[A-Za-z0-9.-]+(:\d+)?|\[[0-9A-Fa-f:.]+\](:\d+)?")
PORTS: Final = {"http": 80, "https": 443}


class Guard:
    """Around an ASGI app: foreign and oversized requests are refused, all answers carry the headers."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        await self.answer(scope, receive, with_headers(scope, send))

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        origin, host, most = headers.get("origin"), headers.get("host", ""), self.settings.body_bytes
        if scope["method"] not in READING and not origin_allowed(origin, host, self.settings):
            await refuse(send, 403, Problem("foreign_origin", "pages of other sites may not do this here"))
            return
        whole = None if declared(headers) > most else await received(receive, most)
        if whole is None:
            await refuse(send, 413, Problem("too_large", f"a request may have {most} bytes at most: send less at once"))
        elif whole["type"] == "http.request":  # otherwise the line broke, and half of a request is none
            await self.app(scope, replayed(whole, receive), send)


def origin_allowed(origin: str | None, host: str, settings: Settings) -> bool:
    """Whether a page of this origin may act for its visitor, where they reached the server as `host`.

    Only browsers tell an origin, and only they carry somebody else's cookie: whatever tells none is let in.
    """
    if origin is None:
        return True
    welcome = (f"http://{host}", f"https://{host}", settings.public_url, *settings.trusted_origins)
    return plain(origin) in {plain(each) for each in welcome} - {""}


def plain(url: str) -> str:
    """An origin in one of its spellings, with its port; "" if it is none."""
    if not re.match(ORIGIN, url):
        return ""
    try:
        parts = urlsplit(url)
        return f"{parts.scheme}://{parts.hostname}:{parts.port or PORTS[parts.scheme]}"
    except ValueError:
        return ""


def with_headers(scope: Scope, send: Send) -> Send:
    """The same way to send, with all headers that the answer hasn't set itself."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in {**ALWAYS, **for_request(scope, message["status"])}.items():
                headers.setdefault(name, value)
        await send(message)

    return sending


def for_request(scope: Scope, status: int) -> dict[str, str]:
    host = Headers(scope=scope).get("host", "")
    sockets = f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""  # older browsers don't count them as 'self'
    return {
        "Content-Security-Policy": POLICY.format(sockets=sockets),
        "Cache-Control": keeping(scope["path"], status),
    }


def keeping(path: str, status: int) -> str:
    """How long an answer may be kept: hashed assets for ever, pages until they change, what is true now not at all."""
    if path.startswith(LIVE) or status >= 400:
        return "no-store"
    return "public, max-age=31536000, immutable" if HASHED.fullmatch(path) else "no-cache"


def declared(headers: Headers) -> int:
    length = headers.get("content-length", "")
    return int(length[:18]) if length.isdecimal() else 0  # there are absurd numbers that int() refuses


async def received(receive: Receive, most: int) -> Message | None:
    """A whole body in one message, or that the line broke; None if it is longer than allowed."""
    body = bytearray()  # not the parts: each has one byte if somebody wants so
    while len(body) <= most:
        part = await receive()
        body += part.get("body", b"")
        if not part.get("more_body", False):
            return {**part, "body": bytes(body)} if len(body) <= most else None
    return None


def replayed(whole: Message, receive: Receive) -> Receive:
    """A way to receive what has been received already, and then whatever else comes."""
    waiting = iter([whole])

    async def receiving() -> Message:
        return next(waiting, None) or await receive()

    return receiving


async def refuse(send: Send, status: int, problem: Problem) -> None:
    body = msgspec.json.encode(problem)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
