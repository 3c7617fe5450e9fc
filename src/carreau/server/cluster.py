"""This server among those on its database: its heartbeat, and what they tell each other."""

import asyncio
import hmac
import socket
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from carreau.core.errors import CarreauError
from carreau.server.logs import tell_failure
from carreau.server.metrics import Metrics
from carreau.server.ownership import Member, Ownership, Peer
from carreau.server.peers import Peers
from carreau.server.rooms import Rooms
from carreau.server.sharing import Sharing
from carreau.server.store import StoreError
from carreau.server.tasks import Tasks

BEATS: Final = 3  # in the time of a lease


class Cluster:
    """The servers on a database, as this one has last heard from them."""

    def __init__(
        self, rooms: Rooms, peers: Peers, sharing: Sharing, keys: Sequence[bytes], lease: float, metrics: Metrics
    ) -> None:
        self.ownership: Ownership = rooms.ownership
        self.rooms = rooms
        self.peers = peers
        self.sharing = sharing
        self.keys = [mark(key) for key in keys]
        self.lease = lease
        self.metrics = metrics
        self.unsure = False  # whether others may have taken over tables
        self.tasks = Tasks()
        self.adopting: asyncio.Task[None] | None = None
        self.addresses: dict[str, set[str]] = {}  # of the machines of other servers, by the addresses they gave

    async def refuse_strangers(self) -> None:
        """Refuse to join servers that would refuse this one's cookies, or the other way round."""
        for member in await self.ownership.members():
            theirs = member.keys.split()
            if member.alive and not (theirs[0] in self.keys and self.keys[0] in theirs):
                raise CarreauError(
                    f"the server at {member.peer.address} uses this database and signs cookies with another key:"
                    " give all servers the same CARREAU_KEYS"
                )

    async def join(self, address: str, heard: Callable[[str], None]) -> None:
        """Let the other servers know this one."""
        await self.ownership.join(address, " ".join(self.keys), self.lease, heard)
        await self.note(await self.ownership.members())

    async def keep_alive(self) -> None:
        """Renew the lease regularly; take over from servers that don't."""
        silent = False
        while True:
            await asyncio.sleep(self.lease / BEATS)
            try:
                await self.beat()
                silent = False
            except StoreError as error:
                if not silent:
                    tell_failure("heartbeat", error)
                silent = True

    async def beat(self) -> None:
        members, lapsed = await self.ownership.renew()
        self.unsure = self.unsure or lapsed
        if self.unsure:
            for table in await self.ownership.moved():
                self.rooms.moved(table)
            self.unsure = False
        await self.note(members)
        if any(not member.alive for member in members):
            self.adopt_soon()
        await self.sharing.report(self.lease / BEATS, 1 + len(self.peers.alive))

    async def note(self, members: list[Member]) -> None:
        """Note who is alive."""
        alive = {member.peer.id: member.peer for member in members if member.alive}
        self.metrics.servers.set(1 + len(alive))
        self.peers.update(alive)
        self.sharing.forget_all_but(alive)
        await self.look_up(alive.values())

    def adopt_soon(self) -> None:
        """Take over running games from servers that are gone, while the heartbeat goes on."""
        if self.adopting is None or self.adopting.done():
            self.adopting = self.tasks.spawn(self.rooms.adopt())

    def left(self, server: str) -> None:
        """Take over from a server that has just stopped."""
        self.peers.update({name: peer for name, peer in self.peers.alive.items() if name != server})
        self.adopt_soon()

    async def leave(self) -> None:
        """Hand all tables over to the other servers."""
        await self.tasks.stop()
        await self.ownership.leave()

    # Connections of other servers

    async def look_up(self, peers: Iterable[Peer]) -> None:
        """Find out from which addresses other servers connect."""
        given = {peer.address for peer in peers}
        self.addresses = {each: self.addresses.get(each) or await addresses_of(each) for each in given}

    def is_peer(self, address: str) -> bool:
        return any(address in found for found in self.addresses.values())


def mark(key: bytes) -> str:
    """Return marks that tell keys apart without revealing them."""
    return hmac.new(key, b"carreau mark 1", "sha256").hexdigest()[:16]


async def addresses_of(address: str) -> set[str]:
    """Return the addresses of a host; none if it has no name that can be looked up."""
    host = address.rpartition(":")[0].strip("[]")
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError:
        return set()
    return {str(each[4][0]) for each in found}
