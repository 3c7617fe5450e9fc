"""The place where the games of a lab or an arena are played: processes of this machine, or workers of a Dask cluster.

A game depends only on its task, so it doesn't matter where and when it is played.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Protocol, TypeVar

from carreau.bots.cluster import CONNECT, check_workers, dask_distributed
from carreau.bots.results import Row, Rows, in_processes
from carreau.core.errors import CarreauError

MOST: Final = 50  # games per message to a worker
MESSAGES: Final = 8  # at least, for each worker, so that they finish at about the same time

Task = TypeVar("Task")
Play = Callable[[Task], Row]


class Players(Protocol):
    """Those who play games; they yield rows as they come, in any order."""

    def __call__(self, play: Play[Task], tasks: Sequence[Task]) -> Iterator[Rows]: ...


def players(jobs: int, cluster: str | None) -> Players:
    """Return the workers of a cluster if its address is given, otherwise processes on this machine."""
    return on_cluster(cluster) if cluster else here(jobs)


def here(jobs: int) -> Players:
    def played(play: Play[Task], tasks: Sequence[Task]) -> Iterator[Rows]:
        return ([row] for row in in_processes(play, tasks, jobs))

    return played


def on_cluster(address: str, most: int = MOST) -> Players:
    """Return the workers of a running scheduler; games of a lost worker are replayed."""

    def played(play: Play[Task], tasks: Sequence[Task]) -> Iterator[Rows]:
        if not tasks:
            return
        distributed = dask_distributed()
        try:
            client = distributed.Client(address, timeout=CONNECT, set_as_default=False)
        except (OSError, ValueError) as error:
            raise CarreauError(f"--cluster {address}: no Dask scheduler answers there ({error})") from error
        with client:
            size = max(1, min(most, len(tasks) // (MESSAGES * check_workers(client, address))))
            parts = [tasks[start : start + size] for start in range(0, len(tasks), size)]
            futures = client.map(play_all, [play] * len(parts), parts, pure=False)
            for _future, rows in distributed.as_completed(futures, loop=client.loop, with_results=True):
                yield rows

    return played


def play_all(play: Play[Task], tasks: Sequence[Task]) -> Rows:
    return [play(task) for task in tasks]
