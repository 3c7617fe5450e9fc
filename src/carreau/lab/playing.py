"""Executors for the games of a study: processes on this machine, or the workers of a Dask cluster.

A game depends only on its series and its number, so it doesn't matter where and when it is played.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from carreau import __version__
from carreau.bots.results import Rows, in_processes
from carreau.core.errors import CarreauError
from carreau.games.catalogue import game_class
from carreau.lab.series import Series

Task = tuple[Series, int]  # a series and the number of a game
Batch = tuple[Series, list[int]]
Player = Callable[[Sequence[Task]], Iterator[Rows]]

BATCH: Final = 50  # games per message to a worker


def play_one(task: Task) -> Rows:
    series, index = task
    return [series.play(index)]


def play_batch(batch: Batch) -> Rows:
    series, indices = batch
    return [series.play(index) for index in indices]


def here(jobs: int) -> Player:
    """Return a player that uses processes on this machine."""
    return lambda tasks: in_processes(play_one, tasks, jobs)


def batches(tasks: Sequence[Task], size: int) -> list[Batch]:
    """Group games of the same series into batches."""
    found: list[Batch] = []
    for _key, group in groupby(tasks, key=lambda task: task[0].key):
        games = list(group)
        found += [
            (games[0][0], [index for _series, index in games[start : start + size]])
            for start in range(0, len(games), size)
        ]
    return found


def on_cluster(address: str, batch: int = BATCH) -> Player:
    """Return a player that uses the workers of a running scheduler; games of a lost worker are replayed."""

    def play(tasks: Sequence[Task]) -> Iterator[Rows]:
        if not tasks:
            return
        distributed = dask_distributed()
        try:
            client = distributed.Client(address, timeout="10s", set_as_default=False)
        except (OSError, ValueError) as error:
            raise CarreauError(f"--cluster {address}: no Dask scheduler answers there ({error})") from error
        with client:
            check_workers(client, tasks[0][0].game)
            futures = client.map(play_batch, batches(tasks, batch), pure=False)
            for _future, rows in distributed.as_completed(futures, loop=client.loop, with_results=True):
                yield rows

    return play


def dask_distributed() -> Any:
    try:
        import distributed
    except ImportError as error:
        raise CarreauError("--cluster needs Dask: pip install 'carreau[cluster]'") from error
    return distributed


def rules_here(game: str) -> str:
    return f"carreau {__version__}, {game} {game_class(game).VERSION}"


def check_workers(client: Any, game: str) -> None:
    """Check that all workers have the same rules as this machine; otherwise equal seeds mean different games."""
    found: dict[str, str] = client.run(rules_here, game)
    if not found:
        raise CarreauError(f"the cluster {client.scheduler.address} has no workers yet")
    wrong = {worker: rules for worker, rules in found.items() if rules != rules_here(game)}
    for worker, rules in wrong.items():
        raise CarreauError(f"the worker {worker} has {rules}; it needs {rules_here(game)}")
