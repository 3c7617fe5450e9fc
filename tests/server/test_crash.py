"""A server killed under load loses nothing and repeats nothing. `make crash` kills it a hundred times."""

import asyncio
import sqlite3
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

import msgspec
import pytest

from carreau.server import wire
from carreau.server.creation import NewTable, SitThere
from carreau.server.loading import NoTable, load
from carreau.server.room import Room
from carreau.server.rooms import Rooms
from carreau.server.store import About, Conflict, StoreError
from carreau.table import commands
from carreau.table.commands import Refused
from carreau.table.events import AnyEvent, decode, encode
from carreau.table.fairness import pledge
from carreau.table.snapshots import BadSnapshot, replayed, restored, saved
from carreau.table.table import Table
from carreau.table.timers import REVEAL_SECONDS
from carreau.verify import promised, proof_in
from tests.effort import EFFORT
from tests.server.crash import compare, play_and_kill
from tests.server.hosting import put_up, saying
from tests.server.manual_time import until
from tests.server.place import HOST, SHARE, Place, opened
from tests.server.running import running
from tests.server.storing import EARLIER, OPEN_SHARES
from tests.server.viewer import Eye
from tests.table.fair import share_for

pytestmark = pytest.mark.anyio

OLD = put_up("old")
OTHER_RULES = msgspec.structs.replace(OLD, rules=999)


async def test_what_was_told_is_there_once_however_often_the_server_dies(tmp_path: Path) -> None:
    with running(tmp_path, bots=1) as server:
        found = await compare(await play_and_kill(server, range(3 * EFFORT), seed=1))
    assert found.accepted > 50
    assert found.messages > 100


async def test_a_command_that_is_broken_off_leaves_a_room_certain_or_to_be_loaded_again(place: Place) -> None:
    """Only the end of the server interrupts a command, at any moment."""
    uncertain = []
    for moment in range(8):
        created, witness = put_up(f"table{moment}"), Eye("witness")
        await place.disk.append(created.table, 0, [encode(created)])
        room = await place.rooms.open(created.table)
        await room.join(witness)
        sender = asyncio.create_task(room.perform(saying("words")))
        for _ in range(moment):
            await asyncio.sleep(0)
        sender.cancel()
        await asyncio.wait([sender])
        uncertain.append(room.uncertain)
        if not room.uncertain:
            told = sum(isinstance(message, wire.Update) for message in witness.told)
            assert room.table.event_count == len(await place.disk.history(created.table)) == 1 + told
        with suppress(Conflict):  # where it was written after the table had been reloaded
            await room.perform(saying("more words"))
        await room.perform(saying("and more"))
        assert room.table.event_count == len(await place.disk.history(created.table))
    assert set(uncertain) == {False, True}


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        ([encode(OTHER_RULES)], "version 999"),
        ([encode(msgspec.structs.replace(OTHER_RULES, options={"gone": 1}))], "version 999"),
        ([encode(msgspec.structs.replace(OTHER_RULES, seats=9))], "version 999"),
        ([encode(msgspec.structs.replace(OTHER_RULES, game="gone"))], "gone isn't a game"),
        ([encode(OLD), b'{"what":"later","at":1.0,"card":"the queen"}'], "another version of carreau"),
        ([encode(OLD), b"\xff"], "another version of carreau"),
        ([encode(OLD), b'{"what":"acted","at":1.0,"actor":0,"action":0}'], "it is damaged"),
        ([encode(OLD), b'{"what":"hired","at":1.0,"seat":99,"level":"1"}'], "it is damaged"),
        ([encode(OLD).replace(OLD.secret.encode(), b"no hex")], "it is damaged"),
        ([b'{"what":"started","at":1.0}'], "first entry"),
    ],
)
async def test_a_table_that_cannot_be_opened_stays_closed_and_all_others_go_on(
    place: Place, entries: list[bytes], why: str
) -> None:
    for table, stored in (("old", entries), ("new", [encode(put_up("new"))])):
        await place.disk.append(table, 0, stored, About("playing", (), b"{}"))
    await place.rooms.start()
    assert list(place.rooms.in_memory) == ["new"]
    with pytest.raises(NoTable, match=why) as told:
        await place.rooms.open("old")
    assert "queen" not in str(told.value)


# Snapshots


async def test_a_snapshot_that_cannot_be_read_is_replaced_by_the_events(place: Place) -> None:
    await place.disk.append("old", 0, [encode(OLD)], About("open", (), b"{}"), snapshot=b'{"created":"the queen"}')
    room = await place.rooms.open("old")
    await room.perform(saying("it opens"))
    assert room.table.event_count == 2


async def test_a_database_of_an_earlier_version_opens(tmp_path: Path) -> None:
    """Its tables were stored before events and snapshots were renamed; its only snapshot is no longer readable."""
    with closing(sqlite3.connect(tmp_path / "carreau.db")) as connection:
        connection.executescript(EARLIER.read_text(encoding="utf-8"))
    async with opened(tmp_path) as place:
        found = {table: (await place.rooms.open(table)).table for table in ("undone", "snapshot", "ended", "rematch")}
        assert [(table.status, table.event_count, table.decision) for table in found.values()] == [
            ("playing", 14, 9),
            ("playing", 263, 75),
            ("over", 6, 1),
            ("open", 2, 0),
        ]
        assert found["ended"].next_table == "rematch"
        stored = await place.disk.load("snapshot")
        assert stored is not None
        with pytest.raises(BadSnapshot):
            restored(stored.snapshot)
        room = await place.rooms.open("snapshot")
        await room.perform(lambda table, now: commands.chat(table, "host", "Ada", "we go on", now))
        await restored_alike(place, room.table)


async def test_tables_from_before_the_pledges_open_and_go_on(tmp_path: Path) -> None:
    """Games keep their dice, and prove them; tables that haven't started ask for pledges."""
    with closing(sqlite3.connect(tmp_path / "carreau.db")) as connection:
        connection.executescript(OPEN_SHARES.read_text(encoding="utf-8"))
    async with opened(tmp_path) as place:
        await place.rooms.start()
        found = {name: await place.rooms.open(name) for name in ("half", "full", "playing", "snapped", "over")}
        assert [(room.table.status, room.table.seal) for room in found.values()] == [
            *([("open", "")] * 2),
            *([("playing", "")] * 2),
            ("over", ""),
        ]
        for name in ("playing", "snapped"):
            before = found[name].table.record()
            await found[name].perform(lambda table, now: commands.resign(table, "guest-0", 0, now))
            assert found[name].table.record().moves == before.moves
        for name in ("playing", "snapped", "over"):
            proof = proof_in(found[name].table.record().dice, 2)
            assert (proof.scheme, promised(proof)) == (1, proof.commitment)
        room = found["full"]
        with pytest.raises(Refused, match="Ada and Bertrand must open the table first"):
            await room.perform(lambda table, now: commands.start(table, "guest-0", now))
        for seat in (0, 1):
            await room.perform(partial(pledging, seat))
        await room.perform(lambda table, now: commands.start(table, "guest-0", now))
        for seat in (0, 1):
            await room.perform(partial(revealing, seat))
        assert (room.table.status, room.table.record().dice["scheme"]) == ("playing", "2")


def pledging(seat: int, table: Table, now: float) -> list[AnyEvent]:
    pledged = pledge(table.id, table.attempt, table.commitment, seat, share_for(seat))
    return commands.pledge(table, f"guest-{seat}", seat, table.attempt, pledged, now)


def revealing(seat: int, table: Table, now: float) -> list[AnyEvent]:
    return commands.reveal(table, f"guest-{seat}", seat, share_for(seat), now)


async def test_a_start_that_was_cut_off_waits_again_after_a_restart(tmp_path: Path) -> None:
    """However long the server was down, nobody could reveal a share."""
    async with opened(tmp_path) as place:
        room = await place.rooms.create(HOST, NewTable("caro", 2, bots={"1": "1"}))
        pledged = pledge(room.table.id, 1, room.table.commitment, 0, SHARE)
        await room.perform(lambda table, now: commands.sit(table, HOST.id, "Ada", 0, 1, pledged, now))
        await room.perform(lambda table, now: commands.start(table, HOST.id, now))
        assert room.table.starting
    async with opened(tmp_path) as place:
        await place.time.go_on(REVEAL_SECONDS + 5)
        again = await place.rooms.open(room.table.id)
        assert again.table.began == place.time.time()
        await again.perform(lambda table, now: commands.reveal(table, HOST.id, 0, SHARE, now))
        assert again.table.status == "playing"


async def test_a_share_that_is_missing_costs_the_seat_when_the_time_is_over(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        room = await place.rooms.create(HOST, NewTable("caro", 2, bots={"1": "1"}))
        pledged = pledge(room.table.id, 1, room.table.commitment, 0, SHARE)
        await room.perform(lambda table, now: commands.sit(table, HOST.id, "Ada", 0, 1, pledged, now))
        await room.perform(lambda table, now: commands.start(table, HOST.id, now))
        await place.time.go_on(REVEAL_SECONDS + 1)
        await until(lambda: not room.table.starting)
        assert (room.table.missed, room.table.attempt, room.table.seats[0].guest) == (("Ada",), 2, "")


async def restored_alike(place: Place, table: Table) -> None:
    """Check that a table from its newest snapshot, from all its events and in memory is the same."""
    stored = await place.disk.load(table.id)
    assert stored is not None
    assert stored.number == table.event_count  # a new snapshot was taken at once
    whole = replayed(map(decode, await place.disk.history(table.id)))
    assert saved(whole) == saved(table) == saved((await load(place.disk, table.id)).table)


# Rematches


async def resigned(rooms: Rooms) -> Room:
    sits = [SitThere(seat, SHARE) for seat in (0, 1)]
    room = await rooms.create(HOST, NewTable("caro", 2, sit=sits, start=True))
    await room.perform(lambda table, now: commands.resign(table, "host", 0, now))
    return room


async def test_nobody_is_sent_to_a_rematch_that_is_not_on_disk(place: Place) -> None:
    """However the server ends between the two tables, a guest who heard of the new one finds it."""
    room, witness = await resigned(place.rooms), Eye("witness")
    await room.join(witness)
    seen = len(witness.told)
    place.disk.full = True
    with pytest.raises(StoreError, match="full"):
        await place.rooms.rematch(room, HOST)
    assert (room.table.next_table, witness.told[seen:]) == ("", [])
    place.disk.full = False
    new = await place.rooms.rematch(room, HOST)
    assert (await load(place.disk, room.table.id)).table.next_table == new
    assert (await load(place.disk, new)).table.created.rematch_of == room.table.id
