"""Preemption, fairness and cancellation with real workers."""

import asyncio
from collections.abc import Callable

import pytest

from carreau.bots.analysis import Effort
from carreau.server.bot_jobs import BotJob
from carreau.server.bot_pool import BotPool
from carreau.server.bot_protocol import CACHED_GAMES, GameHistory, HintQuery, framed
from carreau.server.worker_process import WorkerProcess
from tests.server.bots import LONG, PLENTY, at, in_process, move_query, parts, pids, played, started, to_move

pytestmark = pytest.mark.anyio

SOME = Effort(500, 20, 4, 1)


async def test_a_cancelled_query_frees_its_worker() -> None:
    history = played("schollenschubser", 2, 2)
    async with started() as pool:
        before = pids(pool)
        for delay in (0.0, 0.1):  # just sent, and already running
            choice = asyncio.create_task(pool.choose("t", history, to_move(history), "5", 1, LONG))
            await asyncio.sleep(delay)
            choice.cancel()
            await pool.choose("u", history, to_move(history), "5", 1, 0.05)
            assert choice.cancelled()
            advice = asyncio.create_task(pool.hints(history, to_move(history), "en", seconds=LONG))
            await asyncio.sleep(delay)
            advice.cancel()
        await pool.choose("t", history, to_move(history), "5", 1, 0.05)
        assert pids(pool) == before


async def test_quick_moves_do_not_wait_for_searches() -> None:
    history = played("schollenschubser", 2, 2)
    async with started() as pool:
        endless = asyncio.create_task(pool.choose("t", history, to_move(history), "5", 1, LONG))
        await asyncio.sleep(0.05)
        move = await pool.choose("u", history, to_move(history), "4", 1, PLENTY)
        assert parts(move) == in_process(history, "4", 1)
        assert not endless.done()
        endless.cancel()


async def test_a_query_cancelled_before_its_worker_has_started_is_dropped() -> None:
    history = played("schollenschubser", 2, 2)
    async with started() as pool:
        await pool.workers[1].end()
        choice = asyncio.create_task(pool.choose("t", history, to_move(history), "5", 1, LONG))
        while pool.workers[1].process is None:
            await asyncio.sleep(0)
        choice.cancel()
        await pool.choose("t", history, to_move(history), "5", 1, 0.05)


def noted(jobs: list[BotJob], preempt: Callable[[BotJob], None]) -> Callable[[BotJob], None]:
    """Note each job that is preempted."""

    def call(job: BotJob) -> None:
        jobs.append(job)
        preempt(job)

    return call


async def test_an_analysis_among_bots_that_play_is_the_same_as_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots of four tables interrupt its judgements, which are repeated, not shortened."""
    history = played("carat", 2, 3)
    async with started() as pool:
        alone = [each async for each in pool.analyse(history, SOME)]
        preempted = list[BotJob]()
        monkeypatch.setattr(BotJob, "preempt", noted(preempted, BotJob.preempt))
        players = [asyncio.create_task(play_on(pool, f"t{number}")) for number in range(4)]
        among = [each async for each in pool.analyse(history, SOME)]
        await asyncio.gather(*players)
        assert "analysis" in {job.kind for job in preempted}
        assert [framed(each) for each in among] == [framed(each) for each in alone]
        assert len(alone) == 3


async def play_on(pool: BotPool, table: str) -> None:
    history = played("bauab", 2, 2)
    for _ in range(12):
        await pool.choose(table, history, to_move(history), "5", 1, 0.02)


async def test_guests_who_want_hints_take_turns() -> None:
    """However many windows a guest has open."""
    history = played("bauab", 2, 2)
    order = list[str]()
    async with started() as pool:
        await asyncio.gather(*(hint(pool, history, guest, order) for guest in ("eve", "eve", "eve", "eve", "ada")))
    assert order == ["eve", "ada", "eve", "eve", "eve"]


async def hint(pool: BotPool, history: GameHistory, guest: str, order: list[str]) -> None:
    await pool.hints(history, to_move(history), "en", seconds=0.1, guest=guest)
    order.append(guest)


async def test_unwatched_moves_are_preempted_but_finish() -> None:
    """However often others ask for something meanwhile."""
    history = played("schollenschubser", 2, 2)
    seat = to_move(history)
    async with started() as pool:
        before = pids(pool)
        endless = asyncio.create_task(pool.choose("a", history, seat, "5", 1, LONG, watched=False))
        await asyncio.sleep(0.1)
        await pool.choose("t", history, seat, "5", 1, 0.05)
        assert await pool.hints(history, seat, "en", seconds=0.1)
        assert not endless.done()
        endless.cancel()
        alone = asyncio.create_task(pool.choose("b", history, seat, "5", 1, 0.3, watched=False))
        while not alone.done():
            await pool.choose("t", history, seat, "5", 1, 0.05)
        assert at(history).objection(seat, (await alone).action) == ""
        assert pids(pool) == before


class Host:
    """A host with several tables, and the order in which their bots move."""

    def __init__(self, pool: BotPool, history: GameHistory) -> None:
        self.pool = pool
        self.history = history
        self.answered: list[str] = []

    async def choose(self, table: str, watched: bool, seconds: float = 0.1) -> None:
        seat = to_move(self.history)
        await self.pool.choose(table, self.history, seat, "5", 1, seconds, host="eve", watched=watched)
        self.answered.append(table)


async def test_unwatched_moves_are_promoted_when_somebody_comes() -> None:
    history = played("schollenschubser", 2, 2)
    async with started() as pool:
        eve = Host(pool, history)
        async with asyncio.TaskGroup() as group:
            endless = group.create_task(eve.choose("endless", watched=True, seconds=LONG))
            for table in ("first", "second"):
                group.create_task(eve.choose(table, watched=False))
            await asyncio.sleep(0)
            pool.promote("second")
            endless.cancel()
        async with asyncio.TaskGroup() as group:
            group.create_task(eve.choose("running", watched=False))
            await asyncio.sleep(0)
            pool.promote("running")
            group.create_task(eve.choose("later", watched=True))
    assert eve.answered == ["second", "first", "running", "later"]


def test_the_pool_mirrors_the_cache_of_a_worker() -> None:
    worker, history = WorkerProcess(), played("bauab", 2, 1)
    for table in ("kept", *(["busy"] * CACHED_GAMES), *map(str, range(CACHED_GAMES - 2))):
        worker.mark_cached(move_query(history, table=table))
        worker.mark_cached(HintQuery(history, 0, "en", (), 1, 1.0))
    assert list(worker.tables) == ["kept", "busy", *map(str, range(CACHED_GAMES - 2))]
    for table in ("kept", "another"):
        worker.mark_cached(move_query(history, table=table))
    assert list(worker.tables)[-2:] == ["kept", "another"]
    assert (len(worker.tables), "busy" in worker.tables) == (CACHED_GAMES, False)
