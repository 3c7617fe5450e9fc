"""Who was first: by when it was sent and not by when it came, within bounds; what is to be seen reaches all at once.

Times are asserted only where a generous wait has to have passed; how long messages are delayed is read off the values.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from carreau.core.game import SPECTATOR
from carreau.games.catalogue import game
from carreau.server import wire
from carreau.server.bot_pool import BotPool
from carreau.server.house import summary
from carreau.server.live import LiveTable
from carreau.server.metrics import Metrics
from carreau.server.race import Race
from carreau.server.sqlite import SqliteStore
from carreau.table.events import encode
from tests.server.client import Client, Guest, at_table, decode, guests
from tests.server.playing import all_see, begin
from tests.server.running import Running, running
from tests.table.play import Play, guest

BOUND = 1.0  # seconds that are made good at most
LONGEST = 5.0  # seconds that a server can be told to make good
HOUR = 3600.0
Test = Callable[[list[Client]], Awaitable[None]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("races"), lag_ms=round(1000 * BOUND)) as started:
        yield started


def at_race(server: Running, test: Test) -> None:
    """Two players, and a race that has begun."""

    async def together() -> None:
        async with guests(server.url, 2) as people, at_table(await people[0].create("misd"), people) as clients:
            await begin(clients)
            assert not any(client.table.race or client.events for client in clients)  # people get ready first
            await all_see(clients, lambda client: client.table.race)
            assert all(client.legal for client in clients)
            await test(clients)

    asyncio.run(together())


async def measure(client: Client, lag: float) -> None:
    """Tell the server how long a message needs there and back."""
    await client.do(wire.Ping(ref=client.ref(), lag=lag))


def winner(client: Client) -> int:
    """Who has acted first."""
    return next(told.actor for told in client.events if told.actor >= 0)


# Through the real server


def test_a_ping_is_not_held_back_with_what_others_are_to_see_first(tmp_path: Path) -> None:
    """Or whoever is near would be taken for somebody far away."""

    async def together(url: str) -> None:
        async with guests(url, 2) as people, at_table(await people[0].create("misd"), people) as clients:
            near, far = clients
            await measure(far, 2 * LONGEST)
            await begin(clients)
            await all_see([far], lambda client: client.table.race)
            await measure(near, 0.0)
            assert not near.table.race

    with running(tmp_path, lag_ms=round(1000 * LONGEST)) as server:
        asyncio.run(together(server.url))


def test_luck_tells_nothing_of_a_race_before_everybody_sees_it(server: Running) -> None:
    """Whoever is near could ask for it while the card is still on its way to the others."""

    async def together() -> None:
        async with guests(server.url, 2) as people, at_table(await people[0].create("misd"), people) as clients:
            near, far = clients
            await measure(far, 2 * BOUND)
            await begin(clients)
            await far.until(lambda: far.table.race)
            asked = asyncio.ensure_future(near.guest.http.get(f"/api/tables/{near.table_id}/luck"))
            await asyncio.wait([asked], timeout=BOUND / 2)
            assert near.table.race or not asked.done()
            assert [luck["draws"] for luck in (await asked).json()] == [1]

    asyncio.run(together())


def test_who_has_sent_first_wins_though_it_comes_later(server: Running) -> None:
    async def test(clients: list[Client]) -> None:
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

    at_race(server, test)


def test_no_more_is_made_good_than_the_bound(server: Running) -> None:
    async def test(clients: list[Client]) -> None:
        quick, slow = clients
        await measure(slow, 60.0)
        ours, theirs = quick.acting(quick.legal[0]), slow.acting(slow.legal[0])
        assert (await quick.ask(ours)).ok
        assert (await slow.ask(theirs)).code == "stale"
        assert winner(slow) == 0

    at_race(server, test)


def test_without_a_rival_nobody_is_held_back_for_ever(server: Running) -> None:
    async def test(clients: list[Client]) -> None:
        quick, slow = clients
        await measure(slow, 2 * BOUND)
        await slow.drop()
        await quick.until(lambda: isinstance(quick.messages[-1], wire.Present))
        assert (await quick.act(quick.legal[0])).ok

    at_race(server, test)


def test_all_who_act_at_the_same_moment_get_an_answer(server: Running) -> None:
    """Round after round both answer at once; one of them counts, or both where the other may go on."""

    async def test(clients: list[Client]) -> None:
        rng = Random(1)
        for _ in range(20):
            await all_see(clients, lambda client: client.number == max(each.number for each in clients))
            racing = [client for client in clients if client.legal and not client.over]
            if not racing:
                break
            answers = await asyncio.gather(*(client.act(rng.choice(client.legal)) for client in racing))
            assert any(answer.ok for answer in answers)
            assert all(answer.ok or answer.code in ("stale", "illegal", "over") for answer in answers)

    at_race(server, test)


def test_all_who_commit_at_the_same_moment_are_heard(server: Running) -> None:
    """Everybody decides on what was there before anybody had: the same decision for all."""

    async def committed(people: list[Guest]) -> bool:
        """Whether it came to that in a game."""
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

    async def together() -> None:
        async with guests(server.url, 3) as people:
            for _ in range(20):
                if await committed(people):
                    return
        raise AssertionError("it never came to that")

    asyncio.run(together())


def test_a_race_is_seen_later_by_those_who_would_see_it_sooner(server: Running) -> None:
    """The slow one's message is sent at once; on the quick one's way it waits."""

    async def test(clients: list[Client]) -> None:
        quick, slow = clients
        await measure(slow, 2 * BOUND)
        order: list[Client] = []
        noted = [asyncio.ensure_future(note(client, order)) for client in clients]
        assert (await slow.act(slow.legal[0])).ok
        await asyncio.gather(*noted)
        assert order == [slow, quick]
        assert slow.table == quick.table

    at_race(server, test)


async def note(client: Client, order: list[Client]) -> None:
    """Write down who was told of the next thing."""
    number = client.number
    await client.until(lambda: client.number > number)
    order.append(client)


# By their values


class Watching:
    """A viewer who keeps what is sent, and how long it is held back."""

    def __init__(self, who: str, pov: int, lag: float) -> None:
        self.guest = who
        self.pov = pov
        self.lag = lag
        self.sent: list[tuple[bytes, float]] = []

    def send(self, message: bytes, delay: float = 0.0) -> None:
        self.sent.append((message, delay))


@asynccontextmanager
async def live(name: str, folder: Path) -> AsyncIterator[LiveTable]:
    """A table at which a game has begun; its bots are not asked."""
    store, play = SqliteStore(folder / "carreau.db"), Play(game(name)).started()
    try:
        await store.append(play.table.id, 0, [encode(entry) for entry in play.journal])
        yield LiveTable(play.table, store, BotPool(1), Metrics(), summary, grace=1.0)
    finally:
        await store.close()


def told_to(name: str, folder: Path, *viewers: Watching) -> None:
    async def tell() -> None:
        async with live(name, folder) as table:
            table.viewers.update(viewers)
            table.tell([], 0, [])

    asyncio.run(tell())


def test_what_starts_a_race_arrives_everywhere_at_the_same_time(tmp_path: Path) -> None:
    viewers = [Watching(guest(0), 0, 0.01), Watching(guest(1), 1, 0.3), Watching("somebody", SPECTATOR, 0.1)]
    told_to("misd", tmp_path, *viewers)
    arrivals = [viewer.lag + viewer.sent[0][1] for viewer in viewers]
    assert arrivals == [pytest.approx(0.3)] * 3


@pytest.mark.parametrize(("name", "held_back"), [("misd", True), ("caro", False)])
def test_whoever_connects_anew_sees_a_race_no_sooner_than_the_others(
    name: str, held_back: bool, tmp_path: Path
) -> None:
    """Nor through another window of their own."""
    slow, again = Watching(guest(1), 1, HOUR), Watching(guest(0), SPECTATOR, 0.0)

    async def test() -> None:
        async with live(name, tmp_path) as table:
            table.viewers.add(slow)
            table.tell([], 0, [])
            await table.join(again)
            await table.set_pov(again, 0)

    asyncio.run(test())
    shown = [delay for message, delay in again.sent if isinstance(decode(message), wire.Snapshot)]
    assert [delay > HOUR / 2 for delay in shown] == [held_back] * 2


def test_whoever_connects_when_all_have_seen_a_race_sees_it_at_once(tmp_path: Path) -> None:
    again = Watching(guest(0), SPECTATOR, 0.0)

    async def test() -> None:
        async with live("misd", tmp_path) as table:
            table.viewers.add(Watching(guest(1), 1, HOUR))
            await table.join(again)

    asyncio.run(test())
    assert [delay for _, delay in again.sent] == [0.0] * len(again.sent)


def test_a_race_stays_held_back_and_seats_closed_when_its_table_is_opened_again(tmp_path: Path) -> None:
    """Whoever looks through a seat that is not theirs on disk watches from then on."""
    slow, other = Watching(guest(1), 1, HOUR), Watching("somebody", 0, 0.0)

    async def test() -> None:
        async with live("misd", tmp_path) as before:
            before.viewers |= {slow, other}
            again = LiveTable(before.table, before.store, BotPool(1), Metrics(), summary, grace=1.0)
            again.take_over(before)
            assert (again.viewers, again.arrives > 0.0) == ({slow, other}, True)

    asyncio.run(test())
    assert (slow.pov, other.pov) == (1, SPECTATOR)
    assert [delay > HOUR / 2 for viewer in (slow, other) for _, delay in viewer.sent] == [False, True]


def test_an_answer_that_is_held_back_is_heard_before_time_is_called(tmp_path: Path) -> None:
    """The table's time has been up for long when its alarm is set; the answer was there before."""
    quick = Watching(guest(0), 0, 0.0)

    async def test() -> list[int]:
        async with live("misd", tmp_path) as table:
            table.viewers |= {quick, Watching(guest(1), 1, HOUR)}
            match = table.table.match
            assert match is not None
            drawn, answer = len(match.moves), match.state.legal(0)[0]
            acting = asyncio.ensure_future(
                table.act(quick, wire.Act(ref="a", seat=0, decision=table.table.decision, action=answer))
            )
            await asyncio.sleep(0)
            table.set_alarm()
            while not table.tasks:
                await asyncio.sleep(0.001)
            await asyncio.wait(table.tasks, timeout=0.1)  # what it does unless it waits
            table.race.release(table.race.held[0][0])
            await acting
            await table.stop()
            return [move.actor for move in match.moves[drawn:]]

    assert asyncio.run(test())[0] == 0


def test_what_is_no_race_is_told_at_once(tmp_path: Path) -> None:
    viewers = [Watching(guest(0), 0, 0.01), Watching(guest(1), 1, 0.3)]
    told_to("caro", tmp_path, *viewers)
    assert [viewer.sent[0][1] for viewer in viewers] == [0.0, 0.0]


def test_a_seat_that_is_not_ones_own_is_not_seen_through(tmp_path: Path) -> None:
    """Whatever a viewer was looking through before."""
    viewers = [Watching(guest(0), 0, 0.0), Watching(guest(0), 1, 0.0), Watching("somebody", 1, 0.0)]
    told_to("raufer", tmp_path, *viewers)
    povs = []
    for viewer in viewers:
        message = decode(viewer.sent[0][0])
        assert isinstance(message, wire.Update)
        assert message.position is not None
        povs.append((message.position.pov, message.position.view["seat"], viewer.pov))
    assert povs == [(0, 0, 0), (-1, -1, -1), (-1, -1, -1)]


@pytest.mark.parametrize(
    ("arrivals", "first"),
    [
        ([("quick", 0.0), ("slow", 0.3)], "slow"),  # it was on its way when the other came
        ([("slow", 0.3), ("quick", 0.0)], "slow"),
        ([("quick", 0.0), ("quicker", 0.0)], "quick"),
        ([("one", 0.1), ("other", 0.1)], "one"),
    ],
)
def test_those_who_are_held_back_go_on_in_the_order_of_sending(arrivals: list[tuple[str, float]], first: str) -> None:
    order: list[str] = []

    async def arrive(race: Race, name: str, lag: float, others: float) -> None:
        await race.turn(lag, others)
        order.append(name)

    async def together() -> None:
        race = Race()
        for name, lag in arrivals:
            others = max(other for each, other in arrivals if each != name)
            entrants.append(asyncio.ensure_future(arrive(race, name, lag, others)))
            await asyncio.sleep(0)
        await asyncio.gather(*entrants)

    entrants: list[asyncio.Future[None]] = []
    asyncio.run(together())
    assert order[0] == first
    assert len(order) == len(arrivals)


def test_each_is_held_back_until_nothing_sent_earlier_can_come() -> None:
    """The last to come has been on its way since before the second; that the first goes on changes nothing."""

    async def together() -> list[str]:
        race, order, slowest = Race(), list[str](), 0.4

        async def arrive(name: str, at: float, lag: float) -> None:
            await asyncio.sleep(at)
            await race.turn(lag, 0.0 if lag else slowest)
            order.append(name)

        await asyncio.gather(arrive("first", 0.0, 0.0), arrive("second", 0.3, 0.0), arrive("slow", 0.55, slowest))
        return order

    assert asyncio.run(together()) == ["first", "slow", "second"]


def test_those_who_are_due_together_go_on_in_the_order_of_sending() -> None:
    """As after a moment in which the server was busy."""

    async def together() -> list[str]:
        race, order = Race(), list[str]()

        async def arrive(name: str, lag: float) -> None:
            await race.turn(lag, 3600.0)
            order.append(name)

        entrants = [asyncio.ensure_future(arrive(*each)) for each in [("last", 0.0), ("first", 20.0), ("second", 10.0)]]
        await asyncio.sleep(0)
        race.release(max(sent for sent, _ in race.held))
        await asyncio.gather(*entrants)
        return order

    assert asyncio.run(together()) == ["first", "second", "last"]


def test_who_goes_away_while_being_held_back_holds_up_nobody() -> None:
    async def together() -> list[str]:
        race, order = Race(), list[str]()

        async def arrive(name: str, lag: float) -> None:
            await race.turn(lag, 0.05)
            order.append(name)

        gone, stays = asyncio.ensure_future(arrive("gone", 0.01)), asyncio.ensure_future(arrive("stays", 0.0))
        await asyncio.sleep(0)
        gone.cancel()
        await stays
        return order

    assert asyncio.run(together()) == ["stays"]
