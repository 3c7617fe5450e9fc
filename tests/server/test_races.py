"""Races: the time of sending decides, not the time of arrival, within bounds."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
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
from tests.server.slow_line import near_and_far

pytestmark = pytest.mark.anyio

BOUND = 0.6  # seconds of lag that are compensated at most
SLOW = 0.4  # seconds one way on a slow connection
GAP = 0.2  # seconds between two answers


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("races"), lag_ms=round(1000 * BOUND)) as started:
        yield started


async def raced(clients: Sequence[Client]) -> None:
    """Start, and wait until everybody sees the race."""
    await begin(list(clients))
    assert not any(client.table.race or client.events for client in clients)  # people get ready first
    await all_see(list(clients), lambda client: client.table.race)
    assert all(client.legal for client in clients)


@asynccontextmanager
async def at_race(server: Running) -> AsyncIterator[list[Client]]:
    """Seat two players and start a race."""
    async with for_two(server.url) as clients:
        await raced(clients)
        yield clients


@asynccontextmanager
async def for_two(url: str) -> AsyncIterator[list[Client]]:
    """Seat two people at a Misd table that hasn't started."""
    async with guests(url, 2) as people, at_table(await people[0].create("misd"), people) as clients:
        yield clients


async def claim(client: Client, round_trip: float) -> None:
    """Claim a round trip time."""
    await client.do(wire.Ping(ref=client.ref(), lag=round_trip))


def winner(client: Client) -> int:
    """Return who acted first."""
    return next(told.actor for told in client.events if told.actor >= 0)


# Through the real server


async def test_a_ping_is_not_held_back_with_what_others_are_to_see_first(server: Running) -> None:
    """Otherwise a nearby player would seem far away."""
    async with near_and_far(server.url, up=2 * BOUND, down=0.0) as (near, far):
        await begin([near, far])
        await all_see([far], lambda client: client.table.race)
        await claim(near, 0.0)
        assert not near.table.race


async def test_luck_tells_nothing_of_a_race_before_everybody_sees_it(server: Running) -> None:
    """A nearby player could ask for it while the card is still on its way to the others."""
    async with near_and_far(server.url, up=2 * BOUND, down=0.0) as (near, far):
        await begin([near, far])
        await far.until(lambda: far.table.race)
        asked = asyncio.ensure_future(near.guest.http.get(f"/api/tables/{near.table_id}/luck"))
        await asyncio.wait([asked], timeout=BOUND / 2)
        assert near.table.race or not asked.done()
        assert [luck["draws"] for luck in (await asked).json()] == [1]


async def test_the_answer_sent_first_wins_though_it_arrives_later(server: Running) -> None:
    async with near_and_far(server.url, up=SLOW, down=SLOW) as (near, far):
        await raced((near, far))
        theirs, ours = far.acting(far.legal[0]), near.acting(near.legal[0])
        await far.send(theirs)
        await asyncio.sleep(GAP)
        answers = await asyncio.gather(far.answer(theirs.ref), near.ask(ours))
        assert answers[0].ok
        assert (answers[1].ok, answers[1].code) == (False, "stale")
        await all_see([near, far], lambda client: client.number == max(near.number, far.number))
        assert winner(near) == winner(far) == 1


async def test_no_more_lag_than_the_bound_is_compensated(tmp_path: Path) -> None:
    with running(tmp_path, lag_ms=10) as server:
        async with near_and_far(server.url, up=SLOW, down=SLOW) as (near, far):
            await raced((near, far))
            theirs = far.acting(far.legal[0])
            await far.send(theirs)
            await asyncio.sleep(GAP)
            assert (await near.act(near.legal[0])).ok
            assert (await far.answer(theirs.ref)).code == "stale"
            assert winner(far) == 0


async def test_a_player_who_claims_a_slow_line_sees_no_card_early_and_answers_no_sooner(server: Running) -> None:
    """The server measures the lag itself. When it believed the claim, both went wrong."""
    async with for_two(server.url) as (honest, cheat):
        await claim(cheat, 2 * BOUND)
        await begin([honest, cheat])
        await cheat.until(lambda: cheat.table.race)
        await asyncio.sleep(GAP)
        await claim(honest, 0.0)  # nothing sent earlier arrives after its answer
        assert honest.table.race
        ours, theirs = honest.acting(honest.legal[0]), cheat.acting(cheat.legal[0])
        await honest.send(ours)
        await asyncio.sleep(GAP)
        assert (await cheat.ask(theirs)).code == "stale"
        assert (await honest.answer(ours.ref)).ok
        assert winner(honest) == winner(cheat) == 0


async def test_without_a_rival_nobody_is_held_back(server: Running) -> None:
    async with near_and_far(server.url, up=2 * BOUND, down=0.0) as (near, far):
        await raced((near, far))
        await far.drop()
        await near.until(lambda: isinstance(near.messages[-1], wire.Present))
        assert (await near.act(near.legal[0])).ok


async def test_all_who_act_at_the_same_moment_get_an_answer(server: Running) -> None:
    """Round after round both answer at once; one answer counts, or both if the other player may go on."""
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
    """Everybody decides on the position before anybody has committed: the same decision for all."""
    async with guests(server.url, 3) as people:
        for _ in range(20):
            if await committed(people):
                return
    raise AssertionError("it never came to that")


async def committed(people: list[Guest]) -> bool:
    """Play until several players have to decide at the same time; return False if that doesn't happen."""
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


# Held back


class Track:
    """A race, and the order in which answers go on."""

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
        ([("quick", 0.0), ("slow", 0.3)], ["slow", "quick"]),  # it was on its way when the other arrived
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
    """The last to arrive was sent before the second; releasing the first changes nothing."""
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
