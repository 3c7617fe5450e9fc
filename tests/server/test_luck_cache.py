"""Luck is computed in a worker process, once for all guests, and yields to moves."""

import asyncio
from pathlib import Path

import pytest

from carreau.core.record import Record
from carreau.games.catalogue import game
from carreau.server.bot_pool import BotPool
from carreau.server.bot_protocol import GameHistory
from carreau.server.limits import TooFast
from carreau.server.luck_cache import CACHED, PER_GUEST, LuckCache
from carreau.table import commands
from carreau.table.luck import Luck, luck
from tests.server.bots import played, started, to_move
from tests.server.in_process import begun, visited

pytestmark = pytest.mark.anyio

START = GameHistory("caro", 2, {}, ())


def recorded(history: GameHistory) -> Record:
    return Record(game(history.game, history.seats), ["", ""], history.moves)


@pytest.mark.parametrize("seat", [-1, 0])
async def test_a_worker_computes_the_same_luck_as_this_process(seat: int) -> None:
    history = played("schlauraff", 2, 30)
    async with started() as pool:
        assert await pool.luck(history, seat) == luck(recorded(history), seat)


async def test_a_move_does_not_wait_for_luck() -> None:
    long, short = played("carre", 4, 3000), played("bauab", 2, 4)
    async with started() as pool:
        counting = asyncio.create_task(pool.luck(long, 0))
        await asyncio.sleep(0.1)  # it has started
        await pool.choose("table", short, to_move(short), "1", 1)
        assert not counting.done()
        assert await counting == luck(recorded(long), 0)


class Slow(BotPool):
    """Slow figures of luck that notice concurrent computations."""

    def __init__(self) -> None:
        super().__init__(1)
        self.seats: list[int] = []
        self.busy = False

    async def luck(self, history: GameHistory, seat: int, guest: str = "", address: str = "") -> list[Luck]:
        assert not self.busy, "two at a time"
        self.busy = True
        await asyncio.sleep(0.01)
        self.seats.append(seat)
        self.busy = False
        return []


@pytest.fixture
def slow() -> Slow:
    return Slow()


async def test_luck_is_computed_once_for_all_and_one_view_at_a_time(slow: Slow) -> None:
    cache = LuckCache(slow)
    wanted = [(f"guest{number}", seat) for number in range(5) for seat in (-1, 0)]
    await asyncio.gather(*(cache.get(("table", seat), 7, START, guest) for guest, seat in wanted))
    assert slow.seats == [-1, 0]
    await cache.get(("table", 0), 8, START, "guest")
    assert slow.seats == [-1, 0, 0]
    assert not cache.waiting
    assert not cache.newest


async def test_only_the_newest_luck_of_a_game_is_computed(slow: Slow) -> None:
    cache = LuckCache(slow)
    await asyncio.gather(*(cache.get(("table", 0), events, START, "guest") for events in (5, 7, 9, 8, 6)))
    assert slow.seats == [0, 0]  # the first at once, then one for all others
    assert cache.found["table", 0][0] == 9


async def test_nobody_fills_the_queue_alone(slow: Slow) -> None:
    cache = LuckCache(slow)
    await cache.get(("known", 0), 1, START, "greedy")
    many = [cache.get((f"table{number}", 0), 1, START, "greedy") for number in range(PER_GUEST + 2)]
    again, known = (cache.get((table, 0), 1, START, "greedy") for table in ("table0", "known"))
    other = cache.get(("other", 0), 1, START, "other")
    found = await asyncio.gather(*many, again, known, other, return_exceptions=True)
    assert [isinstance(each, TooFast) for each in found] == [False] * PER_GUEST + [True] * 2 + [False] * 3
    assert await cache.get(("table9", 0), 1, START, "greedy") == []


async def test_only_the_latest_luck_is_remembered(slow: Slow) -> None:
    cache = LuckCache(slow)
    for number in range(CACHED + 1):
        await cache.get((str(number), 0), 1, START, "guest")
    assert [table for table, _ in cache.found] == [str(number) for number in range(1, CACHED + 1)]


async def test_a_table_is_asked_for_its_luck_once_until_it_goes_on(tmp_path: Path, slow: Slow) -> None:
    async with visited(tmp_path) as (server, guest):
        server.services.luck_cache = LuckCache(slow)
        me, table = await begun(guest)
        for _ in range(3):
            assert (await guest.get(f"/api/tables/{table}/luck")).json() == []
        assert len(slow.seats) == 1
        room = await server.rooms.open(table)
        await room.perform(lambda at, now: commands.resign(at, me, 0, now))
        await guest.get(f"/api/tables/{table}/luck")
        assert len(slow.seats) == 2
