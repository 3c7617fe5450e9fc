"""A client like a browser's: an identity, a socket to a table, and everything it was shown."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any, Final

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from carreau.server import wire
from carreau.table.fairness import NO_SHARE, pledge
from carreau.table.messages import Position, PublicMove, TableShown
from tests.table.play import updated

PATIENCE: Final = 60.0  # seconds until an expected message counts as lost
COOKIE: Final = "carreau"
UNABLE: Final = (502, 503)  # answers of a proxy without a server, and of a server without a database
NO_SEAT: Final = 15  # a seat that no game has

decode = msgspec.json.Decoder(wire.AnyMessage).decode


class Lost(Exception):
    """A connection that broke or was closed while a message was expected."""


class Guest:
    """A guest with an identity, over HTTP."""

    def __init__(self, url: str) -> None:
        self.url = url
        fresh = httpx.Limits(max_keepalive_connections=0)  # the server may close an idle connection at the wrong moment
        self.http = httpx.AsyncClient(base_url=url, timeout=PATIENCE, limits=fresh)
        self.id = ""
        self.name = ""
        self.shares: dict[tuple[str, int], str] = {}  # by table and seat, to be revealed when the game starts

    @property
    def cookie(self) -> str:
        return self.http.cookies[COOKIE]

    async def arrive(self) -> "Guest":
        me = (await self.http.get("/api/me")).json()
        self.id, self.name = me["id"], me["name"]
        return self

    async def create(self, game: str, **wanted: Any) -> str:
        """Create a table; return its id."""
        answer = await self.http.post("/api/tables", json={"game": game, **wanted})
        if answer.status_code in UNABLE:
            raise Lost(answer.text)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["id"])

    async def record(self, table: str) -> str:
        answer = await self.http.get(f"/api/tables/{table}/record")
        assert answer.status_code == 200, answer.text
        return answer.text

    async def connect(self, table: str) -> "Client":
        """Open a socket to a table and wait for the snapshot."""
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        cookie = {"Cookie": f"{COOKIE}={self.cookie}"}
        socket = await connect(address, additional_headers=cookie, max_size=None, open_timeout=PATIENCE)
        client = Client(self, table, socket)
        try:
            await client.until(lambda: client.shown is not None)
        except Lost:
            await client.close()
            raise
        return client


class Client:
    """A socket, all its messages, and the table that follows from them."""

    def __init__(self, guest: Guest, table_id: str, socket: ClientConnection) -> None:
        self.guest = guest
        self.table_id = table_id
        self.socket = socket
        self.raw: list[str] = []  # every message, as received
        self.messages: list[wire.AnyMessage] = []
        self.answers: dict[str, wire.Answer] = {}
        self.shown: wire.Snapshot | None = None
        self.number = 0
        self.now: TableShown | None = None
        self.position: Position | None = None
        self.events: list[PublicMove] = []
        self.chat: list[wire.ChatLine] = []
        self.refs = count(1)
        self.news = asyncio.Condition()
        self.closed: ConnectionClosed | None = None
        self.wrong: AssertionError | None = None  # a message that must not have come
        self.attended: set[tuple[int, str]] = set()  # the attempts and seals for which pledges and shares were sent
        self.reader = asyncio.ensure_future(self.read())

    # Receiving

    async def read(self) -> None:
        try:
            while True:
                text = str(await self.socket.recv())
                async with self.news:
                    self.take(text)
                    self.news.notify_all()
                with suppress(Lost):
                    await self.attend()
        except ConnectionClosed as closed:
            self.closed = closed
        except AssertionError as wrong:
            self.wrong = wrong
        async with self.news:
            self.news.notify_all()

    def take(self, text: str) -> None:
        message = decode(text)
        self.raw.append(text)
        self.messages.append(message)
        match message:
            case wire.Snapshot():
                self.shown = message
                self.number, self.now, self.position = message.number, message.table, message.position
                self.events, self.chat = list(message.events), list(message.chat)
            case wire.Update():
                self.happened(message)
            case wire.Answer():
                self.settle(message)

    def happened(self, message: wire.Update) -> None:
        """Check that no event is missing: `number` is consecutive, and undone events precede the new ones."""
        assert message.number > self.number, "something came twice, or too late"
        self.number, self.now, self.position = message.number, updated(self.table, message.table), message.position
        if message.ref:
            self.settle(wire.Answer(ref=message.ref, ok=True))
        del self.events[len(self.events) - message.undone :]
        self.events += message.events
        self.chat += message.chat

    def settle(self, answer: wire.Answer) -> None:
        assert answer.ref not in self.answers, "a command was answered twice"
        self.answers[answer.ref] = answer

    @property
    def table(self) -> TableShown:
        assert self.now is not None
        return self.now

    @property
    def over(self) -> bool:
        return self.table.status == "over"

    @property
    def at(self) -> Position:
        assert self.position is not None
        return self.position

    @property
    def legal(self) -> list[int]:
        """Return the legal actions from this point of view, according to the server."""
        return [int(action["id"]) for action in self.at.legal] if self.position else []

    async def until(self, done: Callable[[], bool]) -> None:
        """Wait for an expected condition."""
        async with self.news:
            over = self.news.wait_for(lambda: done() or bool(self.closed or self.wrong))
            await asyncio.wait_for(over, PATIENCE)
        if self.wrong:
            raise self.wrong
        if not done():
            raise Lost(f"the socket was closed: {self.closed}")

    # Sending

    async def send(self, command: wire.Command) -> None:
        try:
            await self.socket.send(msgspec.json.encode(command).decode())
        except ConnectionClosed as closed:
            raise Lost(str(closed)) from closed

    async def ask(self, command: wire.Command) -> wire.Answer:
        """Send a command and wait for its answer."""
        await self.send(command)
        return await self.answer(command.ref)

    async def answer(self, ref: str) -> wire.Answer:
        await self.until(lambda: ref in self.answers)
        return self.answers[ref]

    async def settled(self) -> None:
        """Wait until all earlier messages have arrived: none overtakes an answer, even one to nonsense."""
        answer = await self.ask(wire.SetPov(ref=self.ref(), seat=NO_SEAT))
        assert not answer.ok

    async def do(self, command: wire.Command) -> None:
        """Send a command that must be accepted."""
        answer = await self.ask(command)
        assert answer.ok, answer

    async def refused(self, command: wire.Command) -> str:
        """Return the code of a refusal, which must change nothing."""
        await self.settled()
        before = self.number, self.events
        answer = await self.ask(command)
        assert not answer.ok
        assert answer.text
        assert (self.number, self.events) == before
        return answer.code

    def ref(self) -> str:
        return f"{self.guest.id}-{id(self)}-{next(self.refs)}"

    def sitting(self, seat: int, share: str = "", name: str = "") -> wire.Sit:
        """Return the command to take a seat, with the pledge of a share that is revealed when the game starts."""
        self.guest.shares[self.table_id, seat] = share or new_share()
        return wire.Sit(ref=self.ref(), seat=seat, attempt=self.table.attempt, pledge=self.pledge_of(seat), name=name)

    def pledge_of(self, seat: int) -> str:
        table = self.table
        return pledge(table.id, table.attempt, table.commitment, seat, self.guest.shares[table.id, seat])

    async def sit(self, seat: int, share: str = "") -> None:
        await self.do(self.sitting(seat, share))

    async def attend(self) -> None:
        """Do what the dice need of the guest's seats, once for each state of the table: pledge or reveal shares."""
        table = self.now
        if table is None or table.status != "open" or (table.attempt, table.seal) in self.attended:
            return
        self.attended.add((table.attempt, table.seal))
        for seat in [seat for where, seat in self.guest.shares if where == self.table_id and seat < len(table.seats)]:
            if table.seats[seat].guest != self.guest.id:
                continue
            if not table.seats[seat].pledge:
                self.guest.shares[self.table_id, seat] = new_share()
                pledge = self.pledge_of(seat)
                await self.send(wire.Pledge(ref=self.ref(), seat=seat, attempt=table.attempt, pledge=pledge))
            elif table.seal and table.seats[seat].share == NO_SHARE:
                share = self.guest.shares[self.table_id, seat]
                await self.send(wire.Reveal(ref=self.ref(), seat=seat, share=share))

    async def start(self) -> None:
        """Start the game, and wait until all have revealed their shares, if nobody else has to agree."""
        await self.do(wire.Start(ref=self.ref()))
        await self.until(lambda: self.table.status != "open" or not self.table.seal)

    async def pov(self, seat: int) -> None:
        await self.do(wire.SetPov(ref=self.ref(), seat=seat))

    def acting(self, action: int, seat: int | None = None, decision: int | None = None) -> wire.Act:
        """Return the command for an action, at the decision last shown unless another is given."""
        return wire.Act(
            ref=self.ref(),
            seat=self.at.pov if seat is None else seat,
            decision=self.at.decision if decision is None else decision,
            action=action,
        )

    async def act(self, action: int) -> wire.Answer:
        return await self.ask(self.acting(action))

    # Closing

    async def close(self) -> None:
        await self.socket.close()
        await self.reader

    async def drop(self) -> None:
        """Drop the connection as if the cable were cut."""
        self.socket.transport.abort()
        await self.reader


def new_share() -> str:
    return secrets.token_hex(16)


@asynccontextmanager
async def guests(url: str, number: int) -> AsyncIterator[list[Guest]]:
    """Create some guests, each with an identity."""
    people = [Guest(url) for _ in range(number)]
    try:
        yield [await guest.arrive() for guest in people]
    finally:
        for guest in people:
            await guest.http.aclose()


@asynccontextmanager
async def at_table(table: str, people: Iterable[Guest]) -> AsyncIterator[list[Client]]:
    """Connect guests to one table."""
    clients: list[Client] = []
    try:
        for guest in people:
            clients.append(await guest.connect(table))
        yield clients
    finally:
        for client in clients:
            await client.close()
