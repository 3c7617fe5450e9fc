"""Bots that play for nobody: they slow down, and stop after a day."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from carreau.server.bot_driver import UNWATCHED_MOST, UNWATCHED_PAUSE
from carreau.server.creation import NewTable, SitThere
from carreau.server.room import Room
from carreau.server.rooms import QUIET
from tests.server.manual_time import settled
from tests.server.place import HOST, SHARE, Place, opened
from tests.server.viewer import Eye

pytestmark = pytest.mark.anyio


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    async with opened(tmp_path) as found:
        yield found


async def bots_only(place: Place) -> Room:
    return await place.rooms.create(HOST, NewTable("caro", 2, bots={"0": "1", "1": "1"}, start=True))


async def move(place: Place, room: Room) -> None:
    """Let the bot move that was asked last."""
    before = room.table.event_count
    assert room.table.match is not None
    place.bots.moves(room.table.match.state.legal(room.table.waiting()[0])[0])
    while room.table.event_count == before:
        await asyncio.sleep(0)
    await settled()


async def test_unwatched_bots_pause_before_each_move(place: Place) -> None:
    room = await bots_only(place)
    for number in range(1, 4):
        await place.time.go_on(UNWATCHED_PAUSE - 1)
        assert len(place.bots.asked) == number - 1
        await place.time.go_on(1)
        assert len(place.bots.asked) == number
        await move(place, room)


async def test_whoever_comes_sees_them_play_at_once(place: Place) -> None:
    room = await bots_only(place)
    await settled()
    assert not place.bots.asked
    await room.join(Eye("ada"))
    for number in range(1, 4):
        await settled()
        assert len(place.bots.asked) == number
        await move(place, room)


async def test_after_a_day_they_stop_until_somebody_comes(place: Place) -> None:
    room, eye = await bots_only(place), Eye("ada")
    await room.join(eye)
    await settled()
    room.leave(eye)
    place.time.now += UNWATCHED_MOST
    await move(place, room)
    asked = len(place.bots.asked)
    await place.time.go_on(10 * UNWATCHED_PAUSE)
    assert (len(place.bots.asked), room.idle) == (asked, True)
    place.time.now += QUIET
    await place.rooms.clean_up(place.time.time())
    assert not place.rooms.in_memory
    room = await place.rooms.open(room.table.id)
    await room.join(eye)
    await settled()
    assert len(place.bots.asked) == asked + 1


async def test_bots_that_somebody_waits_for_do_not_pause(place: Place) -> None:
    """Even if that player is not connected."""
    wanted = NewTable("caro", 2, sit=[SitThere(1, SHARE)], bots={"0": "1"}, start=True)
    await place.rooms.create(HOST, wanted)
    await settled()
    assert len(place.bots.asked) == 1


async def test_bots_that_stand_in_for_everybody_pause(place: Place) -> None:
    room = await place.rooms.create(
        HOST, NewTable("caro", 2, absent="bot", sit=[SitThere(0, SHARE)], bots={"1": "1"}, start=True)
    )
    await place.time.go_on(60)  # the grace period
    while not room.table.seats[0].stand_in:
        await asyncio.sleep(0)
    await settled()
    assert not place.bots.asked
    await place.time.go_on(UNWATCHED_PAUSE)
    assert len(place.bots.asked) == 1
