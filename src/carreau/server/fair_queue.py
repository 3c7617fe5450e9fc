"""Fair queueing: every address gets the same share of the workers' time, then every host at it, then every table.

This is weighted fair queueing. A share counts the seconds that its jobs have used, and the share that has used least
comes next. A share that was idle starts where the others are, so nobody saves up time. Ranks come first: the first rank
gets nearly all the time it wants, and the others get the rest, or at least a small part.
"""

from collections import deque
from typing import Final, Generic, Protocol, TypeVar

WEIGHTS: Final = (1.0, 0.1, 0.01)  # of the ranks: their shares of time if all of them want more than there is
MOST_DEBTORS: Final = 1000  # idle shares to remember because they have used time in advance


class QueuedJob(Protocol):
    """A job in the queue, and the shares it is charged to."""

    rank: int
    address: str
    host: str
    table: str
    seconds: float  # seconds without competition
    least_seconds: float  # minimum seconds, however many compete
    allowed: float  # seconds allowed, set when it is taken


J = TypeVar("J", bound=QueuedJob)


class TimeShare(Generic[J]):
    """A rank, an address, a host or a table: its jobs, and the time that they have used."""

    def __init__(self, used: float = 0.0, weight: float = 1.0) -> None:
        self.used = used  # weighted seconds used, relative to where the others were when this share was idle
        self.weight = weight
        self.granted = 0.0  # seconds allowed to its running jobs
        self.queued = 0
        self.running = 0
        self.parts: dict[str, TimeShare[J]] = {}
        self.clock = 0.0  # the usage of the part that was served last
        self.line: deque[J] = deque()  # the queued jobs of a table

    @property
    def jobs(self) -> int:
        return self.queued + self.running

    @property
    def order(self) -> float:
        """The time used once its running jobs are finished, plus another second."""
        return self.used + (self.granted + 1.0) / self.weight

    def part(self, name: str, weight: float = 1.0) -> "TimeShare[J]":
        """Return a part. One that was idle has no credit, but still owes what it used in advance."""
        share = self.parts.get(name)
        if share is None:
            share = self.parts[name] = TimeShare(self.clock, weight)
        if not share.jobs:
            share.used = max(share.used, self.clock)
        return share

    def next(self) -> "TimeShare[J]":
        """Return the part that is next among those with queued jobs."""
        share = min((each for each in self.parts.values() if each.queued), key=lambda each: each.order)
        self.clock = max(self.clock, share.used)
        return share

    def busy(self) -> int:
        """Count the parts with jobs."""
        return sum(share.jobs > 0 for share in self.parts.values())

    def prune(self) -> None:
        """Forget idle parts that owe nothing; forgive debts if no part is busy, or too many owe something."""
        busy = self.busy()
        forgiving = not busy or len(self.parts) - busy > MOST_DEBTORS
        for name, share in list(self.parts.items()):
            if not share.jobs and (forgiving or share.used <= self.clock):
                del self.parts[name]


class FairQueue(Generic[J]):
    """Queued and running jobs, and whose turn it is."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.root: TimeShare[J] = TimeShare()
        for rank in range(len(WEIGHTS)):
            self.rank(rank)  # the order of ranks with equal usage

    def rank(self, rank: int) -> TimeShare[J]:
        return self.root.part(str(rank), WEIGHTS[rank])

    def path(self, job: J) -> list[TimeShare[J]]:
        """List the shares that a job belongs to: a rank, an address, a host and a table."""
        rank = self.rank(job.rank)
        address = rank.part(job.address)
        host = address.part(job.host)
        return [rank, address, host, host.part(job.table)]

    def put(self, job: J, first: bool = False) -> None:
        """Queue a job behind all others of its table, or before them."""
        path = self.path(job)
        line = path[-1].line
        line.appendleft(job) if first else line.append(job)
        for share in path:
            share.queued += 1

    def take(self) -> J | None:
        """Remove the next job, and set its time limit."""
        share = self.root
        if not any(rank.queued for rank in share.parts.values()):
            return None
        while share.parts:
            share = share.next()
        job = share.line.popleft()
        job.allowed = self.fair_seconds(job)
        for share in self.path(job):
            share.queued -= 1
            share.running += 1
            share.granted += job.allowed
        return job

    def finish(self, job: J, seconds: float) -> None:
        """Charge a job with the seconds that it took."""
        path = self.path(job)
        for share in path:
            share.running -= 1
            share.granted -= job.allowed
            share.used += seconds / share.weight
        self.prune(path)

    def remove(self, job: J) -> bool:
        """Remove a waiting job; return whether it was there."""
        path = self.path(job)
        found = job in path[-1].line
        if found:
            path[-1].line.remove(job)
            for share in path:
                share.queued -= 1
        self.prune(path)
        return found

    def prune(self, path: list[TimeShare[J]]) -> None:
        for share in reversed(path):
            share.prune()

    def waiting(self) -> list[J]:
        """List all queued jobs."""
        return jobs_of(self.root)

    def fair_seconds(self, job: J) -> float:
        """Divide the workers' time among the competing addresses, then among the hosts, tables and seats of each."""
        rank, address, host, table = self.path(job)
        rivals = rank.busy() * address.busy() * host.busy() * table.jobs
        return max(job.least_seconds, min(job.seconds, job.seconds * self.workers / max(1, rivals)))


def jobs_of(share: TimeShare[J]) -> list[J]:
    return [*share.line, *(job for part in share.parts.values() if part.queued for job in jobs_of(part))]
