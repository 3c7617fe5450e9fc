"""Quotas by address: for guests, tables, windows and events in a day."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from carreau.server.backlogs import drop_slowest
from carreau.server.close_codes import TOO_MANY
from carreau.server.creation import NewTable, SitThere
from carreau.server.limits import DAY, Limiter, TooFast, per_day
from carreau.table import commands
from tests.server.client import Client, Guest, Lost, guests
from tests.server.hosting import saying
from tests.server.manual_time import settled
from tests.server.place import HOST, SHARE, Place, opened
from tests.server.running import running
from tests.server.viewer import Eye

pytestmark = pytest.mark.anyio

HERE, THERE = "192.0.2.1", "192.0.2.2"


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    async with opened(tmp_path) as found:
        found.rooms.new_tables.rate = per_day(3)
        found.rooms.events.rate = per_day(10)
        yield found


def test_a_debt_is_paid_back_before_more_can_be_spent() -> None:
    limiter = Limiter("events", per_day(10))
    limiter.charge(HERE, 0.0, 25)
    with pytest.raises(TooFast):
        limiter.spend(HERE, 1.4 * DAY, 0)
    limiter.spend(HERE, 1.6 * DAY, 1)
    limiter.spend(THERE, 0.0, 10)
    with pytest.raises(TooFast):
        limiter.spend(THERE, 0.0)


async def create(place: Place, address: str) -> None:
    await place.rooms.create(HOST, NewTable("caro", 2), address)


async def test_an_address_creates_so_many_tables_a_day(place: Place) -> None:
    for _ in range(3):
        await create(place, HERE)
    with pytest.raises(TooFast, match="new tables from your network"):
        await create(place, HERE)
    await create(place, THERE)
    place.time.now += DAY / 3 + 1
    await create(place, HERE)


async def test_an_address_stores_so_many_events_a_day(place: Place) -> None:
    """Regardless of the guests; others at the same table are not refused."""
    room = await place.rooms.create(HOST, NewTable("caro", 2))
    eve, ada = Eye("eve"), Eye("ada")
    eve.address, ada.address = HERE, THERE
    for number in range(10):
        await room.perform(saying(f"{number}"), eve)
    before = room.table.event_count
    with pytest.raises(TooFast, match="moves and messages from your network"):
        await room.perform(saying("more"), eve)
    assert room.table.event_count == before
    await room.perform(saying("hello"), ada)


async def test_moves_of_bots_are_charged_to_their_host_and_never_refused(place: Place) -> None:
    wanted = NewTable("caro", 2, sit=[SitThere(1, SHARE)], bots={"0": "1"}, start=True)
    room = await place.rooms.create(HOST, wanted, HERE)
    place.rooms.events.charge(HERE, place.time.monotonic(), 20)
    await settled()
    assert room.table.match is not None
    place.bots.moves(room.table.match.state.legal(0)[0])
    while room.table.waiting() == [0]:
        await asyncio.sleep(0)
    with pytest.raises(TooFast):
        await create(place, HERE)
    player = Eye(HOST.id)
    player.address = HERE
    with pytest.raises(TooFast):
        await room.perform(lambda table, now: commands.resign(table, HOST.id, 1, now), player)


async def test_an_address_has_so_many_new_guests_a_day(tmp_path: Path) -> None:
    with running(tmp_path, guests_per_address=2) as server:
        async with guests(server.url, 2) as [first, _]:
            refused = await Guest(server.url).http.get("/api/me")
            assert (refused.status_code, "new guests" in refused.json()["text"]) == (429, True)
            assert int(refused.headers["Retry-After"]) > 1000
            assert (await first.http.get("/api/me")).status_code == 200
            elsewhere = await Guest(server.url).http.get("/api/me", headers={"X-Forwarded-For": THERE})
            assert elsewhere.status_code == 200


async def test_an_address_has_so_many_windows_open(tmp_path: Path) -> None:
    with running(tmp_path, sockets_per_address=3) as server:
        async with guests(server.url, 4) as people, AsyncExitStack() as stack:
            table = await people[0].create("caro")
            clients = [await connected(stack, person, table) for person in people[:3]]
            with pytest.raises(Lost) as lost:
                await people[3].connect(table)
            assert str(TOO_MANY) in str(lost.value)
            await clients[0].close()
            await connected(stack, people[3], table)


async def connected(stack: AsyncExitStack, person: Guest, table: str) -> Client:
    client = await person.connect(table)
    stack.push_async_callback(client.close)
    return client


class SlowSocket:
    """A socket with a backlog."""

    def __init__(self, waiting: int) -> None:
        self.waiting = waiting

    def drop(self) -> None:
        self.waiting = 0


@pytest.mark.parametrize(
    ("backlogs", "left"),
    [([30, 20, 10, 0], [30, 20, 10, 0]), ([50, 20, 30, 0], [0, 20, 30, 0]), ([90, 80, 70], [0, 0, 0])],
)
def test_the_slowest_readers_are_dropped_once_all_together_take_too_much(backlogs: list[int], left: list[int]) -> None:
    sockets = [SlowSocket(each) for each in backlogs]
    drop_slowest(sockets, 60)
    assert [each.waiting for each in sockets] == left
