"""Every game from the first roll to the dice proof, by real clients through the real server, with people and with bots.

Some games take long when played at random: options shorten them. Every game is played to its end.
"""

import asyncio
import io
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from carreau.cli.verify import run_verify
from carreau.core.record import Record, read
from carreau.games.catalogue import GAMES, game, game_class
from carreau.server import wire
from carreau.table.projection import ending
from tests.play import sent
from tests.server.client import Client, Guest, at_table, guests, new_share
from tests.server.playing import play_on
from tests.server.running import Running
from tests.variants import SHORTER

pytestmark = pytest.mark.anyio


async def play_with_people(url: str, name: str, folder: Path) -> None:
    """Play with two people, one of whom has several seats and windows if necessary, while a third watches."""
    seats = min(game_class(name).SEATS)
    async with guests(url, 3) as (host, friend, watcher):
        table = await host.create(name, seats=seats, options=SHORTER.get(name, {}))
        players = [host if seat == 0 else friend for seat in range(seats)]
        async with at_table(table, [*players, watcher]) as (*clients, watching):
            promised, shares = watching.table.commitment, [new_share() for _ in players]
            for seat, client in enumerate(clients):
                await client.sit(seat, shares[seat])
            await clients[0].start()
            await asyncio.gather(*(play_on(client, Random(seat)) for seat, client in enumerate(clients)))
            await watching.until(lambda: watching.over)
            record = await proved(watcher, table, (promised, watching.table.seal), shares, folder)
            for client in (*clients, watching):
                agrees(client, record)


async def play_with_bots(url: str, name: str, folder: Path) -> None:
    """Play with one person, and bots of the two lowest levels in all other seats."""
    seats = min(game_class(name).SEATS)
    async with guests(url, 1) as (host,):
        table = await host.create(name, seats=seats, options=SHORTER.get(name, {}))
        async with at_table(table, [host]) as (client,):
            promised, share = client.table.commitment, new_share()
            await client.sit(0, share)
            for seat in range(1, seats):
                await client.do(wire.AddBot(ref=client.ref(), seat=seat, level=str(1 + seat % 2)))
            await client.start()
            await play_on(client, Random(name))
            agrees(client, await proved(host, table, (promised, client.table.seal), [share], folder))


async def proved(guest: Guest, table: str, seen: tuple[str, str], shares: list[str], folder: Path) -> Record:
    """Return the record, whose dice must match the commitment and everybody's share."""
    file = folder / f"{table}.carreau"
    file.write_text(await guest.record(table), encoding="utf-8")
    for share in shares:
        out = io.StringIO()
        assert run_verify(Console(file=out), file, *seen, share), out.getvalue()
    return read(file.read_text(encoding="utf-8"), game)


def agrees(client: Client, record: Record) -> None:
    """Check that a client was told what the record says, as far as it may know."""
    final = record.final()
    assert client.table.outcome == ending(record.game, final.result())
    assert client.at.view == sent(final.view(client.at.pov))
    assert [told.actor for told in client.events] == [actor for actor, _ in record.moves]
    for told, (_, action) in zip(client.events, record.moves, strict=True):
        fields = record.game.fields(action)
        assert told.action == ({"do": fields["do"]} if told.veiled else fields)


async def test_people_play_every_game_to_its_end(server: Running, tmp_path: Path) -> None:
    await asyncio.gather(*(play_with_people(server.url, name, tmp_path) for name in GAMES))


async def test_a_person_plays_every_game_against_bots(server: Running, tmp_path: Path) -> None:
    await asyncio.gather(*(play_with_bots(server.url, name, tmp_path) for name in GAMES))
