"""Broken connections and killed servers: nothing is missed, nothing counts twice, all tables continue."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest

from carreau.server import wire
from tests.server.client import PATIENCE, Client, Guest, Lost, at_table, guests, new_share
from tests.server.playing import all_see, anything, begin, play_on
from tests.server.running import Running, running

pytestmark = pytest.mark.anyio

SERVICE_RESTART: Final = 1012


# Broken connections


async def test_whoever_comes_back_is_shown_all_that_was_missed_and_goes_on(server: Running) -> None:
    """One of two players is cut off again and again, even during an action; in the end both know the same."""
    async with guests(server.url, 2) as people:
        rng = Random(5)
        async with at_table(await people[0].create("caro"), people) as clients:
            await begin(clients)
            stays, goes = clients
            while not stays.over:
                await all_see([stays, goes], lambda client: client.number == stays.number)
                if goes.legal:
                    command = goes.acting(rng.choice(goes.legal))
                    await goes.send(command)
                    await goes.drop()
                    goes = await again(goes)
                    await goes.do(command)
                else:
                    await goes.drop()
                    await play_one(stays, rng)
                    goes = await again(goes)
                await all_see([stays, goes], lambda client: client.number >= stays.number)
                assert goes.events == stays.events
            assert goes.over
            assert {**goes.at.view, "seat": 0} == {**stays.at.view, "seat": 0}
            await goes.close()


async def test_whoever_takes_nothing_of_what_they_are_sent_is_cut_off_and_may_come_back(server: Running) -> None:
    async with guests(server.url, 1) as people, at_table(await people[0].create("caro"), people[:1]) as (deaf,):
        for number in range(100):
            await deaf.do(wire.Chat(ref=f"said {number}", text="words " * 80))
        deaf.socket.transport.pause_reading()
        with suppress(Lost):
            for number in range(1000):  # each one answers with everything that was said
                await deaf.send(wire.SetPov(ref=f"pov {number}"))
        deaf.socket.transport.resume_reading()
        with pytest.raises(Lost):
            await deaf.until(lambda: False)
        returned = await again(deaf)
        assert len(returned.chat) == 100
        await returned.close()


async def again(client: Client) -> Client:
    return await client.guest.connect(client.table_id)


async def play_one(client: Client, rng: Random) -> None:
    answer = await client.act(rng.choice(client.legal))
    assert answer.ok, answer


async def test_the_same_command_over_two_lines_counts_once(server: Running) -> None:
    async with guests(server.url, 2) as people:
        host, friend = people
        async with at_table(await host.create("caro"), [host, friend, host]) as (one, other, two):
            await begin([one, other])
            await two.until(lambda: two.position is not None)
            command = one.acting(one.legal[0])
            first, second = await asyncio.gather(one.ask(command), two.ask(command))
            assert first.ok
            assert second.ok
            await all_see([one, two, other], lambda client: client.number == one.number)
            assert [len(client.events) for client in (one, two, other)] == [1, 1, 1]
            number = one.number
            await two.drop()
            late = await host.connect(one.table_id)
            await late.do(command)
            await anything(other)
            await all_see([one, late], lambda client: len(client.events) == 2)
            assert late.number == one.number == number + 1
            await late.close()


async def test_to_take_back_over_two_lines_takes_back_once(server: Running) -> None:
    async with guests(server.url, 2) as people, at_table(await people[0].create("carre"), people) as (one, other):
        await begin([one, other])
        for _ in range(2):  # in one iteration of the event loop
            await anything(one)
        done = len(one.events)
        command = wire.RequestUndo(ref="oops", seat=0)
        await one.do(command)
        assert len(one.events) == done - 1
        two = await again(one)
        await two.do(command)
        assert two.events == one.events
        await two.close()


# Refusals


async def test_what_may_not_be_is_refused_with_its_reason_and_changes_nothing(server: Running) -> None:
    async with guests(server.url, 3) as people:
        table = await people[0].create("caro")
        async with at_table(table, people) as clients:
            host, friend, watcher = clients
            act = wire.Act(ref="early", seat=0, decision=0, action=0)
            assert await host.refused(act) == "not_yours"
            await host.sit(0)
            assert await host.refused(msgspec.structs.replace(act, ref="still early")) == "not_started"
            assert await host.refused(wire.Start(ref="alone")) == "seats"
            assert await friend.refused(wire.Start(ref="not mine")) == "not_host"
            assert await friend.refused(wire.AddBot(ref="not mine either", seat=1, level="1")) == "not_host"
            assert await friend.refused(friend.sitting(0)) == "taken"
            assert await friend.refused(friend.sitting(7)) == "no_seat"
            assert await friend.refused(wire.Sit(ref="unfair", seat=1, attempt=1, pledge="my lucky number")) == "error"
            assert await friend.refused(wire.Stand(ref="go away", seat=0)) == "not_yours"
            await friend.sit(1)
            await host.start()
            await all_see(clients, lambda client: client.position is not None)
            assert await watcher.refused(watcher.sitting(1)) == "started"
            legal, decision = host.legal, host.at.decision
            for client, seat in [(watcher, 0), (friend, 0), (host, 1), (watcher, 1)]:
                foreign = wire.Act(ref=client.ref(), seat=seat, decision=decision, action=legal[0])
                assert await client.refused(foreign) == "not_yours"
            assert await friend.refused(friend.acting(legal[0], 1)) == "illegal"
            assert await host.refused(host.acting(10**9)) == "unknown_action"
            for wrong in (decision - 1, decision + 1, -1):
                assert await host.refused(host.acting(legal[0], decision=wrong)) == "stale"
            old = host.acting(legal[1])
            await anything(host)
            assert await host.refused(old) == "stale"
            answer = await host.ask(host.acting(legal[0]))
            assert (answer.code, bool(answer.clause)) == ("illegal", True)
            await all_see(clients, lambda client: client.number == host.number)
            assert [len(client.events) for client in clients] == [1, 1, 1]


@pytest.mark.parametrize("cookie", ["", "somebody.secret.signature"])
async def test_a_socket_is_for_known_guests(server: Running, cookie: str) -> None:
    async with guests(server.url, 1) as people:
        table = await people[0].create("caro")
        people[0].http.cookies.clear()
        people[0].http.cookies.set("carreau", cookie)
        with pytest.raises(Lost, match="4401"):
            await people[0].connect(table)


async def test_a_socket_leads_to_a_table_that_is_there(server: Running) -> None:
    async with guests(server.url, 1) as people:
        with pytest.raises(Lost, match="4404"):
            await people[0].connect("nowhere")


# Server shutdown


def has_seen(client: Client, events: int) -> bool:
    return len(client.events) >= events


async def play_until_lost(client: Client, rng: Random) -> wire.Act | None:
    """Play until the connection breaks; return the last command if its outcome is unknown."""
    command: wire.Act | None = None
    with suppress(Lost):
        while not client.over:
            await client.until(lambda: client.over or bool(client.legal))
            if client.legal:
                command = client.acting(rng.choice(client.legal))
                assert (await client.ask(command)).ok
    await client.close()
    return command if command and command.ref not in client.answers else None


async def test_after_a_kill_all_that_was_told_is_there_and_nothing_counts_twice(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        async with guests(server.url, 2) as people:
            rng = Random(3)
            async with at_table(await people[0].create("carre", options={"turn_limit": 12}), people) as first:
                await begin(first)
                clients = first
                for told in (9, 20, 31):
                    playing = [asyncio.ensure_future(play_until_lost(client, rng)) for client in clients]
                    await clients[0].until(partial(has_seen, clients[0], told))
                    server.kill()
                    unsure = [await each for each in playing]
                    server.start()
                    known, clients = clients, [await again(client) for client in clients]
                    await nothing_lost_or_doubled(known, clients, unsure)
                await asyncio.gather(*(play_on(client, rng) for client in clients))
                assert "result: points" in await people[0].record(clients[0].table_id)
                for client in clients:
                    await client.close()


async def nothing_lost_or_doubled(known: list[Client], clients: list[Client], unsure: list[wire.Act | None]) -> None:
    """Check that everything told is stored, and that resending the last command leaves it stored exactly once."""
    for old, new in zip(known, clients, strict=True):
        assert new.number >= old.number
        assert new.events[: len(old.events)] == old.events
    for client, command in zip(clients, unsure, strict=True):
        if command is not None:
            await all_see(clients, lambda client: client.number == max(each.number for each in clients))
            events, done = len(client.events), not client.legal or command.decision != client.at.decision
            await client.do(command)
            assert (len(client.events) > events) != done
    await all_see(clients, lambda client: client.number == max(each.number for each in clients))
    assert clients[0].events == clients[1].events


async def test_after_a_kill_bots_and_clocks_go_on_with_nobody_there(tmp_path: Path) -> None:
    with running(tmp_path, grace_seconds=1) as server:
        async with guests(server.url, 2) as people:
            host, friend = people
            sit = [{"seat": 0, "share": new_share()}]
            clock = {"kind": "move", "seconds": 3, "at_flag": "forfeit"}
            timed = await host.create("caro", sit=sit, bots={"1": "2"}, clock=clock, start=True)
            waiting = await host.create("caro", sit=sit, bots={"1": "2"}, absent="bot", start=True)
            days = {"kind": "days", "seconds": 86_400, "at_flag": "bot"}
            slow = await host.create("caro", sit=sit, bots={"1": "2"}, clock=days, start=True)
            bots = await host.create("carre", options={"turn_limit": 4}, bots={"0": "1", "1": "1"}, start=True)
            server.kill()
            server.start()
            async with at_table(bots, [friend]) as (watching,):  # bots that play for nobody are slow
                await watching.until(lambda: watching.table.status == "over")
            outcome = (await shown_when(friend, timed, is_over))["outcome"]
            assert (outcome["why"], outcome["seat"]) == ("time", 0)
            await shown_when(friend, waiting, lambda shown: bool(shown["seats"][0]["stand_in"]))
            unchanged = (await friend.http.get(f"/api/tables/{slow}")).json()
            assert (unchanged["status"], unchanged["clock"]["running"]) == ("playing", [0])
            assert 86_000 < unchanged["clock"]["left"][0] < 86_400


def is_over(shown: dict[str, Any]) -> bool:
    return bool(shown["status"] == "over")


async def shown_when(guest: Guest, table: str, done: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Return what everybody may know of a table once a condition holds, without connecting to it."""
    async with asyncio.timeout(PATIENCE):
        while True:
            shown: dict[str, Any] = (await guest.http.get(f"/api/tables/{table}")).json()
            if done(shown):
                return shown
            await asyncio.sleep(0.1)


async def test_a_server_that_stops_sends_everybody_away_to_come_back(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        async with guests(server.url, 2) as people, at_table(await people[0].create("caro"), people) as clients:
            await begin(clients)
            await anything(clients[0])
            await asyncio.to_thread(server.stop)
            for client in clients:
                await client.close()
                assert client.closed is not None
                assert client.closed.rcvd is not None
                assert client.closed.rcvd.code == SERVICE_RESTART
                assert any(isinstance(message, wire.Bye) for message in client.messages)
            server.start()
            back = [await again(client) for client in clients]
            assert [client.events for client in back] == [clients[0].events] * 2
            await anything(back[1])
            for client in back:
                await client.close()
