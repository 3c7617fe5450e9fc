"""Guests at the tables of a real server, as `carreau serve` starts it."""

import asyncio
import secrets
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from random import Random
from time import perf_counter
from typing import Any, Final

import httpx
import msgspec
from picows import WSFrame, WSMsgType, WSTransport, ws_connect

from bench.load.pairs import Player

BOT: Final = "3"
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


class Guest(Player):
    """A guest with a socket to a table."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.position: Position | None = None
        self.status = "open"
        self.refs = count()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        arrived = perf_counter()
        heard = decode(frame.get_payload_as_bytes())
        assert heard.ok, frame.get_payload_as_utf8_text()
        if heard.table:
            self.position, self.status = heard.position, heard.table.status
            self.told(heard.number, arrived)

    @property
    def may_move(self) -> bool:
        return self.position is not None and bool(self.position.legal)

    def act(self, rng: Random) -> None:
        assert self.position is not None
        chosen = rng.choice(self.position.legal).id
        self.say("act", seat=self.seat, decision=self.position.decision, action=chosen)

    def say(self, say: str, **fields: Any) -> None:
        command = {"say": say, "ref": str(next(self.refs)), **fields}
        self.transport.send(WSMsgType.TEXT, msgspec.json.encode(command))


class Ours:
    """Our server at an address, and a game that is played there."""

    def __init__(self, url: str, game: str) -> None:
        self.url = url
        self.game = game

    def http(self, headers: dict[str, str]) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=self.url, timeout=60, headers=headers, verify=UNUSED)

    async def guest(self) -> dict[str, str]:
        """The cookie of somebody new."""
        async with self.http({}) as http:
            answer = await http.get("/api/me")
            return {"Cookie": answer.headers["set-cookie"].partition(";")[0]}

    async def table(self, people: int = 2, **wanted: Any) -> list[Guest]:
        """New guests at a new table, on their seats, the game begun."""
        cookies = [await self.guest() for _ in range(people)]
        async with self.http(cookies[0]) as http:
            sit = [{"seat": 0, "share": secrets.token_hex(16)}]
            asked = {"game": self.game, "seats": 2, "options": LONG.get(self.game, {}), "sit": sit, **wanted}
            answer = await http.post("/api/tables", json=asked)
            answer.raise_for_status()
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{answer.json()['id']}/socket"
        guests = [Guest(seat) for seat in range(people)]
        for guest, cookie in zip(guests, cookies, strict=True):
            await ws_connect(lambda guest=guest: guest, address, extra_headers=cookie)
            await guest.beyond(0)
        await begin(guests)
        return guests

    @asynccontextmanager
    async def bots(self, tables: int) -> AsyncIterator[None]:
        """At so many further tables somebody plays against a bot."""
        over = asyncio.Event()
        playing = [asyncio.create_task(self.against_a_bot(over, Random(-n))) for n in range(tables)]
        yield
        over.set()
        await asyncio.gather(*playing)

    async def against_a_bot(self, over: asyncio.Event, rng: Random) -> None:
        """A person who answers at once, so that the bot always thinks."""
        while not over.is_set():
            (guest,) = await self.table(1, bots={"1": BOT}, start=True)
            while guest.status == "playing" and not over.is_set():
                seen = guest.number
                if guest.may_move:
                    guest.act(rng)
                await guest.beyond(seen)
            guest.transport.disconnect()


async def begin(guests: list[Guest]) -> None:
    for guest in guests[1:]:
        guest.say("sit", seat=guest.seat, share=secrets.token_hex(16))
        await guest.beyond(guest.number)
    if guests[0].status == "open":
        guests[0].say("start")
    for guest in guests:
        while guest.status == "open":
            await guest.beyond(guest.number)
    await asyncio.sleep(0.05)
    while len({guest.number for guest in guests}) > 1:
        await asyncio.sleep(0.05)
