"""Presence: players one by one, spectators as a number."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from carreau.server import wire
from carreau.server.presence import TELL_EVERY
from carreau.server.room import Room
from carreau.table import commands
from tests.server.place import FRIEND, HOST, SHARE, Place, opened
from tests.server.viewer import Eye

pytestmark = pytest.mark.anyio

CROWD = 300


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    async with opened(tmp_path) as found:
        yield found


def told(eye: Eye) -> list[wire.Present]:
    return [message for message in eye.told if isinstance(message, wire.Present)]


async def crowded(room: Room) -> list[Eye]:
    crowd = [Eye(f"spectator {number}") for number in range(CROWD)]
    for eye in crowd:
        await room.join(eye)
    return crowd


async def test_a_crowd_is_told_as_a_number_and_not_for_each_of_them(place: Place) -> None:
    room, host = await place.for_two(), Eye(HOST.id)
    await room.join(host)
    before = len(told(host))
    await crowded(room)
    assert len(told(host)) == before
    await place.time.go_on(TELL_EVERY)
    assert told(host)[before:] == [wire.Present(guests=[HOST.id], spectators=CROWD)]


async def test_messages_to_a_crowd_stay_small_and_few(place: Place) -> None:
    """Each viewer used to get the list of all others whenever one arrived: gigabytes for 880 viewers."""
    crowd = await crowded(await place.for_two())
    await place.time.go_on(TELL_EVERY)
    sizes = [len(wire.encode(message)) for eye in crowd for message in told(eye)]
    assert max(sizes) < 200
    assert len(sizes) <= 3 * CROWD


async def test_every_newcomer_learns_who_is_there(place: Place) -> None:
    room = await place.for_two()
    await room.join(Eye(HOST.id))
    await crowded(room)
    late = Eye("late")
    await room.join(late)
    assert (late.shown().present, late.shown().spectators) == ([HOST.id], CROWD + 1)
    assert told(late)[-1] == wire.Present(guests=[HOST.id], spectators=CROWD + 1)


async def test_players_who_come_go_or_sit_down_are_told_at_once(place: Place) -> None:
    room, host, friend, new = await place.for_two(), Eye(HOST.id), Eye(FRIEND.id), Eye("new")
    for eye in (host, friend, new):
        await room.join(eye)
    assert told(host)[-1].guests == [FRIEND.id, HOST.id]
    room.leave(friend)
    assert told(host)[-1].guests == [HOST.id]
    await room.perform(lambda table, now: commands.stand(table, FRIEND.id, 1, now))
    await room.perform(lambda table, now: commands.sit_openly(table, "new", "New", 1, SHARE, now))
    assert told(host)[-1].guests == [HOST.id, "new"]
    assert told(host)[-1].spectators == 0


async def test_windows_of_one_spectator_count_once(place: Place) -> None:
    room, host = await place.for_two(), Eye(HOST.id)
    for eye in (host, Eye("ada"), Eye("ada")):
        await room.join(eye)
    await place.time.go_on(TELL_EVERY)
    assert told(host)[-1].spectators == 1
