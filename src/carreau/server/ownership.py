"""Which server owns which table: the interface of a store, and its implementation where there is only one server.

A server has a lease, which it renews with a heartbeat. A table belongs to the server that claimed it last, under a
token that counts up with every claim. When a lease has run out, other servers may claim the tables; whatever the
earlier owner still sends carries an old token, so the database refuses it.
"""

from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol

import msgspec

from carreau.core.errors import CarreauError


class Peer(msgspec.Struct, frozen=True):
    """Another server on the same database, and where to reach it."""

    id: str
    address: str  # host:port


class Elsewhere(CarreauError):
    """A request about something that another server owns."""

    def __init__(self, peer: Peer) -> None:
        super().__init__(f"the server at {peer.address} has it")
        self.peer = peer


class Member(NamedTuple):
    """Another server, with marks of the keys that sign cookies, and whether its lease hasn't run out."""

    peer: Peer
    keys: str
    alive: bool


class Census(NamedTuple):
    """The other servers, and whether the lease of this one had run out when it asked."""

    members: list[Member]
    lapsed: bool


class Ownership(Protocol):
    """The tables that this server owns, among all servers on its database. Any method may raise StoreError."""

    id: str  # of this server, from its start to its end
    shared: bool  # whether there can be other servers

    async def join(self, address: str, keys: str, lease: float, heard: Callable[[str], None]) -> None:
        """Let the other servers know this one.

        From now on, `heard` is called with their messages, or with "" if some may have been missed.
        """

    async def members(self) -> list[Member]:
        """List the other servers."""

    async def renew(self) -> Census:
        """Renew the lease, as often as possible within its time."""

    async def leave(self) -> None:
        """End the lease at once, so that others can take over."""

    async def claim(self, table: str) -> Peer | None:
        """Own a table from now on, unless a server that is alive owns it; return that one."""

    async def adopt(self) -> list[str]:
        """Own this server's share of the running games that no server that is alive owns; return their tables."""

    async def moved(self) -> list[str]:
        """List the tables that others have claimed, and let them go."""

    def let_go(self, table: str) -> None:
        """Append nothing more to a table until it is claimed again."""

    async def tell(self, message: str) -> None:
        """Send a message to the other servers."""


class SoleOwner:
    """The Ownership of the only server on a database: it owns everything."""

    id = "sole"
    shared = False

    def __init__(self, running: Callable[[], Awaitable[list[str]]]) -> None:
        self.running = running

    async def join(self, address: str, keys: str, lease: float, heard: Callable[[str], None]) -> None: ...

    async def members(self) -> list[Member]:
        return []

    async def renew(self) -> Census:
        return Census([], lapsed=False)

    async def leave(self) -> None: ...

    async def claim(self, table: str) -> Peer | None:
        return None

    async def adopt(self) -> list[str]:
        return await self.running()

    async def moved(self) -> list[str]:
        return []

    def let_go(self, table: str) -> None: ...

    async def tell(self, message: str) -> None: ...
