"""Which job gets a bot worker, and for how long.

Moves that are bounded by a number of simulations take milliseconds. They have their own lane with its own worker, so
they never wait for long searches. Within a lane a FairQueue decides whose turn it is. The more jobs compete, the less
time a search gets, even one that has already started.

Workers of a cluster come and go. While there are any, they do the work; otherwise processes on this machine do.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, Final

from carreau.server.bot_jobs import UNWATCHED, URGENT, BotJob, BotPoolError
from carreau.server.bot_protocol import BotReply, Failure, Incomplete, Refusal
from carreau.server.fair_queue import FairQueue
from carreau.server.logs import WorkerFailed, tell
from carreau.server.metrics import Metrics
from carreau.server.time_source import TimeSource
from carreau.server.workers import LOST, Worker

ATTEMPTS: Final = 3  # per job, each with another worker


class Lane:
    """Jobs of similar length, and the workers that may run them."""

    def __init__(self, workers: Sequence[Worker]) -> None:
        self.workers = workers
        self.queue: FairQueue[BotJob] = FairQueue(len(workers))

    def move_to(self, workers: Sequence[Worker]) -> None:
        self.workers, self.queue.workers = workers, len(workers)


class BotScheduler:
    """The workers, and the jobs that they run or that wait for them. The first worker is for quick jobs."""

    def __init__(self, local: Sequence[Worker], metrics: Metrics, time: TimeSource) -> None:
        self.local = local
        self.cluster: list[Worker] = []
        self.searches = Lane(local[1:])
        self.quick = Lane(local)
        self.secret = Lane(local[-1:])  # for jobs that may not leave this machine, if there is a cluster
        self.jobs: dict[Worker, BotJob] = {}  # the running ones
        self.metrics = metrics
        self.time = time
        self.tasks: set[asyncio.Task[None]] = set()

    @property
    def lanes(self) -> tuple[Lane, ...]:
        return self.searches, self.quick, self.secret

    def lane(self, job: BotJob) -> Lane:
        if job.secret:
            return self.secret
        return self.quick if job.quick else self.searches

    # Workers

    def use(self, cluster: Sequence[Worker]) -> None:
        """Give the jobs to the workers of a cluster, or to the processes here if there are none."""
        self.cluster = list(cluster)
        workers = self.cluster or self.local
        self.quick.move_to(workers)
        self.searches.move_to(workers[1:] or workers)
        for worker in self.local:
            if self.cluster and worker not in self.jobs:
                self.spawn(worker.end())
        for where, count in (("here", len(self.local)), ("cluster", len(self.cluster))):
            self.metrics.bot_workers[where].set(count if where == workers[0].where else 0)
        self.dispatch()

    def is_used(self, worker: Worker) -> bool:
        return any(worker in lane.workers for lane in self.lanes)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def finished(self, seconds: float | None = None) -> None:
        """Wait until all workers are idle, but not longer than some seconds."""
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=seconds)

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
        for job in self.waiting():
            if job.table == table and job.rank == UNWATCHED and self.remove(job):
                job.rank = URGENT
                self.put(job)

    def drain(self) -> list[BotJob]:
        """Remove all jobs, and return them with those that run."""
        waiting = self.waiting()
        for job in waiting:
            self.remove(job)
        return [*waiting, *self.running()]

    # Running

    def waiting(self) -> list[BotJob]:
        return [job for lane in self.lanes for job in lane.queue.waiting()]

    def running(self) -> list[BotJob]:
        return list(self.jobs.values())

    def dispatch(self) -> None:
        """Give jobs to idle workers. Search workers help with quick jobs when there is nothing to search."""
        for lane in self.lanes:
            while idle := [worker for worker in lane.workers if worker not in self.jobs]:
                job = lane.queue.take()
                if job is None:
                    break
                self.begin(next((worker for worker in idle if job.table in worker.tables), idle[0]), job)

    def begin(self, worker: Worker, job: BotJob) -> None:
        now = self.time.monotonic()
        self.metrics.waiting[job.kind].dec()
        self.metrics.bot_waiting[job.kind].observe(now - job.since)
        self.jobs[worker], job.since, job.preempted = job, now, False
        self.spawn(self.run(worker, job))

    async def run(self, worker: Worker, job: BotJob) -> None:
        """Run a job on a worker, which is idle afterwards."""
        try:
            reply = await worker.ask(job.limited(), job.timeout)
        except LOST as error:
            reply = Failure(type(error).__name__, "on the line")
        if isinstance(reply, Failure) or not self.is_used(worker):
            await worker.end()
        del self.jobs[worker]
        if not isinstance(reply, Failure):
            self.metrics.bot_answers[worker.where].inc()
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
        running = [self.jobs[worker] for worker in self.searches.workers if worker in self.jobs]
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
        for worker, running in self.jobs.items():
            if running is job:
                worker.interrupt()
