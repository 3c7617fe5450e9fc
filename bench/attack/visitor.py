"""Visitors of a local server, each from an address of their choice: all of 127.0.0.0/8 is loopback."""

import os
import secrets
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

import aiohttp
import msgspec

from tests.server.running import Running

EVE: Final = "127.6.6.6"  # the attacker; neither address is a trusted proxy
ADA: Final = "127.1.1.1"  # an innocent guest


class Build(Running):
    """A server with its default settings, of this build or another."""

    def __init__(self, folder: Path, sources: str = "", **settings: int) -> None:
        super().__init__(folder)
        self.settings = dict(settings)
        self.sources = sources

    def environment(self) -> dict[str, str]:
        given = super().environment()
        return {**given, "PYTHONPATH": os.pathsep.join(filter(None, [self.sources, given["PYTHONPATH"]]))}


@contextmanager
def built(sources: str = "", **settings: int) -> Iterator[Build]:
    with tempfile.TemporaryDirectory() as folder:
        server = Build(Path(folder), sources, **settings)
        with server:
            yield server


class Action(msgspec.Struct):
    id: int


class Position(msgspec.Struct):
    decision: int
    legal: list[Action]


class Status(msgspec.Struct):
    status: str = ""  # if it is new


class Heard(msgspec.Struct):
    """The fields of a message that a player who makes any legal move has to read."""

    type: str = ""
    position: Position | None = None
    table: Status | None = None


decode = msgspec.json.Decoder(Heard).decode


class Visitor:
    """A guest, at one table at a time."""

    def __init__(self, url: str, http: aiohttp.ClientSession) -> None:
        self.url = url
        self.http = http
        self.refs = count()
        self.position: Position | None = None
        self.status = "open"

    async def arrive(self) -> None:
        async with self.http.get(f"{self.url}/api/me") as answer:
            answer.raise_for_status()

    async def create(self, game: str, **wanted: Any) -> str:
        async with self.http.post(f"{self.url}/api/tables", json={"game": game, **wanted}) as answer:
            answer.raise_for_status()
            return str((await answer.json())["id"])

    async def against_a_bot(self, game: str, level: str, **options: Any) -> str:
        """Start a game of two against a bot."""
        sit = [{"seat": 0, "share": secrets.token_hex(16)}]
        return await self.create(game, seats=2, options=options, sit=sit, bots={"1": level}, start=True)

    @asynccontextmanager
    async def at(self, table: str) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
        self.position, self.status = None, "open"
        async with self.http.ws_connect(f"{self.url}/api/tables/{table}/socket", max_msg_size=0) as socket:
            yield socket

    async def hear(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Wait for the next change of the table."""
        while True:
            heard = decode(await socket.receive_str())
            if heard.table:
                self.position, self.status = heard.position, heard.table.status or self.status
                return

    @property
    def may_move(self) -> bool:
        return self.status == "playing" and self.position is not None and bool(self.position.legal)

    async def turn(self, socket: aiohttp.ClientWebSocketResponse) -> bool:
        """Wait for this visitor's turn; return False if the game ends instead."""
        while not self.may_move:
            if self.status == "over":
                return False
            await self.hear(socket)
        return True

    async def move(self, socket: aiohttp.ClientWebSocketResponse, rng: Random) -> None:
        """Make any legal move."""
        assert self.position is not None
        chosen = rng.choice(self.position.legal).id
        act = {"type": "act", "ref": str(next(self.refs)), "seat": 0}
        await socket.send_json({**act, "decision": self.position.decision, "action": chosen})
        self.position = None


@asynccontextmanager
async def visitor(url: str, address: str) -> AsyncIterator[Visitor]:
    """Return a visitor from an address, with an identity."""
    connector = aiohttp.TCPConnector(local_addr=(address, 0), limit=0)
    jar = aiohttp.CookieJar(unsafe=True)  # accept cookies from IP addresses too
    async with aiohttp.ClientSession(connector=connector, cookie_jar=jar) as http:
        guest = Visitor(url, http)
        await guest.arrive()
        yield guest
