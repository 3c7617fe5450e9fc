"""Running the server from the command line: where people find it, in words and as a QR code."""

import os
import socket
from collections.abc import Mapping
from pathlib import Path

import segno
import uvicorn
from rich.console import Console

from carreau.core.errors import CarreauError
from carreau.server.app import Server, make_app
from carreau.server.line import Line
from carreau.server.logs import configure
from carreau.server.settings import Settings, read_settings


def run_server(console: Console, overrides: Mapping[str, object]) -> None:
    """Serve until interrupted; all that was begun is finished then."""
    settings = read_settings(overrides, os.environ, Path.cwd())
    configure(settings)
    listening, server = listen(settings), Server(settings)
    config = uvicorn.Config(
        make_app(server),
        ws=Line,
        ws_max_size=settings.message_bytes,
        ws_ping_interval=20.0,
        ws_per_message_deflate=False,  # messages are small, and compressing them would be most of the work
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        forwarded_allow_ips=list(settings.trusted_proxies),
    )
    greet(console, settings, listening.getsockname()[1])
    Polite(config, server).run(sockets=[listening])


class Polite(uvicorn.Server):
    """Says goodbye before it closes the sockets."""

    def __init__(self, config: uvicorn.Config, server: Server) -> None:
        super().__init__(config)
        self.server = server

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.server.say_goodbye()
        await super().shutdown(sockets)


def listen(settings: Settings) -> socket.socket:
    """A socket that listens, or an error that says what to do."""
    try:
        return socket.create_server((settings.host, settings.port), backlog=2048)
    except OSError as error:
        raise CarreauError(
            f"port {settings.port} can't be used ({error.strerror}); choose another: carreau serve --port 0"
        ) from None


def greet(console: Console, settings: Settings, port: int) -> None:
    here = f"http://localhost:{port}"
    friends = settings.public_url or f"http://{local_address()}:{port}"
    console.print(f"carreau is open: [bold]{here}[/bold]", highlight=False)
    if settings.public_url or settings.host not in ("127.0.0.1", "localhost", "::1"):
        console.print(f"for friends in the same network: [bold]{friends}[/bold]\n", highlight=False)
        segno.make(friends, error="l").terminal(compact=True)
    console.print(f"games are kept in {settings.database}; stop with Ctrl-C", style="dim", highlight=False)


def local_address() -> str:
    """This machine's address in the local network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
