"""Try several servers on one machine: `make cluster`, or `python -m tools.cluster [--port 8000]`.

This starts PostgreSQL, three servers, a proxy and two bot workers with their scheduler, which only this machine can
reach, and prints the address of the proxy. All files are in a temporary folder, which is deleted at the end.
"""

import argparse
import asyncio
import secrets
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NoReturn

from rich.console import Console

from carreau.cli.serve import listen
from carreau.core.errors import CarreauError
from carreau.server.settings import KEY_BYTES, Settings
from tools.dask_processes import bots_worker, scheduler
from tools.play import prepare
from tools.postgres import postgres
from tools.proxy import proxying
from tools.server_process import ServerProcess, started

HOST: Final = "127.0.0.1"
SERVERS: Final = 3
BOT_WORKERS: Final = 2
ENDS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def cluster() -> Iterator[Sequence[ServerProcess]]:
    """Start servers on a new database; stop them and delete it at the end."""
    with ExitStack() as stack:
        bots = stack.enter_context(bot_workers())
        database, keys = stack.enter_context(postgres(apart=True)).database(), secrets.token_hex(KEY_BYTES)
        folders = [Path(stack.enter_context(TemporaryDirectory(prefix="carreau"))) for _ in range(SERVERS)]
        settings: dict[str, int | str] = {"bots": 1, "bots_cluster": bots, "keys": keys}
        servers = [ServerProcess(each, postgresql=database, apart=True, **settings) for each in folders]
        yield stack.enter_context(started(servers))


@contextmanager
def bot_workers() -> Iterator[str]:
    """Start workers and their scheduler; yield its address."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="carreau")))
        address = stack.enter_context(scheduler(folder))
        stack.enter_context(bots_worker(address, BOT_WORKERS, folder))
        yield address


async def serve(servers: Sequence[ServerProcess], listening: socket.socket) -> None:
    async with proxying([server.url for server in servers], listening):
        greet(servers, listening.getsockname()[1])
        await asyncio.Event().wait()


def greet(servers: Sequence[ServerProcess], port: int) -> None:
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"Carreau is running at [bold]http://localhost:{port}[/bold]")
    for server in servers:
        assert server.process is not None
        console.print(f"[dim]  through {server.url}, process {server.process.pid}[/dim]")
    console.print("[dim]Kill a server to see the others take its tables over; stop all with Ctrl-C[/dim]")


def interrupt(*_: object) -> NoReturn:
    """End the program; whatever stops then isn't disturbed by impatience."""
    for each in ENDS:
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=8000, help="port of the proxy; 0 is any free one")
    given = parser.parse_args()
    for each in ENDS:
        signal.signal(each, interrupt)
    with suppress(KeyboardInterrupt):
        try:
            with listen(Settings(host=HOST, port=given.port, database=Path())) as listening:
                prepare()
                with cluster() as servers, suppress(KeyboardInterrupt):
                    asyncio.run(serve(servers, listening))
        except CarreauError as error:
            sys.exit(f"The cluster could not be started: {error}")


if __name__ == "__main__":
    main()
