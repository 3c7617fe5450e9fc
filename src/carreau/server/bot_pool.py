"""Worker processes that choose moves, give hints, analyse games and work out luck for all tables."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Final, TypeVar

import msgspec

from carreau.bots.levels import level as strength
from carreau.core.game import CHANCE
from carreau.games.texts import text
from carreau.server.bot_jobs import ANALYSIS, HINTS, LUCK, MOVES, TIMEOUT, UNWATCHED, BotJob, BotPoolError, JobQueue
from carreau.server.bot_protocol import (
    BotMove,
    BotReply,
    Failure,
    GameHistory,
    HintQuery,
    HintReply,
    HintText,
    Judged,
    LuckQuery,
    LuckReply,
    MoveQuery,
    Refusal,
    ReviewQuery,
)
from carreau.server.logs import WorkerFailed, tell
from carreau.server.worker_process import LOST, WorkerProcess
from carreau.table.luck import Luck

ATTEMPTS: Final = 3  # per job, each with another worker

R = TypeVar("R", bound=BotReply)


class BotPool:
    """A few worker processes, shared by all tables."""

    def __init__(self, processes: int) -> None:
        self.workers = [WorkerProcess() for _ in range(processes)]
        self.idle = list(self.workers)
        self.queue = JobQueue()
        self.tasks: set[asyncio.Task[None]] = set()
        self.running = False

    async def start(self) -> None:
        """Start all workers; raise BotPoolError if one of them can't start."""
        started = await asyncio.gather(*(worker.start() for worker in self.workers), return_exceptions=True)
        failed = [error for error in started if error is not None]
        if failed:
            await self.stop()
            raise BotPoolError("workers can't be started; what they print says why") from failed[0]
        self.running = True

    async def stop(self) -> None:
        """End all processes; pending queries get a BotPoolError."""
        self.running = False
        for job in [*self.queue.drain(), *(worker.job for worker in self.workers if worker.job)]:
            job.settle(BotPoolError("the bots have been stopped"))
        for worker in self.workers:
            if worker.process is not None:
                worker.process.kill()
        if self.tasks:
            await asyncio.wait(self.tasks)
        await asyncio.gather(*(worker.end() for worker in self.workers))

    # Queries

    async def choose(
        self,
        table: str,
        history: GameHistory,
        seat: int,
        level: str,
        seed: int,
        seconds: float | None = None,
        host: str = "",
        watched: bool = True,
    ) -> BotMove:
        """Choose a bot's move. Cancelling the call frees its worker.

        Up to level 4 the seed alone decides, so each decision needs a seed of its own. Moves at tables that nobody
        watches come after those of others; see promote().
        """
        allowed = strength(level).seconds if seconds is None else seconds
        query = MoveQuery(table, history, seat, level, seed, seconds)
        return await self.ask(BotMove, BotJob(query, MOVES if watched else UNWATCHED, allowed, host, table))

    def promote(self, host: str, table: str) -> None:
        """Make the pending moves of a table as urgent as others, since somebody has started to watch it."""
        for worker in self.workers:
            if worker.job and worker.job.table == table:
                worker.job.rank = MOVES
        for job in self.queue.promote(host, table):
            self.preempt_for(job)

    async def hints(
        self,
        history: GameHistory,
        seat: int,
        language: str,
        count: int = 3,
        seconds: float = 1.0,
        names: Sequence[str] = (),
        guest: str = "",
    ) -> list[HintText]:
        """Recommend actions to a seat, the best first, with reasons; call players without a name by their number.

        Guests take turns, however many windows each of them has open.
        """
        text(history.game, language)  # refuses an unknown language at once
        query = HintQuery(history, seat, language, tuple(names), count, seconds)
        return (await self.ask(HintReply, BotJob(query, HINTS, seconds, guest))).hints

    async def analyse(
        self,
        history: GameHistory,
        seconds_a_move: float,
        languages: Sequence[str] = ("en",),
        names: Sequence[str] = (),
        first: int = 0,
    ) -> AsyncIterator[Judged]:
        """Judge every decision of a game from its `first` move on, whenever a worker is free."""
        for language in languages:
            text(history.game, language)
        for index, (actor, action) in enumerate(history.moves):
            if actor != CHANCE and index >= first:
                before = msgspec.structs.replace(history, moves=history.moves[:index])
                query = ReviewQuery(before, actor, action, tuple(languages), tuple(names), seconds_a_move)
                yield await self.ask(Judged, BotJob(query, ANALYSIS, seconds_a_move))

    async def luck(self, history: GameHistory, seat: int) -> list[Luck]:
        """Compare the dice and cards that a seat, or a spectator, has seen with their expectation."""
        return (await self.ask(LuckReply, BotJob(LuckQuery(history, seat), LUCK, TIMEOUT))).luck

    # Scheduling

    async def ask(self, kind: type[R], job: BotJob) -> R:
        """Queue a job and wait for its reply."""
        if not self.running:
            raise BotPoolError("there are no bots to ask: start() them first, and not after stop()")
        self.queue.put(job)
        self.dispatch()
        self.preempt_for(job)
        try:
            reply = await job.reply
        except asyncio.CancelledError:
            self.interrupt(job)
            raise
        if not isinstance(reply, kind):
            raise BotPoolError(f"a {kind.__name__} was expected, not a {type(reply).__name__}")
        return reply

    def dispatch(self) -> None:
        """Give jobs to idle workers, preferably to one that has the game cached."""
        while self.idle and (job := self.queue.take()):
            worker = next((one for one in self.idle if job.table in one.tables), self.idle[0])
            self.idle.remove(worker)
            worker.job, job.preempted = job, False
            task = asyncio.create_task(self.run(worker, job))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def run(self, worker: WorkerProcess, job: BotJob) -> None:
        """Run a job on a worker, which is idle afterwards."""
        try:
            reply = await worker.run(job)
        except LOST as error:
            reply = Failure(type(error).__name__, "on the line")
        if isinstance(reply, Failure):
            await worker.end()
        worker.job = None
        self.idle.append(worker)
        self.accept(job, reply)
        self.dispatch()

    def accept(self, job: BotJob, reply: BotReply) -> None:
        if isinstance(reply, Failure):
            self.retry(job, reply)
        elif isinstance(reply, Refusal):
            job.settle(BotPoolError(f"this can't be thought about: it is no position to decide in ({reply.error})"))
        elif job.preempted:
            self.queue.put(job)
        else:
            job.settle(reply)

    def retry(self, job: BotJob, failure: Failure) -> None:
        if not self.running:
            return
        job.failures += 1
        tell(WorkerFailed(error=failure.error, places=failure.places, failures=job.failures))
        if job.failures < ATTEMPTS:
            self.queue.put(job)
        else:
            job.settle(BotPoolError(f"{ATTEMPTS} workers have failed over this position; the log says how"))

    def preempt_for(self, job: BotJob) -> None:
        """Interrupt the least urgent running job if a queued one would have to wait for it."""
        running = [worker.job for worker in self.workers if worker.job]
        others = [other for other in running if other.yields_to(job)]
        if others and job not in running:
            least = max(others, key=lambda other: other.rank)
            least.preempted = True
            least.preemptions += 1
            self.interrupt(least)

    def interrupt(self, job: BotJob) -> None:
        """Make the worker that has a job reply at once."""
        for worker in self.workers:
            if worker.job is job:
                worker.interrupt()
