"""The entrance for new connections: no address may have too many, whether they send anything or not."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from carreau.server.limits import network
from carreau.server.proxies import proxy_test
from carreau.server.settings import Settings

LOOK_AGAIN: Final = 1_000  # new connections after which closed ones are forgotten


class Entrance:
    """Makes the protocol of each new connection. Those of trusted proxies and of other servers aren't counted.

    A connection that is let in gets its protocol and isn't seen here again, which costs nothing while it is used.
    """

    def __init__(
        self,
        make_protocol: Callable[[], asyncio.Protocol],
        settings: Settings,
        is_peer: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self.make_protocol = make_protocol
        self.most = settings.connections_per_address
        self.is_proxy = proxy_test(settings)
        self.is_peer = is_peer
        self.connections: dict[str, set[asyncio.Transport]] = {}  # by address; some may be closed
        self.since = 0  # connections since closed ones were forgotten

    def __call__(self) -> asyncio.Protocol:
        return Arrival(self)

    def admits(self, transport: asyncio.Transport) -> bool:
        """Tell whether a connection is within the limits, and count it then."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if peer else ""
        if self.is_proxy(address) or self.is_peer(address):
            return True
        self.forget_closed_ones_sometimes()
        own = self.connections.setdefault(network(address), set())
        if len(own) >= self.most:
            own -= {each for each in own if each.is_closing()}
        if len(own) >= self.most:
            return False
        own.add(transport)
        return True

    def forget_closed_ones_sometimes(self) -> None:
        self.since += 1
        if self.since >= LOOK_AGAIN:
            self.since = 0
            open_ones = {key: {each for each in own if not each.is_closing()} for key, own in self.connections.items()}
            self.connections = {key: own for key, own in open_ones.items() if own}


class Arrival(asyncio.Protocol):
    """The protocol of a connection until it is let in."""

    def __init__(self, entrance: Entrance) -> None:
        self.entrance = entrance

    def connection_made(self, transport: Any) -> None:
        if not self.entrance.admits(transport):
            transport.abort()
            return
        protocol = self.entrance.make_protocol()
        transport.set_protocol(protocol)
        protocol.connection_made(transport)
