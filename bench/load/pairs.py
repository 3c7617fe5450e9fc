"""Pairs of players on any server: two at each table, who move in turn."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from time import perf_counter
from typing import Final, Protocol

import msgspec
from picows import WSListener, WSTransport
from rich.progress import track

AT_ONCE: Final = 20  # tables to create concurrently
STRETCH: Final = 2.0  # seconds that a server plays before it is another one's turn


class Player(WSListener, ABC):
    """A player with a socket to a table; subclasses parse the messages of their server."""

    transport: WSTransport

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat
        self.number = -1  # of the latest state
        self.at = 0.0  # when it arrived
        self.news = asyncio.Event()
        self.pair: Pair | None = None  # set once the game has started

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    @property
    @abstractmethod
    def may_move(self) -> bool: ...

    @abstractmethod
    def act(self, rng: Random) -> None:
        """Make any legal move."""

    def told(self, number: int, arrived: float) -> None:
        self.number, self.at = number, arrived
        self.news.set()
        if self.pair:
            self.pair.heard()

    async def beyond(self, number: int) -> None:
        """Wait for a later state."""
        while self.number <= number:
            self.news.clear()
            await self.news.wait()


class Pair:
    """Two players who move in turn, after a pause unless they are hasty."""

    def __init__(self, players: Sequence[Player], every: float, end: float, taken: list[float], rng: Random) -> None:
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
        """Wait until the next move is due."""
        pause = self.due - perf_counter()
        self.due += self.every
        if pause > 0:
            asyncio.get_running_loop().call_later(pause, self.move)
        else:
            self.move()

    def move(self) -> None:
        mover = next((player for player in self.players if player.may_move), None)
        if mover is None or perf_counter() > self.end:
            self.over.set_result(None)
            return
        self.mover, self.sent = mover, perf_counter()
        mover.act(self.rng)

    def heard(self) -> None:
        """Record the time of a move, once both players have received it."""
        numbers = {player.number for player in self.players}
        if len(numbers) == 1 and numbers != {self.seen} and self.sent:
            self.taken.append(self.players[1 - self.mover.seat].at - self.sent)
            self.seen, self.sent = numbers.pop(), 0.0
            self.wait()


class Measured(msgspec.Struct):
    """The time of each move in seconds, sorted, and the total duration."""

    taken: list[float]
    seconds: float

    def and_then(self, other: "Measured") -> "Measured":
        return Measured(sorted(self.taken + other.taken), self.seconds + other.seconds)

    @property
    def rate(self) -> float:
        return len(self.taken) / self.seconds

    def milliseconds(self, share: float) -> float:
        """Return a quantile of the times of moves, in milliseconds."""
        return 1000 * self.taken[min(len(self.taken) - 1, int(len(self.taken) * share))]


class Server(Protocol):
    """A server that can create tables."""

    async def table(self) -> Sequence[Player]:
        """Create a table; return its two players, ready to start."""


async def create_tables(server: Server, tables: int) -> list[Sequence[Player]]:
    arriving = asyncio.Semaphore(AT_ONCE)

    async def one() -> Sequence[Player]:
        async with arriving:
            return await server.table()

    coming = asyncio.as_completed([one() for _ in range(tables)])
    return [await each for each in track(coming, f"{tables} tables", total=tables, transient=True)]


async def measured(server: Server, tables: int, every: float, seconds: float) -> Measured:
    """Play for some time, and replace every table that has played all its games, so the load stays the same.

    Creating tables isn't counted.
    """
    found = Measured([], 0.0)
    while found.seconds < seconds:
        everyone = await create_tables(server, tables)
        found = found.and_then(await sitting(everyone, every, seconds - found.seconds))
        for player in (player for players in everyone for player in players):
            player.transport.disconnect()
    return found


async def by_turns(servers: Mapping[str, Server], tables: int, seconds: float) -> dict[str, Measured]:
    """Let servers take turns in short stretches, so that a slow phase of the machine affects all of them."""
    found = {name: Measured([], 0.0) for name in servers}
    while min(each.seconds for each in found.values()) < seconds:
        for name, server in servers.items():
            found[name] = found[name].and_then(await measured(server, tables, 0.0, STRETCH))
    return found


async def sitting(everyone: list[Sequence[Player]], every: float, seconds: float) -> Measured:
    """Play for some time, or until the first table has played all its games."""
    taken: list[float] = []
    began = perf_counter()
    pairs = [Pair(players, every, began + seconds, taken, Random(n)) for n, players in enumerate(everyone)]
    await asyncio.wait([pair.over for pair in pairs], return_when=asyncio.FIRST_COMPLETED)
    found = Measured(sorted(taken), perf_counter() - began)
    for pair in pairs:
        pair.end = 0.0
    await asyncio.gather(*(pair.over for pair in pairs))
    return found
