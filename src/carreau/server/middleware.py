"""Middleware for every request: checks its origin and size, responds to errors, and sets security and cache headers.

WebSockets pass the check of the origin; their endpoint calls `origin_allowed` itself, to close with a code.
"""

import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from carreau.server.api.responses import refusal
from carreau.server.logs import tell_failure
from carreau.server.problems import HttpError, ProblemCode
from carreau.server.settings import ORIGIN, Settings

POLICY: Final = (
    "default-src 'self'; connect-src 'self'{sockets}; img-src 'self' data:; object-src 'none'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
ALWAYS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # a URL may be an invitation, so other sites mustn't see it
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HASHED: Final = re.compile(r"/assets/.*-(?=[\w-]{0,7}[A-Z0-9])[\w-]{8}\.\w+")  # a hash of the content is in the name
LIVE: Final = ("/api/", "/healthz", "/readyz", "/metrics")
READING: Final = {"GET", "HEAD", "OPTIONS"}
HOST: Final = re.compile(r"[A-Za-z0-9.-]+(:\d+)?|\[[0-9A-Fa-f:.]+\](:\d+)?")
PORTS: Final = {"http": 80, "https": 443}
REFUSALS: Final[dict[int, tuple[ProblemCode, str]]] = {
    400: ("malformed", "this isn't a valid request; see /api/openapi.json"),
    404: ("no_page", "there is nothing here; see /api/openapi.json"),
    405: ("method", "this method isn't allowed here; see /api/openapi.json"),
    500: ("failed", "an internal error occurred; it has been logged"),
}


def checks(settings: Settings) -> Middleware:
    """Make the middleware that refuses foreign and oversized requests."""
    most = settings.body_bytes
    too_large = HttpError(413, "too_large", f"a request may have at most {most} bytes")

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        origin, host = request.headers.get("Origin"), request.headers.get("Host", "")
        if request.method not in READING and not origin_allowed(origin, host, settings):
            return refusal(HttpError(403, "foreign_origin", "pages of other sites can't do this"))
        if (request.content_length or 0) > most:
            return refusal(too_large)
        try:
            return await handler(request)
        except web.HTTPRequestEntityTooLarge:
            return refusal(too_large)

    return check


@web.middleware
async def problems(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Respond to every error with a problem."""
    try:
        return await handler(request)
    except web.HTTPException as error:
        code, words = REFUSALS.get(error.status, ("wrong", error.reason))
        response = refusal(HttpError(error.status, code, words))
        if "Allow" in error.headers:
            response.headers["Allow"] = error.headers["Allow"]
        return response


@web.middleware
async def failures(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Log an internal error without revealing it to the client."""
    try:
        return await handler(request)
    except web.HTTPException:
        raise
    except (web.RequestPayloadError, ConnectionError) as error:  # an incomplete request, or the client has left
        raise web.HTTPBadRequest from error
    except Exception as error:
        tell_failure("answering", error)
        raise web.HTTPInternalServerError from error


def origin_allowed(origin: str | None, host: str, settings: Settings) -> bool:
    """Return whether a page of this origin may act for its visitor, who reached the server as `host`.

    Only browsers send an origin, and only they attach cookies to cross-site requests, so a request without one is
    allowed.
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


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Add every header that a response doesn't set itself, without naming the software."""
    response.headers.popall("Server", None)
    for name, value in {**ALWAYS, **request_headers(request, response.status)}.items():
        response.headers.setdefault(name, value)


def request_headers(request: web.Request, status: int) -> dict[str, str]:
    """Make the headers that depend on the request."""
    return {
        "Content-Security-Policy": policy(request),
        "Cache-Control": cache_control(request.path, status),
    }


def policy(request: web.Request, inline: Mapping[str, str] | None = None) -> str:
    """Make the content security policy; `inline` has hashes of what the page itself contains, by kind of element."""
    host = request.headers.get("Host", "")
    sockets = f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""  # 'self' lacks them in older browsers
    own = "".join(f"; {kind}-src 'self'{hashes}" for kind, hashes in (inline or {}).items() if hashes)
    return POLICY.format(sockets=sockets) + own


def cache_control(path: str, status: int) -> str:
    """Let hashed assets be cached forever, pages until they change, and live data not at all."""
    if path.startswith(LIVE) or status >= 400:
        return "no-store"
    return "public, max-age=31536000, immutable" if HASHED.fullmatch(path) else "no-cache"
