"""Which job gets a bot worker, and for how long.

Moves that are bounded by a number of simulations take milliseconds. They have their own lane with its own worker, so
they never wait for long searches. Within a lane a FairQueue decides whose turn it is. The more jobs compete, the less
time a search gets, even one that has already started.
"""

import asyncio
from collections.abc import Sequence
from typing import Final, Protocol

from carreau.server.bot_jobs import UNWATCHED, URGENT, BotJob, BotPoolError
from carreau.server.bot_protocol import BotReply, Failure, Incomplete, Refusal
from carreau.server.fair_queue import FairQueue
from carreau.server.logs import WorkerFailed, tell
from carreau.server.metrics import Metrics
from carreau.server.time_source import TimeSource
from carreau.server.worker_process import LOST

ATTEMPTS: Final = 3  # per job, each with another worker


class Worker(Protocol):
    """A worker that runs one job at a time."""

    job: BotJob | None  # the current one
    tables: dict[str, None]  # tables whose games it has cached

    async def run(self, job: BotJob) -> BotReply:
        """Return the reply; raise one of LOST if there is none."""

    def interrupt(self) -> None:
        """Make the current job end at once with its results so far."""

    async def end(self) -> None:
        """End the process; the next job starts another."""


class Lane:
    """Jobs of similar length, and the workers that may run them."""

    def __init__(self, workers: Sequence[Worker]) -> None:
        self.workers = workers
        self.queue: FairQueue[BotJob] = FairQueue(len(workers))


class BotScheduler:
    """The workers, and the jobs that they run or that wait for them."""

    def __init__(self, quick: Worker, others: Sequence[Worker], metrics: Metrics, time: TimeSource) -> None:
        self.workers = [quick, *others]
        self.searches = Lane(others)
        self.quick = Lane(self.workers)
        self.metrics = metrics
        self.time = time
        self.tasks: set[asyncio.Task[None]] = set()

    def lane(self, job: BotJob) -> Lane:
        return self.quick if job.quick else self.searches

    # Queueing

    def put(self, job: BotJob, first: bool = False) -> None:
        """Queue a job, and give it a worker if there is one."""
        job.since = self.time.monotonic()
        self.lane(job).queue.put(job, first)
        self.metrics.waiting[job.kind].inc()
        self.dispatch()
        self.preempt_for(job)
        self.shorten_searches()

    def cancel(self, job: BotJob) -> None:
        """Drop a job that is no longer wanted, and free its worker."""
        if not self.remove(job):
            self.interrupt(job)

    def remove(self, job: BotJob) -> bool:
        """Remove a job from its queue; return whether it was there."""
        found = self.lane(job).queue.remove(job)
        if found:
            self.metrics.waiting[job.kind].dec()
        return found

    def promote(self, table: str) -> None:
        """Make the unwatched moves of a table as urgent as others."""
        for job in self.running():
            if job.table == table:
                job.protect()
        for job in [*self.quick.queue.waiting(), *self.searches.queue.waiting()]:
            if job.table == table and job.rank == UNWATCHED and self.remove(job):
                job.rank = URGENT
                self.put(job)

    def drain(self) -> list[BotJob]:
        """Remove all jobs, and return them with those that run."""
        waiting = [*self.quick.queue.waiting(), *self.searches.queue.waiting()]
        for job in waiting:
            self.remove(job)
        return [*waiting, *self.running()]

    # Running

    def running(self) -> list[BotJob]:
        return [worker.job for worker in self.workers if worker.job]

    def dispatch(self) -> None:
        """Give jobs to idle workers. Search workers help with quick jobs when there is nothing to search."""
        for lane in (self.searches, self.quick):
            while idle := [worker for worker in lane.workers if not worker.job]:
                job = lane.queue.take()
                if job is None:
                    break
                self.begin(next((worker for worker in idle if job.table in worker.tables), idle[0]), job)

    def begin(self, worker: Worker, job: BotJob) -> None:
        now = self.time.monotonic()
        self.metrics.waiting[job.kind].dec()
        self.metrics.bot_waiting[job.kind].observe(now - job.since)
        worker.job, job.since, job.preempted = job, now, False
        task = asyncio.create_task(self.run(worker, job))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def run(self, worker: Worker, job: BotJob) -> None:
        """Run a job on a worker, which is idle afterwards."""
        try:
            reply = await worker.run(job)
        except LOST as error:
            reply = Failure(type(error).__name__, "on the line")
        if isinstance(reply, Failure):
            await worker.end()
        worker.job = None
        self.finish(job)
        self.accept(job, reply)
        self.dispatch()

    def finish(self, job: BotJob) -> None:
        seconds = self.time.monotonic() - job.since
        self.lane(job).queue.finish(job, seconds)
        self.metrics.bot_thinking[job.kind].observe(seconds)
        job.cancel_alarm()

    def accept(self, job: BotJob, reply: BotReply) -> None:
        if isinstance(reply, Failure):
            self.retry(job, reply)
        elif isinstance(reply, Refusal):
            job.settle(BotPoolError(f"bots can't decide anything in this position ({reply.error})"))
        elif isinstance(reply, Incomplete) or job.preempted:
            if not job.reply.done():
                self.put(job, first=True)
        else:
            job.settle(reply)

    def retry(self, job: BotJob, failure: Failure) -> None:
        if job.reply.done():
            return
        job.failures += 1
        tell(WorkerFailed(error=failure.error, places=failure.places, failures=job.failures))
        if job.failures < ATTEMPTS:
            self.put(job, first=True)
        else:
            job.settle(BotPoolError(f"{ATTEMPTS} workers have failed on this position; see the log"))

    # Interrupting

    def preempt_for(self, job: BotJob) -> None:
        """Interrupt the least urgent search if a queued one would have to wait for it."""
        running = [worker.job for worker in self.searches.workers if worker.job]
        patient = [other for other in running if other.yields_to(job)]
        if patient and not job.quick and job not in running:
            least = max(patient, key=lambda other: other.rank)
            least.preempt()
            self.interrupt(least)

    def shorten_searches(self) -> None:
        """End searches early if more jobs compete than when they started."""
        for job in self.running():
            fair = self.lane(job).queue.fair_seconds(job)
            if fair < job.allowed:
                job.end_by(job.since + fair, self.time, self.interrupt)

    def interrupt(self, job: BotJob) -> None:
        """Make the worker that has a job reply at once."""
        for worker in self.workers:
            if worker.job is job:
                worker.interrupt()
