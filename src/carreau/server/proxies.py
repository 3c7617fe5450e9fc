"""Middleware for servers behind a proxy: the address and the scheme that a trusted proxy names are the client's."""

import ipaddress
import re
from collections.abc import Callable
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from carreau.server.middleware import PORTS
from carreau.server.settings import Settings

FOR: Final = "X-Forwarded-For"
PROTO: Final = "X-Forwarded-Proto"
PORT: Final = re.compile(r"^\[(.*)\](?::\d+)?$|^([^:]*):\d+$")


def forwarded(settings: Settings) -> Middleware:
    """Make the middleware that believes trusted proxies when they say whom they speak for."""
    is_proxy = proxy_test(settings)

    @web.middleware
    async def believe(request: web.Request, handler: Handler) -> web.StreamResponse:
        if not is_proxy(request.remote or ""):
            return await handler(request)
        chain = [without_port(each.strip()) for each in ",".join(request.headers.getall(FOR, [])).split(",")]
        client = next((each for each in reversed(chain) if not is_proxy(each)), chain[0])  # proxies add theirs last
        scheme = request.headers.get(PROTO, "").strip()
        told = request.clone(
            remote=client or request.remote or "", scheme=scheme if scheme in PORTS else request.scheme
        )
        return await handler(told)

    return believe


def proxy_test(settings: Settings) -> Callable[[str], bool]:
    """Make the function that tells whether an address is that of a trusted proxy."""
    proxies = [ipaddress.ip_network(each) for each in settings.trusted_proxies]

    def is_proxy(address: str) -> bool:
        found = parsed(address)
        return found is not None and any(found in network for network in proxies)

    return is_proxy


def parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Read an address; one of IPv4 as such, even where a socket for IPv6 was reached by it."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, ipaddress.IPv6Address) else found


def without_port(address: str) -> str:
    """Leave out the port that some proxies add: 192.0.2.1:5000, [2001:db8::1]:5000."""
    return PORT.sub(r"\1\2", address)
