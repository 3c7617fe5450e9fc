"""A server with a PostgreSQL database: it plays like one with a file, through kills and restarts of both."""

import asyncio
import signal
from pathlib import Path
from random import Random

import pytest

from carreau.server.settings import PostgresUrl
from tests.effort import EFFORT
from tests.server.client import at_table, guests
from tests.server.crash import compare, play_and_kill
from tests.server.faults import at_a_table, becomes, chats, failed_appends, logged
from tests.server.playing import begin, play_on
from tests.server.running import Running, running
from tools.postgres import Postgres

pytestmark = pytest.mark.anyio


async def test_what_was_told_is_there_once_however_often_the_server_dies(url: PostgresUrl, tmp_path: Path) -> None:
    with running(tmp_path, postgresql=url, bots=1) as server:
        found = await compare(await play_and_kill(server, range(EFFORT), seed=2))
    assert found.accepted > 10
    assert found.messages > 20


def test_players_go_on_when_postgresql_crashes_and_wait_while_it_is_down(
    postgres_server: Postgres, url: PostgresUrl, tmp_path: Path
) -> None:
    with running(tmp_path, postgresql=url, bots=1) as server:
        asyncio.run(play_through_a_crash(server, postgres_server))
        asyncio.run(while_down(server, postgres_server))


async def play_through_a_crash(server: Running, database: Postgres) -> None:
    """Play a game of two people whose first move finds all connections lost."""
    async with guests(server.url, 2) as people, at_table(await people[0].create("caro"), people) as clients:
        await begin(clients)
        await asyncio.to_thread(database.stop, signal.SIGQUIT)
        await asyncio.to_thread(database.start)
        await asyncio.gather(*(play_on(client, Random(seat)) for seat, client in enumerate(clients)))
        assert clients[0].events == clients[1].events
    assert failed_appends(server, "unreachable") == 0


async def while_down(server: Running, database: Postgres) -> None:
    async with at_a_table(server) as client:
        await asyncio.to_thread(database.stop)
        assert not await chats(client, "lost")
        await becomes(server, (503, "not ready: unreachable"))
        assert "error=" in logged(server, "unreachable")[0]
        assert len(logged(server, "unreachable")) == failed_appends(server, "unreachable") >= 1
        await asyncio.to_thread(database.start)
        await becomes(server, (200, "ready"))
        async with at_table(client.table_id, [client.guest]) as [again]:
            assert [line.text for line in again.chat] == ["before"]
            assert await chats(again, "after")
