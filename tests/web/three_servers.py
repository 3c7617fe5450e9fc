"""Three servers on PostgreSQL behind a proxy that sends each connection to the next one, in the place of one server."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from anyio.from_thread import start_blocking_portal

from tests.server.running import Running
from tools.postgres import postgres
from tools.proxy import proxying
from tools.server_process import started

SERVERS: Final = 3
KEYS: Final = "k" * 32


class ThreeServers:
    """Three servers with one address."""

    def __init__(self, servers: list[Running], port: int) -> None:
        self.servers = servers
        self.port = port
        self.url = f"http://127.0.0.1:{port}"

    def kill(self) -> None:
        for server in self.servers:
            server.kill()

    def start(self) -> None:
        for server in self.servers:
            server.start()


@contextmanager
def three_servers(folder: Path, **settings: int | str) -> Iterator[ThreeServers]:
    """Start them, with event loops in other threads: in this one, Playwright may be running its own."""
    with ExitStack() as stack:
        elsewhere = stack.enter_context(start_blocking_portal())
        database = elsewhere.call(asyncio.to_thread, stack.enter_context, postgres())
        url = elsewhere.call(asyncio.to_thread, database.schema)
        servers = []
        for number in range(SERVERS):
            (own := folder / str(number)).mkdir()
            servers.append(Running(own, postgresql=url, bots=1, keys=KEYS, **settings))
        stack.enter_context(started(servers))
        listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        proxy = proxying([server.url for server in servers], listening)
        stack.enter_context(elsewhere.wrap_async_context_manager(proxy))
        yield ThreeServers(servers, listening.getsockname()[1])
