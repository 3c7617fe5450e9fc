"""Fair queueing: the same time for every address, then for every host, then for every table."""

from random import Random

import pytest

from carreau.server.fair_queue import MOST_DEBTORS, FairQueue

SEARCH = 1.0  # seconds that a search takes without competition
LEAST = 0.1
EVE, ADA = "203.0.113.5", "198.51.100.7"


class Task:
    """A job that is only a name."""

    def __init__(self, address: str, host: str = "host", table: str = "table", rank: int = 0, name: str = "") -> None:
        self.address = address
        self.host = host
        self.table = table
        self.rank = rank
        self.name = name or f"{host} {table}"
        self.seconds = SEARCH
        self.least_seconds = LEAST
        self.allowed = 0.0


def order(queue: FairQueue[Task], seconds: float | None = None) -> list[str]:
    """Take all jobs; each takes as long as it is allowed, or a fixed number of seconds."""
    names = []
    while job := queue.take():
        names.append(job.name)
        queue.finish(job, job.allowed if seconds is None else seconds)
    return names


def queued(*jobs: Task, workers: int = 1) -> FairQueue[Task]:
    queue = FairQueue[Task](workers)
    for job in jobs:
        queue.put(job)
    return queue


# Turns


def test_an_empty_queue_has_nothing_to_take() -> None:
    queue = queued()
    assert queue.take() is None
    assert queue.waiting() == []


def test_an_address_gets_its_turn_however_many_guests_another_has() -> None:
    crowd = [Task(EVE, host=f"eve{number}") for number in range(100)]
    assert order(queued(*crowd, Task(ADA, host="ada"))).index("ada table") == 1


def test_hosts_at_one_address_take_turns_and_then_their_tables() -> None:
    names = order(
        queued(
            *(Task(EVE, "eve", "many", name=f"many {seat}") for seat in range(3)),
            Task(EVE, "eve", "more"),
            Task(EVE, "ada", "one", name="one 0"),
            Task(EVE, "ada", "one", name="one 1"),
        ),
        SEARCH,
    )
    assert names == ["many 0", "one 0", "eve more", "one 1", "many 1", "many 2"]


def test_urgent_jobs_come_first_whoever_asks() -> None:
    names = order(
        queued(
            Task(EVE, rank=2, name="unwatched"),
            Task(EVE, rank=1, name="analysis"),
            Task(ADA, rank=0, name="move"),
            Task(ADA, rank=1, name="luck"),
            Task(EVE, rank=0, name="hint"),
        )
    )
    assert names == ["move", "hint", "analysis", "luck", "unwatched"]


def test_urgent_jobs_without_end_leave_a_tenth_and_a_hundredth_to_the_others() -> None:
    queue, used = queued(*(Task(str(rank), rank=rank) for rank in range(3))), [0.0] * 3
    for _ in range(2000):
        job = queue.take()
        assert job is not None
        used[job.rank] += SEARCH
        queue.put(Task(job.address, rank=job.rank))
        queue.finish(job, SEARCH)
    assert used[1] / used[0] == pytest.approx(0.1, rel=0.05)
    assert used[2] / used[0] == pytest.approx(0.01, rel=0.1)


def test_time_counts_and_not_turns() -> None:
    """An address whose jobs take ten times as long gets a tenth of the turns."""
    queue, taken = queued(), {EVE: 0, ADA: 0}
    for address in (EVE, ADA):
        queue.put(Task(address))
    for _ in range(110):
        job = queue.take()
        assert job is not None
        taken[job.address] += 1
        queue.put(Task(job.address))
        queue.finish(job, 1.0 if job.address == EVE else 0.1)
    assert taken[EVE] == pytest.approx(10, abs=1)


def test_an_address_that_was_idle_has_saved_nothing_up() -> None:
    queue = queued(*(Task(EVE) for _ in range(50)))
    order(queue, SEARCH)
    for number in range(3):
        queue.put(Task(EVE, name=f"eve {number}"))
        queue.put(Task(ADA, name=f"ada {number}"))
    assert order(queue, SEARCH) in (
        ["eve 0", "ada 0", "eve 1", "ada 1", "eve 2", "ada 2"],
        ["ada 0", "eve 0", "ada 1", "eve 1", "ada 2", "eve 2"],
    )


def test_leaving_and_coming_back_pays_no_debts() -> None:
    """A table that asks again as soon as it has an answer must not get more than others that always wait."""
    queue, used = queued(*(Task(ADA) for _ in range(100))), {EVE: 0.0, ADA: 0.0}
    for _ in range(60):
        if not any(job.address == EVE for job in queue.waiting()):
            queue.put(Task(EVE))
        job = queue.take()
        assert job is not None
        seconds = 0.5 if job.address == EVE else 0.1
        used[job.address] += seconds
        queue.finish(job, seconds)
    assert used[EVE] == pytest.approx(used[ADA], abs=0.6)


def test_what_runs_counts_before_it_has_finished() -> None:
    """Otherwise several workers would all serve the same address."""
    queue = queued(*(Task(EVE, host=str(number)) for number in range(4)), Task(ADA), workers=2)
    first, second = queue.take(), queue.take()
    assert first is not None
    assert second is not None
    assert (first.address, second.address) == (EVE, ADA)


def test_a_job_that_was_interrupted_goes_before_the_others_of_its_table() -> None:
    queue = queued(Task(EVE, name="first"), Task(EVE, name="second"))
    job = queue.take()
    assert job is not None
    queue.finish(job, 0.01)
    queue.put(job, first=True)
    assert order(queue) == ["first", "second"]


# Time


@pytest.mark.parametrize(
    ("hosts", "tables", "seats", "others", "workers", "allowed"),
    [
        (1, 1, 1, 0, 1, 1.0),
        (1, 1, 1, 1, 1, 0.5),
        (1, 1, 1, 1, 2, 1.0),
        (2, 1, 1, 0, 1, 0.5),
        (1, 2, 1, 0, 1, 0.5),
        (1, 1, 4, 0, 1, 0.25),
        (2, 1, 1, 1, 1, 0.25),
        (100, 1, 1, 0, 1, LEAST),
        (1, 1, 1, 100, 1, LEAST),
        (5, 1, 1, 0, 8, 1.0),
    ],
)
def test_thinking_time_shrinks_with_the_number_that_compete(
    hosts: int, tables: int, seats: int, others: int, workers: int, allowed: float
) -> None:
    queue = FairQueue[Task](workers)
    own = [
        Task(EVE, f"host {host}", f"table {table}")
        for host in range(hosts)
        for table in range(tables)
        for _ in range(seats)
    ]
    for job in own + [Task(f"192.0.2.{number}") for number in range(others)]:
        queue.put(job)
    assert queue.fair_seconds(own[0]) == pytest.approx(allowed)


def test_a_crowd_at_one_address_shrinks_its_own_time_and_hardly_that_of_others() -> None:
    queue = queued(*(Task(EVE, host=str(number)) for number in range(100)))
    innocent = Task(ADA)
    queue.put(innocent)
    assert queue.fair_seconds(innocent) == SEARCH / 2


def test_less_urgent_jobs_of_others_take_no_time_away() -> None:
    queue, job = queued(Task(EVE, rank=1), Task("192.0.2.1", rank=2)), Task(ADA)
    queue.put(job)
    assert queue.fair_seconds(job) == SEARCH


# No leaks


def test_a_queue_that_was_worked_off_is_empty_again() -> None:
    """Whatever was put, taken, removed and interrupted, in any order."""
    rng, queue = Random(1), FairQueue[Task](2)
    waiting, running = list[Task](), list[Task]()
    for _ in range(3000):
        match rng.randrange(4):
            case 0 | 1 if len(waiting) < 50:
                job = Task(str(rng.randrange(5)), str(rng.randrange(5)), str(rng.randrange(5)), rng.randrange(3))
                waiting.append(job)
                queue.put(job, first=rng.random() < 0.2)
            case 2 if waiting and rng.random() < 0.3:
                job = waiting.pop(rng.randrange(len(waiting)))
                assert queue.remove(job)
                assert not queue.remove(job)
            case _ if running and rng.random() < 0.5:
                queue.finish(running.pop(), rng.random())
            case _:
                if taken := queue.take():
                    waiting.remove(taken)
                    running.append(taken)
        assert sorted(map(id, queue.waiting())) == sorted(map(id, waiting))
    for job in running:
        queue.finish(job, 0.0)
    order(queue, 0.0)
    assert not any(rank.parts for rank in queue.root.parts.values())


def test_a_queue_that_is_never_empty_forgets_those_who_left() -> None:
    queue = queued(*(Task(EVE) for _ in range(10)))
    queue.take()
    for number in range(3 * MOST_DEBTORS):
        queue.put(Task(f"address {number}"))
        job = queue.take()
        assert job is not None
        queue.finish(job, SEARCH)
    assert len(queue.rank(0).parts) <= MOST_DEBTORS + 1
