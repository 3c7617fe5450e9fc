"""A server that listens on a socket, until it is interrupted."""

import asyncio
import signal
import socket
from typing import Any, Final

from aiohttp import web

from carreau.core.errors import CarreauError
from carreau.server.addresses import peers_address
from carreau.server.app import Server, make_app
from carreau.server.entrance import Entrance
from carreau.server.logs import tell_failure
from carreau.server.operator_access import Access, access_file, remove_access, write_access

WAITING: Final = 2048  # connections that may wait to be accepted
UNREAD: Final = 2**15  # bytes that the kernel buffers per connection: one iteration of the event loop reads no more
BUFFERED: Final = 2**13  # bytes of an unread body that aiohttp buffers; at most twice as many


def protocol(idle_seconds: float) -> dict[str, Any]:
    """Return the options of aiohttp's protocol."""
    return {
        "access_log": None,  # it contains addresses and full paths; logs.py logs requests
        "auto_decompress": False,
        "keepalive_timeout": idle_seconds,
        "lingering_time": 1.0,  # seconds to keep reading after refusing a body, or the client might not see why
        "read_bufsize": BUFFERED,
        "shutdown_timeout": 5.0,
    }


async def serve(server: Server, listening: socket.socket) -> None:
    """Serve until SIGINT or SIGTERM, then finish everything that has started."""
    await start(server, peers_address(server.settings, listening.getsockname()[1]))
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, UNREAD)  # inherited by its connections
    runner = web.AppRunner(make_app(server), **protocol(server.settings.idle_seconds))
    try:
        await runner.setup()
        assert runner.server is not None
        loop = asyncio.get_running_loop()
        entrance = Entrance(runner.server, server.settings, server.cluster.is_peer)
        site = await loop.create_server(entrance, sock=listening, backlog=WAITING)
        admit_operators(server, listening)
        await interrupted()
        site.close()
        await server.say_goodbye()
    finally:
        await runner.cleanup()
        remove_access(access_file(server.settings.database_file), server.services.token)
        await server.stop()


def admit_operators(server: Server, listening: socket.socket) -> None:
    """Let the owner of the database use `carreau admin`."""
    host, port = listening.getsockname()[:2]
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    write_access(access_file(server.settings.database_file), Access(here, port, server.services.token))


async def start(server: Server, address: str) -> None:
    try:
        await server.start(address)
    except Exception as error:
        tell_failure("starting", error)
        raise CarreauError(f"the server could not start: {error}") from error


async def interrupted() -> None:
    """Wait for a signal; a second one ends the process as usual."""
    loop, signals = asyncio.get_running_loop(), (signal.SIGINT, signal.SIGTERM)
    came = asyncio.Event()
    for each in signals:
        loop.add_signal_handler(each, came.set)
    await came.wait()
    for each in signals:
        loop.remove_signal_handler(each)
