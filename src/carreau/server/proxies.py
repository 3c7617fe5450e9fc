"""Middleware for servers behind a proxy: uses the client's address and scheme as reported by a trusted proxy.

Another server that passes a request on has found them out already.
"""

import ipaddress
import re
from collections.abc import Callable
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from carreau.server.middleware import PORTS
from carreau.server.peers import FOR, FROM_PEER, PROTO, Peers
from carreau.server.settings import Settings

PORT: Final = re.compile(r"^\[(.*)\](?::\d+)?$|^([^:]*):\d+$")


def forwarded(settings: Settings, peers: Peers) -> Middleware:
    """Make the middleware that trusts the reports of proxies and other servers about their clients."""
    is_proxy = proxy_test(settings)

    @web.middleware
    async def believe(request: web.Request, handler: Handler) -> web.StreamResponse:
        if peers.is_from_peer(request):
            told = request.clone(remote=request.headers.get(FOR, ""), scheme=request.headers.get(PROTO, "http"))
            told[FROM_PEER] = True
            return await handler(told)
        if not is_proxy(request.remote or ""):
            return await handler(request)
        chain = [without_port(each.strip()) for each in ",".join(request.headers.getall(FOR, [])).split(",")]
        client = next((each for each in reversed(chain) if not is_proxy(each)), chain[0])  # proxies append theirs
        scheme = request.headers.get(PROTO, "").strip()
        told = request.clone(
            remote=client or request.remote or "", scheme=scheme if scheme in PORTS else request.scheme
        )
        return await handler(told)

    return believe


def proxy_test(settings: Settings) -> Callable[[str], bool]:
    """Make the function that tells whether an address belongs to a trusted proxy."""
    proxies = [ipaddress.ip_network(each) for each in settings.trusted_proxies]

    def is_proxy(address: str) -> bool:
        found = parsed(address)
        return found is not None and any(found in network for network in proxies)

    return is_proxy


def parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Read an address; convert IPv4 addresses mapped to IPv6."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, ipaddress.IPv6Address) else found


def without_port(address: str) -> str:
    """Leave out the port that some proxies add: 192.0.2.1:5000, [2001:db8::1]:5000."""
    return PORT.sub(r"\1\2", address)
