"""How many moves a second a real server carries, each on disk before anybody is told, and how soon others see them.

    python -m bench.load [--tables 1000] [--every 2] [--seconds 20] [--hasty 100] [--bots 4] [--game caro]

Two clients at each table, every socket and every guest its own. First all tables at a pace, a move every so many
seconds at each; then some hasty ones, where a move follows the other at once. At some further tables a person plays
against a bot of level 3, so that bots think all the time. The time of a move is from sending it until it has arrived
at the other player's socket: both ways, the rules, the disk and this program's own work are in it. Tables play
matches of twenty games where the game has them, so that nobody has to look for a new table meanwhile.
"""

import argparse
import asyncio
import gc
import resource
import secrets
import ssl
import tempfile
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final

import httpx
import msgspec
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect
from rich.console import Console
from rich.progress import track
from rich.table import Table

from tests.server.running import Running

AT_ONCE: Final = 20  # tables that are put up together
BOT: Final = "3"
FILES: Final = 1 << 16
UNUSED: Final = ssl.create_default_context()  # making one for each guest would take longer than all the rest
LONG: Final = {"caro": {"rounds": 20}}


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


class Player(WSListener):
    """A guest with a socket to a table."""

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat
        self.number = 0
        self.position: Position | None = None
        self.status = "open"
        self.at = 0.0  # when the last news came
        self.news = asyncio.Event()
        self.pair: Pair | None = None  # at which one plays, once it is begun
        self.refs = count()
        self.transport: WSTransport

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        arrived = perf_counter()
        heard = decode(frame.get_payload_as_bytes())
        assert heard.ok, frame.get_payload_as_utf8_text()
        if heard.table:
            self.at, self.number, self.position = arrived, heard.number, heard.position
            self.status = heard.table.status
            self.news.set()
            if self.pair:
                self.pair.heard()

    @property
    def legal(self) -> list[Action]:
        return self.position.legal if self.position else []

    async def beyond(self, number: int) -> None:
        """Wait until more has happened."""
        while self.number <= number:
            self.news.clear()
            await self.news.wait()

    def say(self, say: str, **fields: Any) -> None:
        command = {"say": say, "ref": str(next(self.refs)), **fields}
        self.transport.send(WSMsgType.TEXT, msgspec.json.encode(command))

    def act(self, rng: Random) -> None:
        assert self.position is not None
        chosen = rng.choice(self.position.legal).id
        self.say("act", seat=self.seat, decision=self.position.decision, action=chosen)


class Pair:
    """Two players, one move after the other; a pause follows each unless they are hasty."""

    def __init__(self, players: list[Player], every: float, end: float, taken: list[float], rng: Random) -> None:
        self.players = players
        self.every = every
        self.end = end
        self.taken = taken
        self.rng = rng
        self.seen = max(player.number for player in players)
        self.mover = players[0]
        self.sent = 0.0
        self.due = perf_counter() + rng.random() * every
        self.over = asyncio.get_running_loop().create_future()
        for player in players:
            player.pair = self
        self.wait()

    def wait(self) -> None:
        """Until the next move is due."""
        pause = self.due - perf_counter()
        self.due += self.every
        if pause > 0:
            asyncio.get_running_loop().call_later(pause, self.move)
        else:
            self.move()

    def move(self) -> None:
        mover = next((player for player in self.players if player.legal), None)
        if mover is None or perf_counter() > self.end:
            self.over.set_result(None)
            return
        self.mover, self.sent = mover, perf_counter()
        mover.act(self.rng)

    def heard(self) -> None:
        """Both have heard of the move: it has taken until the other one did."""
        numbers = {player.number for player in self.players}
        if len(numbers) == 1 and numbers != {self.seen} and self.sent:
            self.taken.append(self.players[1 - self.mover.seat].at - self.sent)
            self.seen, self.sent = numbers.pop(), 0.0
            self.wait()


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

    async def table(self, people: int, **wanted: Any) -> list[Player]:
        """New guests at a new table, on their seats, the game begun."""
        guests = [await self.guest() for _ in range(people)]
        async with self.http(guests[0]) as http:
            sit = [{"seat": 0, "share": secrets.token_hex(16)}]
            asked = {"game": self.game, "seats": 2, "options": LONG.get(self.game, {}), "sit": sit, **wanted}
            answer = await http.post("/api/tables", json=asked)
            answer.raise_for_status()
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{answer.json()['id']}/socket"
        players = [Player(seat) for seat in range(people)]
        for player, guest in zip(players, guests, strict=True):
            await ws_connect(lambda player=player: player, address, extra_headers=guest)
            await player.beyond(0)
        await self.begin(players)
        return players

    async def begin(self, players: list[Player]) -> None:
        for player in players[1:]:
            player.say("sit", seat=player.seat, share=secrets.token_hex(16))
            await player.beyond(player.number)
        if players[0].status == "open":
            players[0].say("start")
        for player in players:
            while player.status == "open":
                await player.beyond(player.number)
        await asyncio.sleep(0.05)
        while len({player.number for player in players}) > 1:
            await asyncio.sleep(0.05)

    async def against_a_bot(self, over: asyncio.Event, rng: Random) -> None:
        """A person who answers at once, so that the bot always thinks."""
        while not over.is_set():
            (player,) = await self.table(1, bots={"1": BOT}, start=True)
            while player.status == "playing" and not over.is_set():
                seen = player.number
                if player.legal:
                    player.act(rng)
                await player.beyond(seen)
            player.transport.disconnect()

    async def put_up(self) -> list[Player]:
        async with self.arriving:
            return await self.table(2)

    async def run(self, tables: int, every: float, seconds: float, bots: int) -> list[float]:
        coming = asyncio.as_completed([self.put_up() for _ in range(tables)])
        pairs = [await each for each in track(coming, f"{tables} tables", total=tables, transient=True)]
        over = asyncio.Event()
        thinking = [asyncio.create_task(self.against_a_bot(over, Random(-n))) for n in range(bots)]
        end = perf_counter() + seconds
        playing = [Pair(players, every, end, self.taken, Random(n)) for n, players in enumerate(pairs)]
        await asyncio.gather(*(pair.over for pair in playing))
        over.set()
        await asyncio.gather(*thinking)
        for players in pairs:
            for player in players:
                player.transport.disconnect()
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
    parser.add_argument("--hasty", type=int, default=100)
    parser.add_argument("--bots", type=int, default=4)
    parser.add_argument("--game", default="caro")
    given = parser.parse_args()
    gc.disable()  # pauses of this program are not the server's
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
