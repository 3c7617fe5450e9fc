"""Kill the server at random moments under load, and compare the database with what clients were told.

    python -m tests.server.crash --kills 100 [--seed 1] [--postgresql]

Several tables, each with several real clients who do anything legal as fast as they can, some of them against bots.
Each keeps every message that it got, cuts its own line now and then, and comes back. A command whose answer was lost
is sent again, as it was.
"""

import argparse
import asyncio
import tempfile
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AsyncExitStack, ExitStack, suppress
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from time import time
from typing import Any, Final, NamedTuple

import httpx
import msgspec
from rich.console import Console
from rich.progress import track
from websockets.exceptions import InvalidHandshake

from carreau.cli.verify import outcomes
from carreau.server import wire
from carreau.server.loading import load
from carreau.server.settings import PostgresUrl
from carreau.server.store import Store
from carreau.server.stores import store_at
from carreau.table.apply import apply
from carreau.table.events import Acted, AnyEvent, Chatted, Created, decode
from carreau.table.messages import TableShown
from carreau.table.projection import project_moves, project_position, project_table
from carreau.table.snapshots import replayed, saved
from carreau.table.table import Table
from carreau.verify import proof_in, verify
from tests.server.client import PATIENCE, Client, Guest, Lost, guests
from tests.server.running import Running
from tests.table.play import updated
from tools.postgres import postgres

PARTIES: Final[list[tuple[str, int, dict[str, str]]]] = [  # game, people, levels of bots by seat
    ("caro", 2, {}),
    ("raufer", 3, {}),
    ("misd", 2, {}),
    ("schlauraff", 1, {"1": "random"}),
    ("plan", 2, {"2": "1"}),
]
LONGEST_LIFE: Final = 1.0  # seconds from readiness to the kill
TALK, TAKE_BACK, CUT = 0.05, 0.03, 0.01  # share of actions other than moves
GOING_ON: Final = 3  # moves that every table must still allow at the end
DOWN: Final = (ConnectionError, InvalidHandshake, Lost, httpx.TransportError)  # errors of a connection to a dead server
MOMENT: Final = 0.1  # seconds between checks, or attempts to reconnect

Enough = Callable[["Player"], bool]
Fault = Callable[[], Awaitable[None]]  # begins, and returns once it is over


class Evening:
    """The players of a run, and whether they are still playing."""

    def __init__(self, url: str, database: Path | PostgresUrl, seed: int, pause: float = 0.0) -> None:
        self.url = url
        self.database = database
        self.pause = pause  # seconds between two actions of a player, at most
        self.rng = Random(seed)
        self.over = False
        self.players: list[Player] = []

    def by_table(self) -> dict[str, list["Player"]]:
        found: dict[str, list[Player]] = defaultdict(list)
        for player in self.players:
            found[player.table].append(player)
        return found


class Player:
    """A guest at a table, with everything they sent and received."""

    def __init__(self, evening: Evening, guest: Guest, table: str, seat: int) -> None:
        self.rng = Random(evening.rng.random())
        self.pause = evening.pause
        self.guest = guest
        self.table = table
        self.seat = seat
        self.sent: dict[str, wire.Act | wire.Chat] = {}
        self.answers: dict[str, wire.Answer] = {}
        self.unsure: wire.Act | None = None  # the last command without an answer
        self.lines: list[list[wire.AnyMessage]] = []  # messages by connection
        self.finished = False
        self.refs = count(1)
        evening.players.append(self)

    @property
    def accepted(self) -> int:
        return sum(ref in self.answers and self.answers[ref].ok for ref in self.sent)

    async def play(self, enough: Enough) -> None:
        """Connect and play until the end of the run."""
        while not enough(self):
            with suppress(*DOWN):
                await self.visit(enough)
            await asyncio.sleep(MOMENT * self.rng.random())

    async def visit(self, enough: Enough) -> None:
        """Play until the connection breaks."""
        client = await self.guest.connect(self.table)
        self.lines.append(client.messages)
        try:
            await self.find_out(client)
            while not self.finished and not enough(self):
                await self.go_on(client)
                self.finished = client.over and not self.unsure
        finally:
            await client.close()

    async def go_on(self, client: Client) -> None:
        """Do one thing, or check whether there is something to do."""
        if client.table.status == "open":
            await self.begin(client)
            return
        await listen(client, lambda: bool(client.legal) or client.over)
        await asyncio.sleep(self.pause * self.rng.random())
        chance = self.rng.random()
        if chance < TALK:
            await self.talk(client)
        elif chance < TALK + TAKE_BACK:
            await client.ask(wire.RequestUndo(ref=self.ref(), seat=self.seat))
        elif client.legal:
            await self.act(client)

    async def begin(self, client: Client) -> None:
        """Take a seat; the host starts the game once all seats are taken."""
        chairs = client.table.seats
        if chairs[self.seat].guest != self.guest.id:
            await client.ask(client.sitting(self.seat))
        elif self.seat == 0 and all(chair.guest or chair.level for chair in chairs):
            await client.ask(wire.Start(ref=self.ref()))
        else:
            seen = client.number
            await listen(client, lambda: client.number > seen)

    async def talk(self, client: Client) -> None:
        """Send a chat message, once: a repeated one could have been meant twice."""
        words = wire.Chat(ref=self.ref(), text=f"words {next(self.refs)} of {self.guest.id}")
        self.sent[words.ref] = words
        self.answers[words.ref] = await client.ask(words)

    async def act(self, client: Client) -> None:
        command = msgspec.structs.replace(client.acting(self.rng.choice(client.legal)), ref=self.ref())
        self.sent[command.ref] = self.unsure = command
        if self.rng.random() < CUT:
            await client.send(command)
            await client.drop()
        await self.find_out(client)

    async def find_out(self, client: Client) -> None:
        """Send the last action again until its outcome is known."""
        if self.unsure is not None:
            self.answers[self.unsure.ref] = await client.ask(self.unsure)
            self.unsure = None

    def ref(self) -> str:
        return f"{self.guest.id}-{self.table}-{next(self.refs)}"


async def listen(client: Client, done: Callable[[], bool]) -> None:
    """Wait for a message, but only briefly."""
    with suppress(TimeoutError):
        async with asyncio.timeout(MOMENT):
            await client.until(done)


async def party(evening: Evening, people: list[Guest], game: str, bots: dict[str, str]) -> None:
    """Let some people play one game after the other."""
    while not evening.over:
        with suppress(*DOWN):
            table = await people[0].create(game, seats=len(people) + len(bots), bots=bots)
            players = [Player(evening, guest, table, seat) for seat, guest in enumerate(people)]
            await asyncio.gather(*(one.play(lambda one: one.finished or evening.over) for one in players))
        await asyncio.sleep(MOMENT)


async def go_on_everywhere(evening: Evening) -> None:
    """Check that every unfinished table still allows moves."""

    def enough(players: list[Player]) -> Enough:
        goal = sum(one.accepted for one in players) + GOING_ON
        return lambda one: one.finished or sum(one.accepted for one in players) >= goal

    tables = evening.by_table().values()
    await asyncio.gather(*(one.play(enough(players)) for players in tables for one in players))


async def play_and_kill(server: Running, kills: Iterable[int], seed: int) -> Evening:
    """Run a server and kill it several times; stop it properly at the end."""
    evening = Evening(server.url, server.postgresql or server.database, seed)
    await play_through(evening, (partial(kill, server) for _ in kills))
    await asyncio.to_thread(server.stop)
    return evening


async def kill(server: Running) -> None:
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)


async def play_through(evening: Evening, faults: Iterable[Fault]) -> None:
    """Let people play through faults, and go on at every table after the last one."""
    async with AsyncExitStack() as people:
        parties = [
            asyncio.create_task(
                party(evening, await people.enter_async_context(guests(evening.url, number)), game, bots)
            )
            for game, number, bots in PARTIES
        ]
        await one_after_the_other(evening, faults, parties)
        await asyncio.gather(*parties)
        await asyncio.wait_for(go_on_everywhere(evening), PATIENCE)


async def one_after_the_other(evening: Evening, faults: Iterable[Fault], parties: list[asyncio.Task[None]]) -> None:
    for fault in faults:
        await asyncio.wait(parties, timeout=evening.rng.uniform(0.0, LONGEST_LIFE), return_when="FIRST_EXCEPTION")
        if any(task.done() for task in parties):
            break
        await fault()
    evening.over = True


# The database


class Found(msgspec.Struct):
    """Counts of everything that was compared."""

    tables: int = 0
    entries: int = 0
    accepted: int = 0
    refused: int = 0
    unanswered: int = 0
    messages: int = 0

    def __str__(self) -> str:
        return (
            f"{self.tables} tables, {self.entries:,} entries; {self.accepted:,} commands were accepted,"
            f" {self.refused:,} refused, {self.unanswered} never answered; {self.messages:,} messages told the truth"
        )


async def compare(evening: Evening) -> Found:
    """Check that everything anybody was told is in the database, exactly once."""
    store, found = store_at(evening.database, time), Found()
    await store.open()
    try:
        for table, players in evening.by_table().items():
            entries = [decode(entry) for entry in await store.history(table)]
            found.tables, found.entries = found.tables + 1, found.entries + len(entries)
            for player in players:
                compare_commands(player, entries, found)
            compare_told(entries, players, found)
            await compare_snapshot(store, table)
    finally:
        await store.close()
    return found


def compare_commands(player: Player, entries: list[AnyEvent], found: Found) -> None:
    """Check that accepted commands are stored exactly once, refused ones never, and unanswered ones at most once."""
    acts: Counter[tuple[int, Any, str]] = Counter(
        (entry.actor, entry.action, entry.command) for entry in entries if isinstance(entry, Acted)
    )
    words = Counter(entry.text for entry in entries if isinstance(entry, Chatted))
    refs = Counter(entry.command for entry in entries if isinstance(entry, Acted) and entry.command)
    for ref, command in player.sent.items():
        there = words[command.text] if isinstance(command, wire.Chat) else acts[command.seat, command.action, ref]
        answer = player.answers.get(ref)
        assert there <= 1, f"{command} is there {there} times"
        assert isinstance(command, wire.Chat) or refs[ref] == there, f"{command} is there as something else"
        if answer is None:
            found.unanswered += 1
        else:
            assert there == answer.ok, f"{command} was answered {answer} and is there {there} times"
            found.accepted, found.refused = found.accepted + answer.ok, found.refused + (not answer.ok)


def compare_told(entries: list[AnyEvent], players: list[Player], found: Found) -> None:
    """Replay a table and compare the messages about each event count with its state at that count."""
    messages: dict[int, list[Told]] = defaultdict(list)
    for line in (line for player in players for line in player.lines):
        told: Told | None = None
        for message in line:
            if isinstance(message, wire.Snapshot | wire.Update):
                told = follow(told, message)
                messages[message.number].append(told)
    table = Table.new(first(entries))
    for entry in entries:
        apply(table, entry)
        agree(table, messages.pop(table.event_count, []), found)
    assert not messages, f"somebody was told of entries {sorted(messages)} of {len(entries)}"
    if table.match is not None:
        table.match.state.audit()
        prove(table)


class Told(NamedTuple):
    """A message with the table and the event count it is about."""

    message: wire.Snapshot | wire.Update
    table: TableShown
    events: int


def follow(before: Told | None, message: wire.Snapshot | wire.Update) -> Told:
    if isinstance(message, wire.Snapshot):
        return Told(message, message.table, len(message.events))
    assert before is not None, "an update came before the first snapshot"
    events = before.events - message.undone + len(message.events)
    return Told(message, updated(before.table, message.table), events)


def agree(table: Table, messages: list[Told], found: Found) -> None:
    for message, shown, events in messages:
        pov = message.position.pov if message.position else -1
        true = project_moves(table, pov)
        assert shown == project_table(table, table.changed)
        assert plain(message.position) == plain(project_position(table, pov))
        assert events == len(true), f"{events} events were told of, and there are {len(true)}"
        assert not message.events or plain(message.events) == plain(true[-len(message.events) :])
        found.messages += 1


def plain(value: object) -> object:
    """Return a value as it looks after a round trip through JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def first(entries: list[AnyEvent]) -> Created:
    assert isinstance(entries[0], Created)
    return entries[0]


def prove(table: Table) -> None:
    """Check that the dice match their commitment, even if the game isn't over yet."""
    record = table.record()
    report = verify(
        proof_in(table.dice.published(over=True), table.game.seats), outcomes(record, [0] * len(record.moves))
    )
    assert report.commitment_fits
    assert not report.wrong


async def compare_snapshot(store: Store, table: str) -> None:
    """Check that a table loaded from its snapshot and later events equals one replayed from all events."""
    loaded = (await load(store, table)).table
    entries = (await store.history(table))[: loaded.event_count]  # bots may have moved meanwhile
    assert saved(loaded) == saved(replayed(map(decode, entries)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgresql", action="store_true", help="keep the tables in a PostgreSQL database")
    given = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = stack.enter_context(postgres()).schema() if given.postgresql else None
        server = stack.enter_context(Running(folder, postgresql=url, bots=1))
        kills = track(range(given.kills), "killing the server", console=Console(stderr=True), transient=True)
        evening = asyncio.run(play_and_kill(server, kills, given.seed))
        Console().print(f"{given.kills} kills; {asyncio.run(compare(evening))}", highlight=False)


if __name__ == "__main__":
    main()
