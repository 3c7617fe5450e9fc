"""Results of games as rows: played in several processes, and stored in a file that lets a stopped run resume."""

import json
import multiprocessing
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Any, TypeVar

from carreau.core.errors import CarreauError

Row = dict[str, Any]
Rows = list[Row]
Task = TypeVar("Task")
Done = TypeVar("Done")


class ResultFile:
    """A file with the settings of a run on its first line and one row per game after it."""

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        self.path = path
        self.settings = dict(settings)

    def earlier(self) -> Rows:
        """Return the rows of an earlier run with the same settings.

        An incomplete last line means the run was stopped while writing it; remove it.
        """
        try:
            return self.begun() if self.path.exists() else self.begin()
        except OSError as error:
            raise self.unusable(error) from error

    def unusable(self, error: OSError) -> CarreauError:
        return CarreauError(f"can't use {self.path} for results: {error.strerror}")

    def begin(self) -> Rows:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(self.settings) + "\n", encoding="utf-8")
        return []

    def begun(self) -> Rows:
        content = self.path.read_bytes()
        whole = content.rpartition(b"\n")[0]
        try:
            settings, *rows = [json.loads(line) for line in whole.decode().splitlines() if line]
        except ValueError as error:
            raise CarreauError(f"{self.path} isn't a results file: {error}") from error
        if settings != self.settings:
            raise CarreauError(f"{self.path} has results for other settings: {json.dumps(settings)}")
        for line, row in enumerate(rows, start=2):
            if not isinstance(row, dict) or not isinstance(row.get("index"), int):
                raise CarreauError(f"{self.path} isn't a results file: line {line} lacks the 'index' of a game")
        with self.path.open("r+b") as file:
            file.truncate(len(whole) + 1)
        return rows

    def add(self, rows: Sequence[Row]) -> None:
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write("".join(json.dumps(row) + "\n" for row in rows))
        except OSError as error:
            raise self.unusable(error) from error


def in_processes(play: Callable[[Task], Done], tasks: Sequence[Task], jobs: int) -> Iterator[Done]:
    """Yield the result of each task, in order of completion."""
    if jobs == 1:
        yield from map(play, tasks)
        return
    with uninterrupted_pool(jobs) as pool:
        yield from pool.imap_unordered(play, tasks)


def uninterrupted_pool(jobs: int) -> Pool:
    """Return a pool of processes that ignore Ctrl-C, so only the parent handles it.

    The parent ignores it while they start, because a process that is still loading would print a traceback.
    """
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return multiprocessing.get_context("spawn").Pool(jobs)
    finally:
        signal.signal(signal.SIGINT, before)
