"""Hosts on a server: limits on sitting down, absent hosts, and tables that are closed to spectators."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from carreau.server import wire
from carreau.server.close_codes import NO_SPECTATORS
from carreau.server.creation import NewTable, SitThere
from carreau.server.room import NoSpectators, Room
from carreau.server.settings import Settings
from carreau.server.store import Guest as Person
from carreau.table import commands, hosting
from carreau.table.commands import Refused
from tests.server.client import Lost, at_table, guests
from tests.server.manual_time import settled, until
from tests.server.place import FRIEND, HOST, SHARE, Place, opened
from tests.server.running import Running
from tests.server.viewer import Eye

pytestmark = pytest.mark.anyio

HOST_SECONDS = Settings(database=Path("unused")).host_seconds
EVE = "eve"


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    async with opened(tmp_path, most_tables=3) as found:
        yield found


async def sits(place: Place, room: Room, guest: str, seat: int) -> bool:
    """Take a seat as a connection does; tell whether it was allowed."""
    try:
        async with place.rooms.sitting_down(guest, room.table):
            await room.perform(lambda table, now: commands.sit_openly(table, guest, guest, seat, SHARE, now))
    except Refused as refusal:
        if refusal.code != "too_many":
            raise
        return False
    return True


async def of_others(place: Place, number: int) -> list[Room]:
    """Public tables, each of another host."""
    hosts = [Person(f"host {each}", "Host", "", 0.0, 0.0) for each in range(number)]
    return [await place.rooms.create(host, NewTable("caro", 2, private=False)) for host in hosts]


async def test_nobody_sits_at_more_tables_than_they_may_have(place: Place) -> None:
    """One guest took 48 seats at 24 tables, and started the games."""
    rooms = await of_others(place, 6)
    assert [await sits(place, room, EVE, 0) for room in rooms] == [True] * 3 + [False] * 3
    assert [await sits(place, room, EVE, 1) for room in rooms] == [False] * 6
    for room in rooms[:3]:
        with pytest.raises(Refused, match="only the host"):
            await room.perform(lambda table, now: commands.start(table, EVE, now))
    with pytest.raises(Refused, match="no more are allowed"):
        await place.rooms.create(Person(EVE, "Eve", "", 0.0, 0.0), NewTable("caro", 2))


async def test_nobody_sits_at_too_many_tables_at_the_same_moment(place: Place) -> None:
    rooms = await of_others(place, 6)
    assert sum(await asyncio.gather(*(sits(place, room, EVE, 0) for room in rooms))) == 3
    assert not place.rooms.joining


async def test_whoever_stands_up_may_sit_down_elsewhere(place: Place) -> None:
    rooms = await of_others(place, 4)
    for room in rooms[:3]:
        assert await sits(place, room, EVE, 0)
    await rooms[0].perform(lambda table, now: commands.stand(table, EVE, 0, now))
    assert await sits(place, rooms[3], EVE, 0)


async def claim(room: Room) -> None:
    away = room.presence.host_is_away
    await room.perform(lambda table, now: hosting.claim(table, FRIEND.id, away(table), now))


async def test_a_host_who_is_away_can_be_replaced_and_one_who_is_here_cannot(place: Place) -> None:
    room, host, friend = await place.for_two(), Eye(HOST.id), Eye(FRIEND.id)
    await room.join(host)
    await room.join(friend)
    await place.time.go_on(HOST_SECONDS + 1)
    with pytest.raises(Refused, match="the host is here"):
        await claim(room)
    room.leave(host)
    await place.time.go_on(HOST_SECONDS - 1)
    with pytest.raises(Refused, match="the host is here"):
        await claim(room)
    await place.time.go_on(1)
    await claim(room)
    assert friend.happened().table.host == FRIEND.id


async def test_a_table_whose_host_never_came_counts_against_nobody(place: Place) -> None:
    room = await place.for_two()
    assert [await place.disk.unfinished(who, 0.0) for who in (HOST.id, FRIEND.id)] == [1, 1]
    await place.time.go_on(HOST_SECONDS)
    await until(lambda: room.table.host == "")
    assert [await place.disk.unfinished(who, 0.0) for who in (HOST.id, FRIEND.id)] == [0, 0]
    await room.perform(lambda table, now: hosting.claim(table, FRIEND.id, False, now))
    assert await place.disk.unfinished(FRIEND.id, 0.0) == 1


async def test_a_host_who_came_stays_the_host(place: Place) -> None:
    room, host = await place.for_two(), Eye(HOST.id)
    await room.join(host)
    room.leave(host)
    await place.time.go_on(2 * HOST_SECONDS)
    await settled()
    assert room.table.host == HOST.id


async def test_the_start_of_a_closed_game_sends_spectators_away_before_they_see_it(place: Place) -> None:
    room, host, eve = await place.for_two(), Eye(HOST.id), Eye(EVE)
    await room.join(host)
    await room.join(eve)
    await room.perform(lambda table, now: hosting.allow_spectators(table, HOST.id, False, now))
    assert not eve.dismissed
    await room.perform(lambda table, now: commands.start(table, HOST.id, now))
    assert (eve.dismissed, host.dismissed) == (True, False)
    assert all(not isinstance(each, wire.Update) or each.position is None for each in eve.told)
    with pytest.raises(NoSpectators):
        await room.join(Eye("other"))
    await room.join(Eye(FRIEND.id))


async def test_over_the_wire_a_closed_game_is_closed(server: Running) -> None:
    async with guests(server.url, 2) as [host, eve]:
        sit = [{"seat": seat, "share": SHARE} for seat in (0, 1)]
        table = await host.create("caro", sit=sit, start=True)
        async with at_table(table, [host, eve]) as (here, watching):
            await here.do(wire.AllowSpectators(ref=here.ref(), on=False))
            with pytest.raises(Lost, match=str(NO_SPECTATORS)):
                await watching.until(lambda: False)
            with pytest.raises(Lost, match=str(NO_SPECTATORS)):
                await eve.connect(table)
            await here.do(wire.Resign(ref=here.ref(), seat=0))
        assert (await eve.http.get(f"/api/tables/{table}/record")).status_code == 403
        assert "result" in await host.record(table)


async def test_nobody_sits_or_renames_a_seat_as_the_double_of_another_player(server: Running) -> None:
    async with (
        guests(server.url, 2) as [ada, eve],
        at_table(await ada.create("caro"), [ada, eve]) as (here, other),
    ):
        for guest, name in ((ada, "Capa"), (eve, "Сара")):  # Cyrillic
            assert (await guest.http.put("/api/me", json={"name": name})).status_code == 200
        await here.sit(0)
        assert await other.refused(other.sitting(1)) == "name"
        await eve.http.put("/api/me", json={"name": "Eve"})
        await other.sit(1)
        assert await other.refused(wire.RenameSeat(ref=other.ref(), seat=1, name="Сара")) == "name"
        assert [seat.name for seat in other.table.seats] == ["Capa", "Eve"]


async def test_over_the_wire_hosts_remove_lock_and_mute(server: Running) -> None:
    async with (
        guests(server.url, 2) as [host, eve],
        at_table(await host.create("caro"), [host, eve]) as (here, other),
    ):
        await other.sit(0)
        await other.do(wire.Chat(ref=other.ref(), text="spam"))
        await here.do(wire.Mute(ref=here.ref(), guest=eve.id, muted=True))
        assert await other.refused(wire.Chat(ref=other.ref(), text="spam")) == "muted"
        await here.do(wire.Remove(ref=here.ref(), seat=0))
        assert await other.refused(other.sitting(0)) == "removed"
        await here.do(wire.LockSeat(ref=here.ref(), seat=1, locked=True))
        assert here.table.hosting.locked == [1]
        assert await other.refused(wire.Remove(ref=other.ref(), seat=0)) == "not_host"
        assert await other.refused(wire.ClaimHost(ref=other.ref())) == "not_yours"


async def test_only_the_players_of_a_game_sit_down_at_its_rematch(place: Place) -> None:
    """A spectator could take both seats."""
    sit = [SitThere(seat, SHARE) for seat in (0, 1)]
    room = await place.rooms.create(HOST, NewTable("caro", 2, sit=sit, start=True))
    await room.perform(lambda table, now: commands.resign(table, HOST.id, 0, now))
    again = await place.rooms.open(await place.rooms.rematch(room, HOST))
    for seat in (0, 1):
        with pytest.raises(Refused, match="is kept for"):
            await sits(place, again, EVE, seat)
    await place.time.go_on(61)
    await until(lambda: not again.table.seats[0].reserved)
    assert await sits(place, again, EVE, 0)
