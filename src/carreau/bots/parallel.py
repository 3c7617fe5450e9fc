"""Root parallelisation: several processes search the same view with separate trees, then add up their counts."""

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from carreau.bots.search import Search

Row = tuple[int, int, float]  # an action, its visits and its mean value


def helped(search: Search, jobs: int, think: Callable[[Search], None]) -> list[Row]:
    """Search in several processes and return the sum of their results.

    The processes are forked, so they start with the same search. If forking isn't possible, the search runs alone.
    """
    if jobs == 1 or "fork" not in multiprocessing.get_all_start_methods():
        think(search)
        return search.found()
    fork = multiprocessing.get_context("fork")
    pipes, workers = [], []
    for number in range(1, jobs):
        here, there = fork.Pipe(duplex=False)
        worker = fork.Process(target=help_out, args=(search, number, think, there), daemon=True)
        worker.start()
        there.close()
        pipes.append(here)
        workers.append(worker)
    think(search)
    found = [search.found(), *(answer(pipe) for pipe in pipes)]
    for worker in workers:
        worker.join()
    return added_up(found)


def help_out(search: Search, number: int, think: Callable[[Search], None], there: "Connection[Any, Any]") -> None:
    search.start_over(number)
    think(search)
    there.send(search.found())


def answer(pipe: "Connection[Any, Any]") -> list[Row]:
    """Receive the results of a process; none if it died."""
    try:
        rows: list[Row] = pipe.recv()
    except EOFError:
        return []
    return rows


def added_up(found: list[list[Row]]) -> list[Row]:
    visits: dict[int, int] = {}
    totals: dict[int, float] = {}
    for action, count, value in [row for rows in found for row in rows]:
        visits[action] = visits.get(action, 0) + count
        totals[action] = totals.get(action, 0.0) + count * value
    rows = [(action, count, totals[action] / count if count else 0.0) for action, count in visits.items()]
    return sorted(rows, key=lambda row: (-row[1], -row[2], row[0]))
