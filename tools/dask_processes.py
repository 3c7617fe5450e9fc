"""A Dask cluster of bot workers in processes of their own: a scheduler, and workers like `carreau bots-worker`."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from carreau.core.errors import CarreauError

HOST: Final = "127.0.0.1"
PATIENCE: Final = 60.0  # seconds, on a busy machine
ADDRESS: Final = re.compile(r"Scheduler at:\s+(\S+)")


@contextmanager
def process(arguments: list[str], said: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a Python module, where Ctrl-C doesn't reach it; end it at the end."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "DASK_TEMPORARY_DIRECTORY": str(said.parent)}
    with said.open("wb") as out:
        command = [sys.executable, "-m", *arguments]
        started = subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True
        )
    try:
        yield started
    finally:
        if started.poll() is None:
            started.send_signal(signal.SIGTERM)
            started.wait(PATIENCE)


@contextmanager
def scheduler(folder: Path, *options: str) -> Iterator[str]:
    """Run a scheduler that only this machine can reach; yield its address."""
    said = folder / "scheduler.txt"
    arguments = ["dask", "scheduler", "--host", HOST, "--port", "0", "--no-dashboard", "--no-show", *options]
    with process(arguments, said) as started:
        until = time.monotonic() + PATIENCE
        while not (address := ADDRESS.search(said.read_text(encoding="utf-8"))):
            if started.poll() is not None or time.monotonic() > until:
                raise CarreauError(f"Dask's scheduler doesn't start: {said.read_text(encoding='utf-8')}")
            time.sleep(0.05)
        yield address[1]


@contextmanager
def bots_worker(address: str, processes: int, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run bot workers; they join a while later."""
    arguments = ["carreau", "bots-worker", address, "--processes", str(processes)]
    with process(arguments, folder / "workers.txt") as started:
        yield started
