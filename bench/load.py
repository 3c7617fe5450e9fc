"""How many moves a second a real server carries, each on disk before anybody is told, and how soon others see them.

    python -m bench.load [--tables 1000] [--every 2] [--seconds 20] [--hasty 50] [--bots 4] [--game caro]

Two clients at each table, every socket and every guest its own. First all tables at a pace, a move every so many
seconds at each; then a few hasty ones, where a move follows the other at once. At some further tables a person plays
against a bot of level 3, so that bots think all the time. The time of a move is from sending it until it has arrived
at the other player's socket: both ways, the rules, the disk and this program's own work are in it.
"""

import argparse
import asyncio
import resource
import secrets
import ssl
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final

import httpx
import msgspec
import uvloop
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect

from tests.server.running import Running

AT_ONCE: Final = 20  # guests who arrive together
BOT: Final = "3"
FILES: Final = 1 << 16
UNUSED: Final = ssl.create_default_context()  # making one for each guest would take longer than all the rest


class Action(msgspec.Struct):
    id: int


class Position(msgspec.Struct):
    decision: int
    legal: list[Action]


class Shown(msgspec.Struct):
    status: str


class Heard(msgspec.Struct):
    """As much of any message as a player who does anything legal has to read."""

    say: str
    number: int = 0
    position: Position | None = None
    table: Shown | None = None
    ok: bool = True


decode = msgspec.json.Decoder(Heard).decode


class Player:
    """A guest with a socket to a table."""

    def __init__(self, socket: ClientConnection, seat: int) -> None:
        self.socket = socket
        self.seat = seat
        self.number = 0
        self.position: Position | None = None
        self.status = "open"
        self.at = 0.0  # when the last news came
        self.news = asyncio.Event()
        self.refs = count()
        self.reader = asyncio.create_task(self.read())

    async def read(self) -> None:
        async for text in self.socket:
            heard = decode(text)
            assert heard.ok, text
            if heard.table:
                self.at, self.number, self.position = perf_counter(), heard.number, heard.position
                self.status = heard.table.status
                self.news.set()

    @property
    def legal(self) -> list[Action]:
        return self.position.legal if self.position else []

    async def beyond(self, number: int) -> None:
        """Wait until more has happened."""
        while self.number <= number:
            self.news.clear()
            await self.news.wait()

    async def say(self, say: str, **fields: Any) -> None:
        command = {"say": say, "ref": str(next(self.refs)), **fields}
        await self.socket.send(msgspec.json.encode(command).decode())

    async def act(self, rng: Random) -> None:
        assert self.position is not None
        await self.say(
            "act", seat=self.seat, decision=self.position.decision, action=rng.choice(self.position.legal).id
        )


class Load:
    """A server under load, and the seconds that each move took."""

    def __init__(self, url: str, game: str) -> None:
        self.url = url
        self.game = game
        self.arriving = asyncio.Semaphore(AT_ONCE)
        self.taken: list[float] = []

    def http(self, headers: dict[str, str]) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=self.url, timeout=60, headers=headers, verify=UNUSED)

    async def guest(self) -> dict[str, str]:
        """The cookie of somebody new."""
        async with self.http({}) as http:
            answer = await http.get("/api/me")
            return {"Cookie": answer.headers["set-cookie"].partition(";")[0]}

    @asynccontextmanager
    async def table(self, guests: list[dict[str, str]], **wanted: Any) -> AsyncIterator[list[Player]]:
        """Guests at a new table, on their seats, the game begun."""
        async with self.http(guests[0]) as http:
            sit = [{"seat": 0, "share": secrets.token_hex(16)}]
            answer = await http.post("/api/tables", json={"game": self.game, "seats": 2, "sit": sit, **wanted})
            answer.raise_for_status()
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{answer.json()['id']}/socket"
        async with AsyncExitStack() as sockets:
            players = []
            for seat, guest in enumerate(guests):
                dialled = connect(
                    address, additional_headers=guest, compression=None, ping_interval=None, max_size=None
                )
                players.append(Player(await sockets.enter_async_context(dialled), seat))
                await players[-1].beyond(0)
            for player in players[1:]:
                await player.say("sit", seat=player.seat, share=secrets.token_hex(16))
                await player.beyond(player.number)
            if players[0].status == "open":
                await players[0].say("start")
            for player in players:
                while player.status == "open":
                    await player.beyond(player.number)
            yield players

    async def pair(self, ready: asyncio.Barrier, every: float, seconds: float, rng: Random) -> None:
        """Two people play one game after the other; a pause follows each move unless they are hasty."""
        async with self.arriving:
            guests = [await self.guest(), await self.guest()]
        end = 0.0
        while not end or perf_counter() < end:
            async with self.arriving, AsyncExitStack() as stack:
                players = await stack.enter_async_context(self.table(guests))
                held = stack.pop_all()
            async with held:
                if not end:
                    await ready.wait()
                    await asyncio.sleep(rng.random() * every)
                    end = perf_counter() + seconds
                await self.game_of(players, every, end, rng)

    async def game_of(self, players: list[Player], every: float, end: float, rng: Random) -> None:
        due = perf_counter()
        while max(due, perf_counter()) < end:
            await asyncio.sleep(max(0.0, due - perf_counter()))
            due += every
            mover = next((player for player in players if player.legal), None)
            if mover is None:
                return
            other, seen, sent = players[1 - mover.seat], mover.number, perf_counter()
            await mover.act(rng)
            await other.beyond(seen)
            self.taken.append(other.at - sent)
            await mover.beyond(seen)

    async def against_a_bot(self, over: asyncio.Event, rng: Random) -> None:
        """A person who answers at once, so that the bot always thinks."""
        guest = await self.guest()
        while not over.is_set():
            async with self.table([guest], bots={"1": BOT}, start=True) as (player,):
                while player.status == "playing" and not over.is_set():
                    seen = player.number
                    if player.legal:
                        await player.act(rng)
                    await player.beyond(seen)

    async def run(self, tables: int, every: float, seconds: float, bots: int) -> list[float]:
        ready, over = asyncio.Barrier(tables), asyncio.Event()
        thinking = [asyncio.create_task(self.against_a_bot(over, Random(-n))) for n in range(bots)]
        await asyncio.gather(*(self.pair(ready, every, seconds, Random(n)) for n in range(tables)))
        over.set()
        await asyncio.gather(*thinking)
        return sorted(self.taken)


def row(shape: str, tables: int, taken: list[float], seconds: float) -> list[str]:
    middle, late, last = taken[len(taken) // 2], taken[len(taken) * 99 // 100], taken[-1]
    times = [f"{each * 1000:,.1f}" for each in (middle, late, last)]
    return [shape, str(tables), f"{len(taken):,}", f"{len(taken) / seconds:,.0f}", *times]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--every", type=float, default=2.0)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--hasty", type=int, default=50)
    parser.add_argument("--bots", type=int, default=4)
    parser.add_argument("--game", default="caro")
    given = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    out = Table("", "tables", "moves", "moves/s", "p50 ms", "p99 ms", "worst ms")
    shapes = [(f"a move every {given.every:g} s", given.tables, given.every), ("hasty", given.hasty, 0.0)]
    with tempfile.TemporaryDirectory() as folder, Running(Path(folder)) as server:
        for shape, tables, every in shapes:
            if tables:
                load = Load(server.url, given.game)
                taken = uvloop.run(load.run(tables, every, given.seconds, given.bots))
                out.add_row(*row(shape, tables, taken, given.seconds))
    Console().print(out)


if __name__ == "__main__":
    main()
