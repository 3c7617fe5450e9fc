"""Rooms: one path for all commands, disk failures, restarts, and cleaning up."""

import asyncio
from pathlib import Path

import pytest

from carreau.core.game import SPECTATOR
from carreau.server import wire
from carreau.server.connection import Connection
from carreau.server.creation import NewTable
from carreau.server.identity import DAY
from carreau.server.lag import LagMeter
from carreau.server.loading import NoTable
from carreau.server.room import SNAPSHOT_EVERY
from carreau.server.rooms import MENDING, QUIET
from carreau.server.store import About, StoreError
from carreau.table import commands, hosting
from carreau.table.events import Acted, AnyEvent, encode
from carreau.table.snapshots import saved
from tests.server.client import decode
from tests.server.hosting import put_up, saying
from tests.server.manual_time import settled, until
from tests.server.place import FRIEND, GRACE, HOST, SHARE, Place, opened, started
from tests.server.viewer import Eye

pytestmark = pytest.mark.anyio


# Store, then apply, then broadcast


async def test_nothing_changes_and_nobody_is_told_before_it_is_on_disk(place: Place) -> None:
    room, here = await place.for_two(), Eye("host")
    await room.join(here)
    before, told = saved(room.table), len(here.told)
    place.disk.free.clear()
    talking = asyncio.create_task(room.perform(saying("hello")))
    await settled()
    assert (saved(room.table), len(here.told)) == (before, told)
    place.disk.free.set()
    await talking
    assert [line.text for line in room.table.chat] == ["hello"]
    assert [line.text for line in here.happened().chat] == ["hello"]


async def test_a_failed_append_leaves_the_table_as_it_was(place: Place) -> None:
    room, here = await place.for_two(), Eye("host")
    await room.join(here)
    table, before, told = room.table, saved(room.table), len(here.told)
    await place.fails(room)
    assert room.table is table
    assert (saved(table), len(here.told)) == (before, told)


async def test_what_cannot_be_applied_is_not_stored(place: Place) -> None:
    """A bug of ours costs nobody their table."""
    room = await place.for_two()
    with pytest.raises(AssertionError):
        await room.perform(lambda _, now: [commands.create("other", "caro", 2, {}, "", bytes(32), now), *acted(now)])
    await room.perform(saying("still here"))
    assert room.table.event_count == len(await place.disk.history(room.table.id))


def acted(now: float) -> list[AnyEvent]:
    """Return an action, which is illegal before the game has started."""
    return [Acted(now, 0, 0)]


# Uncertain appends


async def test_after_a_failed_append_the_same_room_goes_on_with_the_same_viewers(place: Place) -> None:
    room, here, late = await place.against_a_bot(), Eye("host"), Eye("friend")
    await room.join(here)
    await place.fails(room)
    await room.join(late)
    await room.perform(saying("hello"))
    assert [line.text for line in late.happened().chat] == ["hello"]
    assert room.audience.viewers == {here, late}
    assert await place.rooms.open(room.table.id) is room


async def test_viewers_are_shown_what_is_on_disk_and_nothing_else(place: Place) -> None:
    room, here = await place.against_a_bot(), Eye("host")
    await room.join(here)
    await place.fails(room)
    place.disk.free.clear()
    talking = asyncio.create_task(room.perform(saying("not on disk yet")))
    await until(lambda: len(here.snapshots()) == 2)
    assert here.shown().number == len(await place.disk.history(room.table.id))
    assert here.shown().chat == []
    place.disk.free.set()
    await talking
    assert here.happened().number == here.shown().number + 1


async def test_an_append_that_was_written_in_spite_of_its_error_is_shown_and_not_repeated(place: Place) -> None:
    room, here = await place.for_two(), Eye("host")
    await room.join(here)
    place.disk.silent = True
    with pytest.raises(StoreError, match="does not answer"):
        await room.perform(saying("once"))
    assert not room.table.chat
    place.disk.silent = False
    await room.perform(saying("then"))
    assert [line.text for line in here.shown().chat] == ["once"]
    assert [line.text for line in room.table.chat] == ["once", "then"]
    assert here.happened().number == room.table.event_count == len(await place.disk.history(room.table.id))


class Line:
    """The other end of a connection."""

    def __init__(self) -> None:
        self.meter = LagMeter(0.0)
        self.typed: asyncio.Queue[bytes] = asyncio.Queue()
        self.answers: list[str] = []  # the commands that were answered, an Update included

    def send(self, message: bytes) -> None:
        heard = decode(message)
        if isinstance(heard, wire.Answer | wire.Update) and heard.ref:
            self.answers.append(heard.ref)

    async def receive(self) -> str:
        return (await self.typed.get()).decode()

    async def close(self, code: int, reason: str = "") -> None: ...


async def test_taking_a_seat_that_is_lost_at_once_is_answered_once(place: Place) -> None:
    room, line = await place.rooms.create(HOST, NewTable("caro", 2)), Line()
    going = asyncio.create_task(Connection(line, FRIEND, room, place.rooms).run([]))
    place.disk.free.clear()
    line.typed.put_nowait(wire.encode(wire.Sit(ref="sit", seat=1, attempt=1, pledge=SHARE * 2)))
    await until(room.lock.locked)
    removing = asyncio.create_task(room.perform(lambda table, now: hosting.remove(table, HOST.id, 1, now)))
    await settled()
    place.disk.free.set()
    await removing
    line.typed.put_nowait(wire.encode(wire.Ping(ref="later")))
    await until(lambda: "later" in line.answers)
    assert line.answers == ["sit", "later"]
    going.cancel()


async def test_who_leaves_after_a_failed_append_is_missed(place: Place) -> None:
    room, friend = await place.for_two(), Eye("friend")
    await room.join(Eye("host"))
    await room.join(friend)
    await started(room)
    await place.fails(room)
    await room.recover()
    assert room.audience.present() == ["friend", "host"]
    before = set(room.tasks.running)
    room.leave(friend)
    assert room.audience.present() == ["host"]
    assert list(room.presence.absent) == ["friend"]
    waiting = room.tasks.running - before
    await place.time.go_on(GRACE)
    await asyncio.gather(*waiting)
    assert room.table.seats[1].stand_in


async def test_a_room_goes_on_by_itself_after_a_failed_append(place: Place) -> None:
    await place.rooms.start()
    room = await place.against_a_bot()
    place.disk.full = True
    legal = room.table.match and room.table.match.state.legal(0)
    assert legal
    place.bots.moves(legal[0])
    await settled()
    assert (room.uncertain, place.bots.asked) == (True, [0])
    place.disk.full = False
    await place.time.go_on(MENDING)
    await until(lambda: not room.uncertain)
    await settled()
    assert place.bots.asked == [0, 0]


async def test_a_table_that_is_gone_after_a_failed_append_is_forgotten_and_others_go_on(place: Place) -> None:
    gone, stays = await place.for_two(), await place.for_two()
    for room in (gone, stays):
        await place.fails(room)
    assert await place.disk.delete(gone.table.id, place.time.time() + DAY)
    await place.rooms.mend()
    assert place.rooms.in_memory == {stays.table.id: stays}
    assert not stays.uncertain
    with pytest.raises(StoreError, match="being closed"):
        await gone.perform(saying("into the void"))
    with pytest.raises(NoTable):
        await place.rooms.open(gone.table.id)


async def test_an_uncertain_room_is_not_closed_before_it_was_loaded_again(place: Place) -> None:
    room = await place.for_two()
    await place.fails(room)
    await place.rooms.clean_up(place.time.time() + 2 * QUIET)
    assert place.rooms.in_memory == {room.table.id: room}


async def test_a_room_that_was_closed_for_quiet_changes_nothing_any_more(place: Place) -> None:
    """Guests who still hold it are sent to the current one."""
    room = await place.for_two()
    await place.without_a_host(room)
    await place.rooms.clean_up(place.time.time() + 2 * QUIET)
    again = await place.rooms.open(room.table.id)
    assert again is not room
    with pytest.raises(StoreError, match="reconnect"):
        await room.join(Eye("host"))


async def test_a_table_that_is_opened_now_and_then_gets_snapshots(place: Place) -> None:
    created = await place.for_two()
    await place.without_a_host(created)
    table = created.table.id
    for _ in range(3):
        room = await place.rooms.open(table)
        for _ in range(SNAPSHOT_EVERY // 2):
            await room.perform(saying("words"))
        await place.rooms.clean_up(place.time.time() + 2 * QUIET)
        assert table not in place.rooms.in_memory
    stored = await place.disk.load(table)
    assert stored is not None
    assert stored.number >= SNAPSHOT_EVERY
    assert len(stored.entries) < SNAPSHOT_EVERY


# Cleaning up


async def test_a_table_that_is_touched_while_others_are_deleted_stays(place: Place) -> None:
    long_ago = place.time.time() - 2 * place.rooms.settings.idle_days * DAY
    place.disk.clock = lambda: long_ago
    going_on = await place.against_a_bot()
    for name in ("touched", "forgotten"):
        await place.disk.append(name, 0, [encode(put_up(name))], About("open", ("host",), b"{}"))
        await place.rooms.open(name)
    place.disk.clock = place.time.time
    touched = place.rooms.in_memory["touched"]
    place.disk.listed_idle = lambda: touched.perform(saying("I come back to this one"))
    await place.rooms.clean_up(place.time.time())
    assert place.rooms.in_memory == {"touched": touched, going_on.table.id: going_on}
    assert len(await place.disk.history("touched")) == touched.table.event_count == 2
    assert await place.disk.load("forgotten") is None


# After a restart


async def test_games_go_on_after_a_restart_and_other_tables_are_opened_when_somebody_comes(
    place: Place, tmp_path: Path
) -> None:
    playing, waiting = await place.against_a_bot(), await place.for_two()
    await place.close()
    async with opened(tmp_path) as again:
        await again.rooms.start()
        await asyncio.sleep(0)
        assert list(again.rooms.in_memory) == [playing.table.id]
        assert again.bots.asked == [0]
        assert (await again.rooms.open(waiting.table.id)).table.members == ["friend", "host"]


# People


@pytest.mark.parametrize("back", [False, True])
async def test_a_bot_takes_over_after_the_grace_period_unless_the_player_comes_back(place: Place, back: bool) -> None:
    room, friend = await place.for_two(), Eye("friend")
    await room.join(Eye("host"))
    await room.join(friend)
    await started(room)
    room.leave(friend)
    waiting = list(room.tasks.running)
    await place.time.go_on(GRACE - 1)
    assert room.table.seats[1].stand_in == ""
    if back:
        await room.join(Eye("friend"))
    await place.time.go_on(1)
    await asyncio.gather(*waiting)
    assert bool(room.table.seats[1].stand_in) == (not back)


async def test_no_bot_takes_over_for_somebody_who_comes_back_in_the_last_moment(place: Place) -> None:
    """While something is being written, so neither has had their turn."""
    room, friend = await place.for_two(), Eye("friend")
    await room.join(Eye("host"))
    await room.join(friend)
    await started(room)
    async with room.lock:
        coming = asyncio.create_task(room.join(Eye("friend")))
        await settled()
        room.leave(friend)
        waiting = list(room.tasks.running)
        await place.time.go_on(GRACE)
    await coming
    await asyncio.gather(*waiting)
    assert room.table.seats[1].stand_in == ""


async def test_when_a_game_starts_all_windows_of_a_player_show_it_from_their_seat(place: Place) -> None:
    room = await place.rooms.create(HOST, NewTable("caro", 2, bots={"1": "1"}))
    laptop, phone, somebody = Eye("host"), Eye("host"), Eye("somebody")
    for window in (laptop, phone, somebody):
        await room.join(window)
    await room.perform(lambda table, now: commands.sit_openly(table, "host", "Host", 0, SHARE, now))
    await room.set_pov(laptop, 0)
    await started(room)
    seen = [window.happened().position for window in (laptop, phone, somebody)]
    assert [position and (position.pov, bool(position.legal)) for position in seen] == [
        (0, True),
        (0, True),
        (SPECTATOR, False),
    ]


async def test_nothing_is_kept_of_a_table_that_could_not_be_created(place: Place) -> None:
    place.disk.full = True
    with pytest.raises(StoreError, match="full"):
        await place.for_two()
    place.disk.full = False
    assert place.rooms.in_memory == {}
    assert not place.rooms.joining
    assert await place.disk.listed(FRIEND.id) == await place.disk.listed(HOST.id) == []
