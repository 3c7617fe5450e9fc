"""Several servers on one PostgreSQL database: real processes that are killed, paused and restarted."""

import asyncio
import signal
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random
from time import monotonic

import httpx
import pytest

from carreau.server import news, wire
from carreau.server.close_codes import BANNED, MOVED, NO_TABLE, WHO
from carreau.server.limits import Limiter, Rate, TooFast, per_day
from carreau.server.ownership import Elsewhere, Peer
from carreau.server.peers import Peers
from carreau.server.postgresql.store import PostgresStore
from carreau.server.settings import PostgresUrl
from carreau.server.sharing import Sharing
from tests.server.client import PATIENCE, Client, Guest, Lost, at_table
from tests.server.crash import Evening, Player, compare, go_on_everywhere
from tests.server.faults import refused_start
from tests.server.operating import Operator, gone
from tests.server.playing import all_see, begin, play_on
from tests.server.running import Running
from tools.postgres import Postgres
from tools.server_process import started

pytestmark = pytest.mark.anyio

LEASE = 2  # seconds: less, and a busy machine loses leases
KEYS = "k" * 32


@contextmanager
def cluster(postgres: Postgres, folder: Path, number: int) -> Iterator[list[Running]]:
    """Run some servers on one database; each has its own folder, as on machines of their own."""
    url, servers = postgres.schema(), []
    for name in range(number):
        (own := folder / str(name)).mkdir()
        servers.append(Running(own, postgresql=url, bots=1, lease_seconds=LEASE, keys=KEYS, log_level="info"))
    with started(servers):
        yield servers


@pytest.fixture(scope="module")
def three(postgres_server: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Running]]:
    with cluster(postgres_server, tmp_path_factory.mktemp("three"), 3) as servers:
        yield servers


class Roamer(Guest):
    """A guest behind a proxy that sends each connection to the next server."""

    def __init__(self, servers: list[Running]) -> None:
        super().__init__(servers[0].url)
        self.servers = cycle(servers)

    async def connect(self, table: str) -> Client:
        use(self, next(self.servers))
        return await super().connect(table)


def use(guest: Guest, server: Running) -> None:
    guest.url = server.url
    guest.http.base_url = httpx.URL(server.url)


@asynccontextmanager
async def people_at(*servers: list[Running]) -> AsyncIterator[list[Guest]]:
    """Create a guest for each list of servers, who use those in turn."""
    people = [Roamer(own) for own in servers]
    try:
        yield [await guest.arrive() for guest in people]
    finally:
        for guest in people:
            await guest.http.aclose()


async def test_players_at_different_servers_play_a_whole_game(three: list[Running]) -> None:
    async with people_at(*([server] for server in three)) as people:
        table = await people[0].create("raufer", seats=3)
        async with at_table(table, people) as clients:
            await begin(clients)
            await asyncio.gather(*(play_on(client, Random(seat)) for seat, client in enumerate(clients)))
            await all_see(clients, lambda client: client.over)
            assert len({await guest.record(table) for guest in people}) == 1
    for server in three:
        server.check()


async def test_operators_decide_for_all_servers(three: list[Running]) -> None:
    async with people_at(*([server] for server in three)) as people:
        operator = Operator(three[1])
        table = await people[0].create("caro", seats=2)
        async with at_table(table, people) as clients, operator.http:
            async with asyncio.timeout(PATIENCE):  # a list leaves out servers that are slow to answer
                while [found["viewers"] for found in await operator.list("tables", table)] != [3]:
                    await asyncio.sleep(0.1)
            assert len({window["address"] for window in await operator.list("addresses")}) == 1
            await operator.act("announce", text="Back at noon")
            for client in clients:
                await client.until(partial(client.messages.__contains__, wire.Announcement(text="Back at noon")))
            await operator.act("ban_somebody", who=people[2].id, hours=1)
            assert await gone(clients[2]) == BANNED
            with pytest.raises(Lost):
                await people[2].connect(table)
            await operator.act("sign_out_guest", guest=people[1].id)
            assert await gone(clients[1]) == WHO
            await operator.act("close_table", table=table)
            assert await gone(clients[0]) == NO_TABLE
            await operator.act("announce", text="")


async def test_the_lobby_of_each_server_knows_the_tables_of_all(three: list[Running]) -> None:
    async with people_at([three[0]], [three[1]]) as people:
        table = await people[0].create("caro", seats=2, private=False)
        async with at_table(table, people) as clients:
            await begin(clients)
            [turn] = [seat for seat, client in enumerate(clients) if client.legal]
            lobby = (await people[1].http.get("/api/tables")).json()
            assert table in [each["id"] for each in lobby["open"]]
            [own] = [each for each in lobby["yours"] if each["id"] == table]
            assert (own["waiting"], own["own"]) == ([turn], [1])


async def test_pages_of_all_servers_know_the_game_of_a_table(three: list[Running]) -> None:
    async with people_at(three) as [guest]:
        table = await guest.create("carat", seats=2)
        for server in three:
            use(guest, server)
            pages = [(await guest.http.get(f"/table/{name}")).text for name in (table, table[:-1])]
            assert ['data-game="carat"' in page for page in pages] == [True, False]


@pytest.mark.parametrize("name", ["one record", "another record"])
async def test_all_servers_agree_on_which_one_analyses_a_record(name: str) -> None:
    servers = {each: Peer(each, f"{each}:8000") for each in ("a", "b", "c")}

    assert len({home(server, servers, name) for server in servers}) == 1


def home(server: str, servers: dict[str, Peer], name: str) -> str:
    """Return the server that this one sends a record of that name to."""
    peers = Peers(server, [b""], lease=1.0)
    peers.alive = {each: peer for each, peer in servers.items() if each != server}
    try:
        peers.home(name)
    except Elsewhere as error:
        return error.peer.id
    return server


def test_a_server_that_would_refuse_the_cookies_of_the_others_does_not_start(
    three: list[Running], tmp_path: Path
) -> None:
    stranger = Running(tmp_path, postgresql=three[0].postgresql, keys="x" * 32)
    assert "signs cookies with another key: give all servers the same CARREAU_KEYS" in refused_start(tmp_path, stranger)


# Limits


@asynccontextmanager
async def sharing(url: PostgresUrl, number: int) -> AsyncIterator[list[Sharing]]:
    """Yield what some servers tell each other about their limits."""
    async with AsyncExitStack() as stack:
        found: list[Sharing] = []
        for each in range(number):
            store = PostgresStore(url)
            await store.open()
            stack.push_async_callback(store.close)
            limiters = {"chat": Limiter("chat messages", Rate(1, 10)), "guests": Limiter("guests", per_day(500))}
            found.append(told := Sharing(store.ownership, limiters, Counter()))
            await store.ownership.join(f"here:{each}", "key", 60.0, partial(take, told))
        yield found


def take(sharing: Sharing, message: str) -> None:
    match message and news.decode(message):
        case news.Spent() as spent:
            sharing.spent_elsewhere(spent)
        case news.Windows() as told:
            sharing.open_elsewhere(told)


async def test_what_is_spent_at_one_server_is_spent_at_all(url: PostgresUrl) -> None:
    async with sharing(url, 3) as servers:
        one, other, _ = servers
        now = monotonic()
        one.limiters["chat"].spend("ada", now, 10)
        one.limiters["guests"].spend("192.0.2.7", now, 1)
        one.windows.update({"ada": 8, "eve": 1})
        await one.report(1.0, servers=3)
        await becomes_true(lambda: other.windows_of("ada") == 8)
        with pytest.raises(TooFast):
            other.limiters["chat"].spend("ada", now)
        other.limiters["guests"].spend("192.0.2.7", monotonic(), 499)
        with pytest.raises(TooFast):
            other.limiters["guests"].spend("192.0.2.7", monotonic())
        other.limiters["chat"].spend("eve", now, 10)
        one.windows.clear()
        await one.report(1.0, servers=3)
        await becomes_true(lambda: other.windows_of("ada") == 0)


async def becomes_true(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not done():
            await asyncio.sleep(0.01)


# Faults


@asynccontextmanager
async def playing(owner: Running, players: list[list[Running]]) -> AsyncIterator[Evening]:
    """Let people play game after game at a table of one server, until the end."""
    assert owner.postgresql
    evening = Evening(owner.url, owner.postgresql, seed=1)
    async with people_at(*players) as people:
        use(people[0], owner)
        table = await people[0].create("caro", seats=len(people))
        those = [Player(evening, guest, table, seat) for seat, guest in enumerate(people)]
        going = [asyncio.create_task(one.play(lambda one: one.finished or evening.over)) for one in those]
        try:
            yield evening
            evening.over = True
            await asyncio.wait_for(asyncio.gather(*going), PATIENCE)
            await asyncio.wait_for(go_on_everywhere(evening), PATIENCE)
        finally:
            for each in going:
                each.cancel()


async def moves(evening: Evening, more: int) -> None:
    """Wait for some more moves, or the end of the game."""
    goal = accepted(evening) + more
    async with asyncio.timeout(PATIENCE):
        while accepted(evening) < goal and not any(one.finished for one in evening.players):
            await asyncio.sleep(0.01)


def figure(server: Running, name: str) -> float:
    lines = httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text.splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith(name))


def accepted(evening: Evening) -> int:
    return sum(one.accepted for one in evening.players)


async def test_play_goes_on_at_another_server_when_the_owner_is_killed(three: list[Running]) -> None:
    """Nobody has to come to a table for that: another one has only a bot."""
    owner, *others = three
    async with playing(owner, [others, others]) as evening:
        await evening.players[0].guest.create("caro", seats=2, bots={"0": "1", "1": "1"}, start=True)
        await moves(evening, 4)
        before = sum(figure(server, "carreau_adopted_tables_total") for server in others)
        await asyncio.to_thread(owner.kill)
        await moves(evening, 4)
        await becomes_true(lambda: sum(figure(server, "carreau_adopted_tables_total") for server in others) > before)
        await asyncio.to_thread(owner.start)
    found = await compare(evening)
    assert found.accepted >= 8


async def test_a_server_that_stops_hands_its_tables_over(three: list[Running]) -> None:
    owner, *others = three
    async with playing(owner, [three, others]) as evening:
        await moves(evening, 4)
        await asyncio.to_thread(owner.stop)
        await moves(evening, 4)
        await asyncio.to_thread(owner.start)
    assert (await compare(evening)).accepted >= 8
    for server in others:
        server.check()


async def test_a_server_that_was_paused_writes_nothing_after_another_has_taken_over(three: list[Running]) -> None:
    """Its last command is on its way while it is paused, and nothing else has happened at the table."""
    owner, other, _ = three
    async with people_at([owner], [other]) as people:
        table = await people[0].create("caro", seats=2)
        async with at_table(table, people) as clients:
            await begin(clients)
            [mover] = [client for client in clients if client.legal]
        async with at_table(table, [people[0]]) as [there]:
            assert owner.process is not None
            owner.process.send_signal(signal.SIGSTOP)
            try:
                await there.send(wire.Chat(ref="late", text="too late"))
                async with at_table(table, [people[1]]) as [here]:
                    before = here.number
                    owner.process.send_signal(signal.SIGCONT)
                    await there.until(lambda: there.closed is not None)
                    assert there.closed is not None
                    assert there.closed.rcvd is not None
                    assert there.closed.rcvd.code == MOVED
                    assert "late" not in there.answers
                    await here.settled()
                    assert (here.number, here.chat) == (before, [])
            finally:
                owner.process.send_signal(signal.SIGCONT)
        async with at_table(table, people) as clients:
            [mover] = [client for client in clients if client.legal]
            assert (await mover.act(mover.legal[0])).ok
            await all_see(clients, lambda client: len(client.events) == 1)
    for server in three:
        server.check()
