"""The leak law on the wire: messages to a socket follow from its View alone, byte for byte.

Random matches of all games with hidden information are played through the real server, and all messages are kept. Then
the true table is rebuilt from the database, event by event. At every message its position is replaced by another that
looks the same to the receiver, and unseen moves by others that might have been made. The resulting message must be the
one that was sent.
"""

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Final

import pytest

from carreau.core.game import SPECTATOR, State
from carreau.core.perfect_info import PerfectInfoView
from carreau.core.rng import Rng
from carreau.games.catalogue import GAMES, AnyGame, game, variants
from carreau.server import wire
from carreau.table.apply import apply
from carreau.table.events import AnyEvent, Created, Started, decode
from carreau.table.messages import PublicMove
from carreau.table.projection import project_change, project_move, project_position, project_table
from carreau.table.table import Table
from carreau.table.types import Move
from tests.server.client import Client, Guest, at_table, guests
from tests.server.client import decode as understood
from tests.server.playing import TOO_LATE
from tests.server.running import Running
from tests.variants import SHORTER

LOOK_AGAIN: Final = 3  # actions after which a player asks for a snapshot

Played = tuple[list[Client], list[AnyEvent]]
Matches = list[Played]


def hides_something(name: str) -> bool:
    return not isinstance(game(name).start().view(SPECTATOR), PerfectInfoView)


HIDDEN: Final = [name for name in GAMES if hides_something(name)]


def kinds(name: str) -> list[AnyGame]:
    """List the default game, a shorter one, and one with the most unusual options."""
    usual = game(name)
    return [usual, game(name, options=SHORTER.get(name, {})), [v for v in variants(name) if v.seats == usual.seats][-1]]


@pytest.fixture(scope="module", params=HIDDEN)
def matches(request: pytest.FixtureRequest, shared_server: Running) -> Matches:
    """Play matches of one game; return all clients with their messages, and the events."""
    played = asyncio.run(all_kinds(shared_server.url, request.param))
    return [(clients, history(shared_server.database, clients[0].table_id)) for clients in played]


async def all_kinds(url: str, name: str) -> list[list[Client]]:
    return await asyncio.gather(*(match(url, kind) for kind in kinds(name)))


async def match(url: str, kind: AnyGame) -> list[Client]:
    """Play a match with a person in every seat and one spectator."""
    async with guests(url, kind.seats + 1) as people:
        table = await people[0].create(kind.NAME, options=kind.options)
        async with at_table(table, people) as clients:
            *players, watching = clients
            for seat, client in enumerate(players):
                await client.sit(seat)
            await closed_books(people[0], table, "open")
            await players[0].start()
            await closed_books(people[-1], table, "playing")
            await asyncio.gather(*(play_on(client, Random(seat)) for seat, client in enumerate(players)))
            await watching.until(lambda: watching.over)
    return clients


async def closed_books(guest: Guest, table: str, when: str) -> None:
    """Check that endpoints that reveal everything refuse unfinished games."""
    for method, page in [("GET", "record"), ("GET", "replay?pov=0"), ("POST", "analysis")]:
        answer = await guest.http.request(method, f"/api/tables/{table}/{page}")
        assert (answer.status_code, answer.json()["code"]) == (409, "playing"), when


async def play_on(client: Client, rng: Random) -> None:
    actions = 0
    while not client.over:
        await client.until(lambda: client.over or bool(client.legal))
        if client.legal:
            answer = await client.act(rng.choice(client.legal))
            assert answer.ok or answer.code in TOO_LATE, answer
            actions += 1
            if actions % LOOK_AGAIN == 0:
                await client.pov(client.at.pov)


def history(database: Path, table: str) -> list[AnyEvent]:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        rows = connection.execute("SELECT content FROM entries WHERE table_id = ? ORDER BY number", (table,))
        return [decode(content) for (content,) in rows]


# The same table in another world


class Eyes:
    """A socket's messages from the start of the game, and the messages of tables in other worlds."""

    def __init__(self, client: Client, pov: int, started: int) -> None:
        self.client = client
        self.pov = pov
        self.said: dict[int, list[str]] = {}  # by event count: the event, and any number of snapshots
        self.since: dict[int, int] = {}  # by event count: that of the message before
        last = 0
        for raw, message in zip(client.raw, client.messages, strict=True):
            if isinstance(message, wire.Snapshot | wire.Update):
                if message.number > started:
                    self.said.setdefault(message.number, []).append(raw)
                self.since.setdefault(message.number, last)
                last = message.number
        self.told: list[PublicMove] = []
        self.new: list[PublicMove] = []
        self.checked = 0

    def see(self, made: AnyGame, before: State, move: Move, rng: Random) -> None:
        """Add an event, which may be true in another world only."""
        if self.pov in move.unseen:
            move = self.otherwise(made, before, move, rng)
        self.new.append(project_move(made, move, self.pov))

    def otherwise(self, made: AnyGame, before: State, move: Move, rng: Random) -> Move:
        """Return another possible action in a position that looks the same."""
        world = made.guess(before.view(self.pov), Rng(rng.getrandbits(62)))
        actions = [action for action in world.legal(move.actor) if self.pov in world.unseen_by(move.actor, action)]
        return Move(move.actor, rng.choice(actions), move.unseen, move.drawn, ())

    def compare(self, table: Table, earlier: Sequence[Table], rng: Random) -> None:
        """Compare all messages of this moment with those of another table."""
        said = self.said.pop(table.event_count, [])
        if not said:
            return
        new, self.new = self.new, []
        self.told += new
        assert table.match is not None
        truth = table.match.state
        table.match.state = table.game.guess(truth.view(self.pov), Rng(rng.getrandbits(62)))
        for raw in said:
            assert raw == self.would_say(earlier[self.since[table.event_count]], table, raw, new)
            self.checked += 1
        table.match.state = truth

    def would_say(self, before: Table, table: Table, raw: str, new: Sequence[PublicMove]) -> str:
        """Return the messages of a table; no clock runs and nobody chats, so none contains a time."""
        shown, position = project_table(table, 0.0), project_position(table, self.pov)
        real = understood(raw)
        if isinstance(real, wire.Update):
            change = project_change(before, table, 0.0)
            happened = wire.Update(
                number=table.event_count, ref=real.ref, table=change, position=position, events=list(new)
            )
            return wire.encode(happened).decode()
        assert isinstance(real, wire.Snapshot)
        everything = wire.Snapshot(
            number=table.event_count,
            you=self.client.guest.id,
            seats=[] if self.pov == SPECTATOR else [self.pov],
            table=shown,
            position=position,
            events=self.told,
            chat=[],
            present=real.present,
            spectators=real.spectators,
        )
        return wire.encode(everything).decode()


def in_other_worlds(clients: Sequence[Client], events: Sequence[AnyEvent], rng: Random) -> list[Eyes]:
    """Rebuild the table and compare every message until the game is over, when nothing is hidden."""
    started = next(number for number, event in enumerate(events) if isinstance(event, Started))
    povs = [*range(len(clients) - 1), SPECTATOR]
    everybody = [Eyes(client, pov, started) for client, pov in zip(clients, povs, strict=True)]
    table = Table.new(created(events))
    earlier: list[Table] = []  # by event count
    for event in events:
        earlier.append(table.clone())
        before = table.match.state.clone() if table.match else None
        move = apply(table, event)
        if table.status == "over":
            break
        for eyes in everybody:
            if move and before:
                eyes.see(table.game, before, move, rng)
            eyes.compare(table, earlier, rng)
    return everybody


def created(events: Sequence[AnyEvent]) -> Created:
    first = events[0]
    assert isinstance(first, Created)
    return first


def test_messages_are_the_same_in_all_worlds_that_look_the_same(matches: Matches) -> None:
    everybody = [eyes for clients, events in matches for eyes in in_other_worlds(clients, events, Random(1))]
    for pov in {eyes.pov for eyes in everybody}:
        assert sum(eyes.checked for eyes in everybody if eyes.pov == pov) >= 10
    shown = [said for eyes in everybody for said in eyes.client.messages if isinstance(said, wire.Snapshot)]
    assert sum(said.position is not None for said in shown) >= 2
    assert sum(told.veiled for eyes in everybody for told in eyes.told) >= 10  # there are other worlds


def test_everybody_gets_as_many_messages_in_the_same_order(matches: Matches) -> None:
    for clients, events in matches:
        first = next(number for number, event in enumerate(events) if isinstance(event, Started))
        assert len({tuple(happened(client, first)) for client in clients}) == 1
        assert len({tuple((told.actor, told.action["do"]) for told in client.events) for client in clients}) == 1


def happened(client: Client, first: int) -> list[int]:
    """List the event counts of a socket's messages about the game."""
    return [said.number for said in client.messages if isinstance(said, wire.Update) and said.number > first]


def test_no_secret_is_sent_before_the_end(matches: Matches) -> None:
    for clients, events in matches:
        dice = created(events).secret
        cookies = [part for client in clients for part in client.guest.cookie.split(".")[1:]]
        for client in clients:
            before = [raw for raw in client.raw if '"status":"over"' not in raw]
            assert not any(dice in raw for raw in before)
            assert any(dice in raw for raw in client.raw)
            assert not any(part in raw for part in cookies for raw in client.raw)
