"""Guests at the tables of a real server, as `carreau serve` starts it."""

import asyncio
import secrets
import ssl
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final

import httpx
import msgspec
from picows import WSFrame, WSMsgType, WSTransport, ws_connect

from bench.load.pairs import Player

BOT: Final = "3"
UNUSED: Final = ssl.create_default_context()  # creating one per guest would dominate the measurement
LONG: Final = {"caro": {"rounds": 20}}
LONG_RECORDS: Final = sorted((Path(__file__).parents[2] / "tests" / "records").glob("carre-*.carreau"))
SOME: Final = 200
BREATH: Final = 0.02  # seconds to sleep


class Action(msgspec.Struct):
    id: int


class Position(msgspec.Struct):
    decision: int
    legal: list[Action]


class Status(msgspec.Struct):
    status: str = ""  # as it was
    id: str = ""
    commitment: str = ""
    seal: str = ""


class Heard(msgspec.Struct):
    """The fields of a message that a player who makes any legal move has to read."""

    type: str = ""  # "" in older builds, whose messages have `say` instead
    number: int = 0
    position: Position | None = None
    table: Status | None = None
    ok: bool = True


decode = msgspec.json.Decoder(Heard).decode


class Guest(Player):
    """A guest with a socket to a table."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.position: Position | None = None
        self.status = "open"
        self.share = secrets.token_hex(16)  # of the dice
        self.match = ""
        self.commitment = ""
        self.refs = count()
        self.tag = "type"  # the field with the type of a command

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        arrived = perf_counter()
        heard = decode(frame.get_payload_as_bytes())
        assert heard.ok, frame.get_payload_as_utf8_text()
        if heard.table:
            self.tag = "type" if heard.type else "say"
            self.position, self.status = heard.position, heard.table.status or self.status
            self.match, self.commitment = heard.table.id or self.match, heard.table.commitment or self.commitment
            if heard.table.seal and self.status == "open" and self.seat:
                self.command("reveal", seat=self.seat, share=self.share)
            self.told(heard.number, arrived)

    @property
    def may_move(self) -> bool:
        return self.position is not None and bool(self.position.legal)

    def act(self, rng: Random) -> None:
        assert self.position is not None
        chosen = rng.choice(self.position.legal).id
        self.command("act", seat=self.seat, decision=self.position.decision, action=chosen)

    def sit(self) -> None:
        """Take the seat, and pledge a share of the dice; earlier builds want the share itself."""
        if self.tag == "say":
            self.command("sit", seat=self.seat, share=self.share)
            return
        lines = ["carreau dice 2 pledge", self.match, "1", self.commitment, str(self.seat), self.share, ""]
        self.command("sit", seat=self.seat, attempt=1, pledge=sha256("\n".join(lines).encode()).hexdigest())

    def command(self, name: str, **fields: Any) -> None:
        command = {self.tag: name, "ref": str(next(self.refs)), **fields}
        self.transport.send(WSMsgType.TEXT, msgspec.json.encode(command))


class Ours:
    """Our servers, each connection to any of them, as behind a proxy; and the game to play there."""

    def __init__(self, urls: Sequence[str], game: str) -> None:
        self.urls = urls
        self.game = game
        self.rng = Random(1)

    @property
    def url(self) -> str:
        return self.rng.choice(self.urls)

    def http(self, headers: dict[str, str]) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=self.url, timeout=60, headers=headers, verify=UNUSED)

    async def guest(self) -> dict[str, str]:
        """Create a guest; return their cookie."""
        async with self.http({}) as http:
            answer = await http.get("/api/me")
            return {"Cookie": answer.headers["set-cookie"].partition(";")[0]}

    async def table(self, people: int = 2, **wanted: Any) -> list[Guest]:
        """Start a game at a new table with new guests."""
        cookies = [await self.guest() for _ in range(people)]
        async with self.http(cookies[0]) as http:
            sit = [{"seat": 0, "share": secrets.token_hex(16)}]
            asked = {"game": self.game, "seats": 2, "options": LONG.get(self.game, {}), "sit": sit, **wanted}
            answer = await http.post("/api/tables", json=asked)
            answer.raise_for_status()
        guests = [Guest(seat) for seat in range(people)]
        for guest, cookie in zip(guests, cookies, strict=True):
            address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{answer.json()['id']}/socket"
            await ws_connect(lambda guest=guest: guest, address, extra_headers=cookie)
            await guest.beyond(0)
        await begin(guests)
        return guests

    @asynccontextmanager
    async def beside(self, people: int, doing: "Doing") -> AsyncIterator[None]:
        """Let some more people do something all the time."""
        over = asyncio.Event()
        busy = [asyncio.create_task(doing(self, over, number)) for number in range(people)]
        yield
        over.set()
        await asyncio.gather(*busy)

    async def against_a_bot(self, over: asyncio.Event, number: int) -> None:
        """Play against a bot without a pause, so that it always thinks."""
        rng = Random(-number)
        while not over.is_set():
            (guest,) = await self.table(1, bots={"1": BOT}, start=True)
            while guest.status == "playing" and not over.is_set():
                seen = guest.number
                if guest.may_move:
                    guest.act(rng)
                await guest.beyond(seen)
            guest.transport.disconnect()

    async def asking_for_luck(self, over: asyncio.Event, _: int) -> None:
        """Watch two bots play a game with much hidden information, and ask for its luck after every move."""
        bots = {"0": "random", "1": "random"}
        async with self.http(await self.guest()) as http:
            while not over.is_set():
                answer = await http.post("/api/tables", json={"game": "qarre", "seats": 2, "bots": bots, "start": True})
                answer.raise_for_status()
                for _ in range(SOME):
                    luck = await http.get(f"/api/tables/{answer.json()['id']}/luck")
                    luck.raise_for_status()
                    await asyncio.sleep(BREATH)

    async def uploading(self, over: asyncio.Event, number: int) -> None:
        """Upload long records, one after the other."""
        record = LONG_RECORDS[number % len(LONG_RECORDS)].read_text(encoding="utf-8")
        async with self.http(await self.guest()) as http:
            while not over.is_set():
                answer = await http.post("/api/records", json={"record": record, "count": 200})
                answer.raise_for_status()
                await asyncio.sleep(BREATH)


Doing = Callable[[Ours, asyncio.Event, int], Coroutine[Any, Any, None]]


async def begin(guests: list[Guest]) -> None:
    for guest in guests[1:]:
        guest.sit()
        await guest.beyond(guest.number)
    if guests[0].status == "open":
        guests[0].command("start")
    for guest in guests:
        while guest.status == "open":
            await guest.beyond(guest.number)
    await asyncio.sleep(0.05)
    while len({guest.number for guest in guests}) > 1:
        await asyncio.sleep(0.05)
