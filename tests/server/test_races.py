"""Who was first: by when it was sent and not by when it came, within bounds."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from carreau.server import wire
from carreau.server.race import Race
from tests.server.client import Client, Guest, at_table, guests
from tests.server.manual_time import ManualTime, settled
from tests.server.playing import all_see, begin
from tests.server.running import Running, running

pytestmark = pytest.mark.anyio

BOUND = 1.0  # seconds that are made good at most
LONGEST = 5.0  # seconds that a server can be told to make good


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("races"), lag_ms=round(1000 * BOUND)) as started:
        yield started


@asynccontextmanager
async def at_race(server: Running) -> AsyncIterator[list[Client]]:
    """Two players, and a race that has begun."""
    async with guests(server.url, 2) as people, at_table(await people[0].create("misd"), people) as clients:
        await begin(clients)
        assert not any(client.table.race or client.events for client in clients)  # people get ready first
        await all_see(clients, lambda client: client.table.race)
        assert all(client.legal for client in clients)
        yield clients


@asynccontextmanager
async def for_two(url: str) -> AsyncIterator[list[Client]]:
    """Two people at a table of Misd that has not started."""
    async with guests(url, 2) as people, at_table(await people[0].create("misd"), people) as clients:
        yield clients


async def measure(client: Client, lag: float) -> None:
    """Tell the server how long a message needs there and back."""
    await client.do(wire.Ping(ref=client.ref(), lag=lag))


def winner(client: Client) -> int:
    """Who has acted first."""
    return next(told.actor for told in client.events if told.actor >= 0)


async def note(client: Client, order: list[Client]) -> None:
    """Write down who was told of the next thing."""
    number = client.number
    await client.until(lambda: client.number > number)
    order.append(client)


# Through the real server


async def test_a_ping_is_not_held_back_with_what_others_are_to_see_first(tmp_path: Path) -> None:
    """Or whoever is near would be taken for somebody far away."""
    with running(tmp_path, lag_ms=round(1000 * LONGEST)) as server:
        async with for_two(server.url) as (near, far):
            await measure(far, 2 * LONGEST)
            await begin([near, far])
            await all_see([far], lambda client: client.table.race)
            await measure(near, 0.0)
            assert not near.table.race


async def test_luck_tells_nothing_of_a_race_before_everybody_sees_it(server: Running) -> None:
    """Whoever is near could ask for it while the card is still on its way to the others."""
    async with for_two(server.url) as (near, far):
        await measure(far, 2 * BOUND)
        await begin([near, far])
        await far.until(lambda: far.table.race)
        asked = asyncio.ensure_future(near.guest.http.get(f"/api/tables/{near.table_id}/luck"))
        await asyncio.wait([asked], timeout=BOUND / 2)
        assert near.table.race or not asked.done()
        assert [luck["draws"] for luck in (await asked).json()] == [1]


async def test_who_has_sent_first_wins_though_it_comes_later(server: Running) -> None:
    async with at_race(server) as clients:
        quick, slow = clients
        await measure(slow, 2 * BOUND)
        ours, theirs = quick.acting(quick.legal[0]), slow.acting(slow.legal[0])
        await quick.send(ours)
        await asyncio.sleep(BOUND / 10)
        answers = await asyncio.gather(quick.answer(ours.ref), slow.ask(theirs))
        assert answers[1].ok
        assert (answers[0].ok, answers[0].code) == (False, "stale")
        await all_see(clients, lambda client: client.number == max(quick.number, slow.number))
        assert winner(quick) == winner(slow) == 1


async def test_no_more_is_made_good_than_the_bound(server: Running) -> None:
    async with at_race(server) as (quick, slow):
        await measure(slow, 60.0)
        ours, theirs = quick.acting(quick.legal[0]), slow.acting(slow.legal[0])
        assert (await quick.ask(ours)).ok
        assert (await slow.ask(theirs)).code == "stale"
        assert winner(slow) == 0


async def test_without_a_rival_nobody_is_held_back_for_ever(server: Running) -> None:
    async with at_race(server) as (quick, slow):
        await measure(slow, 2 * BOUND)
        await slow.drop()
        await quick.until(lambda: isinstance(quick.messages[-1], wire.Present))
        assert (await quick.act(quick.legal[0])).ok


async def test_all_who_act_at_the_same_moment_get_an_answer(server: Running) -> None:
    """Round after round both answer at once; one of them counts, or both where the other may go on."""
    async with at_race(server) as clients:
        rng = Random(1)
        for _ in range(20):
            await all_see(clients, lambda client: client.number == max(each.number for each in clients))
            racing = [client for client in clients if client.legal and not client.over]
            if not racing:
                break
            answers = await asyncio.gather(*(client.act(rng.choice(client.legal)) for client in racing))
            assert any(answer.ok for answer in answers)
            assert all(answer.ok or answer.code in ("stale", "illegal", "over") for answer in answers)


async def test_all_who_commit_at_the_same_moment_are_heard(server: Running) -> None:
    """Everybody decides on what was there before anybody had: the same decision for all."""
    async with guests(server.url, 3) as people:
        for _ in range(20):
            if await committed(people):
                return
    raise AssertionError("it never came to that")


async def committed(people: list[Guest]) -> bool:
    """Play until several have to decide at the same time; False if it didn't come to that."""
    rng = Random(2)
    async with at_table(await people[0].create("plan"), people) as clients:
        await begin(clients)
        while not clients[0].over:
            await all_see(clients, lambda client: client.number == max(each.number for each in clients))
            acting = [client for client in clients if client.legal]
            answers = await asyncio.gather(*(client.act(rng.choice(client.legal)) for client in acting))
            assert all(answer.ok for answer in answers), answers
            if len(answers) > 1:
                return True
    return False


async def test_a_race_is_seen_later_by_those_who_would_see_it_sooner(server: Running) -> None:
    """The slow one's message is sent at once; on the quick one's way it waits."""
    async with at_race(server) as (quick, slow):
        await measure(slow, 2 * BOUND)
        order: list[Client] = []
        noted = [asyncio.ensure_future(note(client, order)) for client in (quick, slow)]
        assert (await slow.act(slow.legal[0])).ok
        await asyncio.gather(*noted)
        assert order == [slow, quick]
        assert slow.table == quick.table


# Held back


class Track:
    """A race, and the order in which those who arrive go on."""

    def __init__(self) -> None:
        self.time = ManualTime()
        self.race = Race(self.time)
        self.order: list[str] = []

    def arrive(self, name: str, lag: float, others: float) -> asyncio.Task[None]:
        return asyncio.create_task(self.run(name, lag, others))

    async def run(self, name: str, lag: float, others: float) -> None:
        await self.race.turn(lag, others)
        self.order.append(name)


@pytest.mark.parametrize(
    ("arrivals", "order"),
    [
        ([("quick", 0.0), ("slow", 0.3)], ["slow", "quick"]),  # it was on its way when the other came
        ([("slow", 0.3), ("quick", 0.0)], ["slow", "quick"]),
        ([("quick", 0.0), ("quicker", 0.0)], ["quick", "quicker"]),
        ([("one", 0.1), ("other", 0.1)], ["one", "other"]),
    ],
)
async def test_those_who_are_held_back_go_on_in_the_order_of_sending(
    arrivals: list[tuple[str, float]], order: list[str]
) -> None:
    track = Track()
    for name, lag in arrivals:
        track.arrive(name, lag, max(other for each, other in arrivals if each != name))
        await track.time.go_on(0.001)
    await track.time.go_on(0.3)
    assert track.order == order


async def test_each_is_held_back_until_nothing_sent_earlier_can_come() -> None:
    """The last to come has been on its way since before the second; that the first goes on changes nothing."""
    track, slowest = Track(), 0.4
    track.arrive("first", 0.0, slowest)
    await track.time.go_on(0.3)
    track.arrive("second", 0.0, slowest)
    await track.time.go_on(0.25)
    assert track.order == ["first"]
    track.arrive("slow", slowest, 0.0)
    await track.time.go_on(0.1)
    assert track.order == ["first", "slow"]
    await track.time.go_on(0.1)
    assert track.order == ["first", "slow", "second"]


async def test_those_who_are_due_together_go_on_in_the_order_of_sending() -> None:
    """As after a moment in which the server was busy."""
    track = Track()
    for name, lag in [("last", 0.0), ("first", 20.0), ("second", 10.0)]:
        track.arrive(name, lag, 3600.0)
    await settled()
    track.race.release(max(sent for sent, _ in track.race.held))
    await settled()
    assert track.order == ["first", "second", "last"]


async def test_who_goes_away_while_being_held_back_holds_up_nobody() -> None:
    track = Track()
    gone = track.arrive("gone", 0.01, 0.05)
    track.arrive("stays", 0.0, 0.05)
    await settled()
    gone.cancel()
    await track.time.go_on(0.05)
    assert track.order == ["stays"]
