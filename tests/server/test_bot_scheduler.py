"""Which job gets a worker and for how long, on a simulated clock with simulated workers."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager

import pytest

from carreau.bots.levels import LEVELS, level
from carreau.server.bot_jobs import PATIENT, PREEMPTIONS, UNWATCHED, URGENT, BotJob, BotPoolError
from carreau.server.bot_protocol import BotMove, BotQuery, BotReply, GameHistory, MoveQuery
from carreau.server.bot_scheduler import ATTEMPTS, BotScheduler
from carreau.server.metrics import Metrics
from carreau.server.workers import Worker
from tests.server.figures import samples
from tests.server.manual_time import ManualTime, settled

pytestmark = pytest.mark.anyio

EVE, ADA = "203.0.113.5", "198.51.100.7"
QUICK = 0.005  # seconds that a simulated move below level 5 takes
POSITION = GameHistory("caro", 2, {}, ())


class PretendedWorker(Worker):
    """A worker that takes as long as a job may take, or a moment if it is quick; an interrupt ends it at once."""

    def __init__(self, time: ManualTime) -> None:
        super().__init__()
        self.time = time
        self.stop = asyncio.Event()
        self.broken = False

    async def ask(self, query: BotQuery, timeout: float) -> BotReply:
        if self.broken:
            raise EOFError
        assert isinstance(query, MoveQuery)
        self.time.call_later(QUICK if level(query.level).counted else query.seconds, self.stop.set)
        await self.stop.wait()
        self.stop = asyncio.Event()
        return BotMove(0, 0.0, (), proved=False)

    def interrupt(self) -> None:
        self.stop.set()

    async def end(self) -> None:
        self.tables.clear()


class Stage:
    """A scheduler with simulated workers: one for quick moves, and some that search."""

    def __init__(self, searching: int = 1) -> None:
        self.time = ManualTime()
        self.metrics = Metrics()
        self.workers = [PretendedWorker(self.time) for _ in range(1 + searching)]
        self.scheduler = BotScheduler(self.workers, self.metrics, self.time)
        self.waits: list[float] = []  # seconds that the innocent guest's moves took
        self.thoughts: list[float] = []  # seconds that they were allowed
        self.tasks: list[asyncio.Task[None]] = []

    def job(self, address: str, host: str, level: str = "5", rank: int = URGENT, table: str = "") -> BotJob:
        chosen = LEVELS[int(level)]
        query = MoveQuery(table or host, POSITION, 0, level, 1, chosen.seconds)
        least = chosen.seconds if rank == PATIENT else chosen.least_seconds
        return BotJob(query, rank, chosen.seconds, least_seconds=least, address=address, host=host, table=table or host)

    def ask(self, address: str, host: str, level: str = "5", rank: int = URGENT, table: str = "") -> BotJob:
        job = self.job(address, host, level, rank, table)
        self.scheduler.put(job)
        return job

    def spawn(self, work: Awaitable[None]) -> None:
        self.tasks.append(asyncio.ensure_future(work))

    async def without_end(self, address: str, host: str, level: str) -> None:
        """Ask for the next move as soon as the last one is done, forever."""
        while True:
            await self.ask(address, host, level).reply

    async def now_and_then(self, address: str, host: str, level: str, pause: float) -> None:
        while True:
            await self.time.sleep(pause)
            began = self.time.monotonic()
            job = self.ask(address, host, level)
            await job.reply
            self.waits.append(self.time.monotonic() - began)
            self.thoughts.append(job.allowed)


@asynccontextmanager
async def staged(searching: int = 1) -> AsyncIterator[Stage]:
    stage = Stage(searching)
    try:
        yield stage
    finally:
        for task in [*stage.tasks, *stage.scheduler.tasks]:
            task.cancel()
        await asyncio.gather(*stage.tasks, *stage.scheduler.tasks, return_exceptions=True)


@pytest.mark.parametrize("attack", ["5", "4", "1"])
async def test_a_hundred_greedy_guests_at_one_address_delay_no_innocent_move(attack: str) -> None:
    async with staged() as stage:
        for number in range(100):
            stage.spawn(stage.without_end(EVE, f"eve {number}", attack))
        stage.spawn(stage.now_and_then(ADA, "ada", "2", 0.37))
        await stage.time.go_on(20.0)
        assert len(stage.waits) > 50
        assert max(stage.waits) <= 2 * QUICK


async def test_an_innocent_search_gets_half_of_the_time_however_many_compete_at_another_address() -> None:
    async with staged() as stage:
        for number in range(100):
            stage.spawn(stage.without_end(EVE, f"eve {number}", "5"))
        stage.spawn(stage.now_and_then(ADA, "ada", "5", 2.0))
        await stage.time.go_on(60.0)
        assert len(stage.waits) > 20
        assert set(stage.thoughts) == {0.5}
        assert max(stage.waits) <= 0.5 + LEVELS[5].least_seconds + 1e-6


async def test_everybody_at_a_crowded_address_is_served_with_the_least_time() -> None:
    async with staged() as stage:
        for number in range(100):
            stage.spawn(stage.without_end(EVE, f"eve {number}", "5"))
        stage.spawn(stage.now_and_then(EVE, "ada", "5", 0.01))
        await stage.time.go_on(60.0)
        assert max(stage.waits) <= 101 * LEVELS[5].least_seconds + LEVELS[5].seconds
        assert stage.thoughts[-1] == LEVELS[5].least_seconds


async def test_a_search_that_has_begun_ends_early_when_others_come() -> None:
    async with staged() as stage:
        first = stage.ask(EVE, "eve")
        await stage.time.go_on(0.2)
        second = stage.ask(ADA, "ada")
        await stage.time.go_on(0.25)
        assert not first.reply.done()
        await stage.time.go_on(0.1)
        assert first.reply.done()  # after half a second
        assert not second.reply.done()


async def test_a_search_that_has_had_its_share_ends_at_once() -> None:
    async with staged() as stage:
        first = stage.ask(EVE, "eve")
        await stage.time.go_on(0.9)
        stage.ask(ADA, "ada")
        await stage.time.go_on(0.0)
        assert first.reply.done()


async def test_those_who_search_help_with_quick_moves_when_they_are_idle() -> None:
    async with staged() as stage:
        both = [stage.ask(EVE, f"eve {number}", "3") for number in range(2)]
        await stage.time.go_on(QUICK)
        assert all(job.reply.done() for job in both)


async def test_a_worker_that_has_the_game_cached_is_preferred() -> None:
    async with staged(3) as stage:
        stage.workers[2].tables["known"] = None
        job = stage.ask(EVE, "eve", table="known")
        assert stage.scheduler.jobs[stage.workers[2]] is job


async def test_patient_jobs_are_preempted_a_few_times_and_then_run_to_their_end() -> None:
    async with staged() as stage:
        patient = stage.ask(EVE, "eve", rank=PATIENT)
        for number in range(PREEMPTIONS):
            urgent = stage.ask(ADA, f"ada {number}")
            await stage.time.go_on(1.0)
            assert urgent.reply.done()
            assert not patient.reply.done()
            await stage.time.go_on(0.5)
        last = stage.ask(ADA, "ada")
        await stage.time.go_on(0.5)
        assert (patient.reply.done(), last.reply.done()) == (True, False)


async def test_unwatched_moves_are_as_urgent_as_others_once_somebody_watches() -> None:
    async with staged() as stage:
        stage.ask(EVE, "running", rank=UNWATCHED)
        stage.ask(EVE, "first", rank=UNWATCHED)
        promoted = stage.ask(EVE, "second", rank=UNWATCHED)
        stage.scheduler.promote("second")
        stage.scheduler.promote("running")
        await settled()
        assert promoted.rank == URGENT
        assert (
            stage.scheduler.jobs[stage.workers[1]] is promoted
        )  # the running one was preempted before it was protected


async def test_a_cancelled_job_leaves_its_queue_or_frees_its_worker() -> None:
    async with staged() as stage:
        running, waiting, next_one = (stage.ask(EVE, f"eve {number}") for number in range(3))
        for job in (waiting, running):
            job.reply.cancel()
            stage.scheduler.cancel(job)
        await settled()
        assert stage.scheduler.jobs[stage.workers[1]] is next_one


async def test_a_job_that_loses_every_worker_is_given_up() -> None:
    async with staged() as stage:
        stage.workers[1].broken = True
        job = stage.ask(EVE, "eve")
        await settled()
        with pytest.raises(BotPoolError, match="3 workers have failed"):
            await job.reply
        assert job.failures == ATTEMPTS


async def test_queue_and_times_are_counted() -> None:
    async with staged() as stage:
        for number in range(3):
            stage.ask(EVE, f"eve {number}")
        assert samples(stage.metrics)["carreau_waiting_questions", ("move",)] == 2
        await stage.time.go_on(10.0)
        found = samples(stage.metrics)
        assert found["carreau_waiting_questions", ("move",)] == 0
        assert found["carreau_waiting_seconds_count", ("move",)] == 3
        assert found["carreau_waiting_seconds_bucket", ("0.001", "move")] == 1
        assert found["carreau_thinking_seconds_count", ("move",)] == 3
        assert found["carreau_thinking_seconds_sum", ("move",)] == pytest.approx(1 / 3 + 1 / 2 + 1)
