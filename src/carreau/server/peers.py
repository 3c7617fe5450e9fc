"""The way to the other servers: requests and sockets are passed on to the server that owns their table.

A server signs what it passes on with the key that also signs cookies, for one other server from its start to its end.
That one then believes what it says about the client, and never passes anything on itself.
"""

import asyncio
import hmac
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from hashlib import sha256
from http import HTTPStatus
from time import monotonic
from typing import Any, Final, TypeVar

import aiohttp
import msgspec
from aiohttp import web
from yarl import URL

from carreau.core.errors import CarreauError
from carreau.server.ownership import Elsewhere, Peer
from carreau.server.rooms import Restarting
from carreau.server.store import StoreError, TableMoved

T = TypeVar("T")

SIGNED: Final = "X-Carreau-Peer"
FOR: Final = "X-Forwarded-For"
PROTO: Final = "X-Forwarded-Proto"
PASSED: Final = ("Cookie", "Host", "Origin", "Content-Type")  # headers of a request
ANSWERED: Final = ("Content-Type", "Content-Disposition", "Retry-After", "Set-Cookie")  # headers of a response
PAUSE: Final = 0.1  # seconds between two attempts to find the owner of a table
CONNECTING: Final = 1.0  # seconds
QUICK: Final = 1.0  # seconds for an answer that is only an extra
LEASES: Final = 3  # leases during which tables may be on their way to another server
FROM_PEER: Final = web.RequestKey("from_peer", bool)


class PeerGone(CarreauError):
    """A server that doesn't answer, or no longer owns the table."""


class Peers:
    """The other servers that are alive."""

    def __init__(self, own_id: str, keys: Sequence[bytes], lease: float) -> None:
        self.own_id = own_id
        self.keys = keys
        self.patience = LEASES * lease
        self.alive: dict[str, Peer] = {}
        self.scopes: dict[str, set[asyncio.Timeout]] = defaultdict(set)  # what waits for a server
        self.opened: aiohttp.ClientSession | None = None

    @property
    def session(self) -> aiohttp.ClientSession:
        if self.opened is None:
            self.opened = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=0),
                timeout=aiohttp.ClientTimeout(total=None, sock_connect=CONNECTING),
                cookie_jar=aiohttp.DummyCookieJar(),
                auto_decompress=False,
            )
        return self.opened

    async def close(self) -> None:
        if self.opened:
            await self.opened.close()

    # Who is alive

    def update(self, alive: dict[str, Peer]) -> None:
        """Give up waiting for servers that are no longer alive."""
        self.alive = alive
        now = asyncio.get_running_loop().time()
        for server in self.scopes.keys() - alive.keys():
            for scope in self.scopes.pop(server):
                scope.reschedule(now)

    @asynccontextmanager
    async def while_alive(self, peer: Peer) -> AsyncIterator[None]:
        """Do something as long as a server is alive; raise PeerGone when it no longer is."""
        scope = asyncio.timeout(None)
        self.scopes[peer.id].add(scope)
        try:
            async with scope:
                yield
        except TimeoutError:
            raise PeerGone(f"the server at {peer.address} is gone") from None
        except (aiohttp.ClientError, ConnectionError) as error:
            raise PeerGone(f"the server at {peer.address} doesn't answer") from error
        finally:
            self.scopes[peer.id].discard(scope)

    def home(self, name: str) -> None:
        """Raise Elsewhere if another server is the one for a name, such as that of a long computation."""
        weigh = {server: sha256(f"{server} {name}".encode()).digest() for server in (self.own_id, *self.alive)}
        best = max(weigh, key=weigh.__getitem__)
        if best != self.own_id:
            raise Elsewhere(self.alive[best])

    # Signatures

    def signature(self, key: bytes, server: str) -> str:
        return hmac.new(key, f"carreau peer 1\n{server}\n".encode(), "sha256").hexdigest()

    def is_from_peer(self, request: web.Request) -> bool:
        """Tell whether another server has passed a request on."""
        given = request.headers.get(SIGNED, "").encode(errors="surrogateescape")
        return bool(given) and any(
            hmac.compare_digest(given, self.signature(key, self.own_id).encode()) for key in self.keys
        )

    def headers(self, request: web.Request, peer: Peer) -> dict[str, str]:
        passed = {name: request.headers[name] for name in PASSED if name in request.headers}
        return {**passed, **self.signed(peer), FOR: request.remote or "", PROTO: request.scheme}

    def signed(self, peer: Peer) -> dict[str, str]:
        return {SIGNED: self.signature(self.keys[0], peer.id)}

    # Requests

    async def settle(
        self, request: web.Request, here: Callable[[], Awaitable[T]], there: Callable[[Peer], Awaitable[T]]
    ) -> T:
        """Do something here or at the owner of its table; while the table moves, try again.

        A request that another server has passed on is answered here or refused: that server tries again.
        """
        until = monotonic() + self.patience
        while True:
            try:
                return await here()
            except (Elsewhere, TableMoved, Restarting) as error:
                if request.get(FROM_PEER):
                    raise web.HTTPMisdirectedRequest from error
                if isinstance(error, Restarting) or monotonic() > until:
                    raise
                peer = error.peer if isinstance(error, Elsewhere) else None
            if peer:
                try:
                    return await there(peer)
                except PeerGone as error:
                    if monotonic() > until:
                        raise StoreError(f"{error}: try again in a few seconds", "unreachable") from error
            await asyncio.sleep(PAUSE)

    async def forward(self, request: web.Request, peer: Peer) -> web.Response:
        """Let another server answer a request."""
        url = URL.build(
            scheme="http",
            authority=peer.address,
            path=request.rel_url.raw_path,
            query_string=request.rel_url.raw_query_string,
            encoded=True,
        )
        body = await request.read() if request.body_exists else None
        headers = self.headers(request, peer)
        asked = self.session.request(request.method, url, headers=headers, data=body)
        async with self.while_alive(peer), asked as answer:
            if answer.status == HTTPStatus.MISDIRECTED_REQUEST:
                raise PeerGone(f"the server at {peer.address} doesn't have it any more")
            response = web.Response(body=await answer.read(), status=answer.status)
            for name, value in answer.headers.items():
                if name in ANSWERED:
                    response.headers.add(name, value)
            return response

    async def ask(self, path: str, question: object, kind: Any) -> list[Any]:
        """Ask all other servers something; leave out those that don't answer soon."""
        answers = await asyncio.gather(*(self.ask_one(peer, path, question, kind) for peer in self.alive.values()))
        return [answer for answer in answers if answer is not None]

    async def ask_one(self, peer: Peer, path: str, question: object, kind: Any) -> Any | None:
        url, body = f"http://{peer.address}{path}", msgspec.json.encode(question)
        try:
            async with asyncio.timeout(QUICK), self.session.post(url, data=body, headers=self.signed(peer)) as answer:
                return msgspec.json.decode(await answer.read(), type=kind) if answer.status == HTTPStatus.OK else None
        except (TimeoutError, aiohttp.ClientError, msgspec.DecodeError):
            return None
