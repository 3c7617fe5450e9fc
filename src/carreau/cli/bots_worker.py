"""`carreau bots-worker`: processes of a Dask cluster that play bots of servers, and games of the lab and the arena."""

import asyncio
import logging
import os
import signal
from tempfile import TemporaryDirectory
from typing import Any, Final

from rich.console import Console

from carreau.bots.cluster import dask_distributed

AGAIN: Final = 1.0  # seconds until another attempt to connect
PRELOADED: Final = "carreau.server.cluster_answers"


def run_bots_worker(console: Console, address: str, processes: int) -> None:
    """Work until interrupted, also for a scheduler that starts later or again."""
    os.environ.setdefault("DASK_LOGGING__DISTRIBUTED", "warning")  # for the processes
    distributed = dask_distributed()
    console.print(f"{processes} bot workers for {address}; stop them with Ctrl-C", highlight=False, markup=False)
    try:
        asyncio.run(work(distributed, address, processes))
    except (KeyboardInterrupt, asyncio.CancelledError):
        return


async def work(distributed: Any, address: str, processes: int) -> None:
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None
    loop.add_signal_handler(signal.SIGTERM, task.cancel)
    with TemporaryDirectory(prefix="carreau") as folder:
        async with asyncio.TaskGroup() as group:
            for _ in range(processes):
                group.create_task(work_on(distributed, address, folder))


async def work_on(distributed: Any, address: str, folder: str) -> None:
    """Keep one process at work: its nanny replaces it when it dies, and ends when the scheduler is gone."""
    while True:
        try:
            async with distributed.Nanny(
                address, nthreads=1, preload=[PRELOADED], local_directory=folder, dashboard=False
            ) as nanny:
                await nanny.finished()
        except OSError as error:  # nobody answers there yet
            logging.getLogger(__name__).warning("no scheduler yet: %s", error)
        await asyncio.sleep(AGAIN)
