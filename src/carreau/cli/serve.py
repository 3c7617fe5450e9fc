"""Running the server from the command line, with its address in words and as a QR code."""

import io
import ipaddress
import os
import resource
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import segno
import uvloop
from rich.console import Console
from rich.text import Text

from carreau.core.errors import CarreauError
from carreau.server.addresses import is_everywhere, local_address
from carreau.server.app import Server
from carreau.server.logs import configure
from carreau.server.running import WAITING, serve
from carreau.server.settings import Settings, read_settings
from carreau.server.time_source import TimeSource

MOST_FILES: Final = 65_536
TURN: Final = 0.001  # seconds a thread may keep running while the event loop waits; Python's default is 0.005


def run_server(console: Console, overrides: Mapping[str, object], time: TimeSource | None = None) -> None:
    """Serve until interrupted, then finish whatever has started."""
    settings = read_settings(overrides, os.environ, Path.cwd())
    configure(settings)
    allow_many_sockets()
    sys.setswitchinterval(TURN)
    with listen(settings) as listening:
        server = Server(settings, time)
        greet(console, settings, listening.getsockname()[1])
        uvloop.run(serve(server, listening))


def allow_many_sockets() -> None:
    """Raise the limit of open files: each socket is one, and the usual 1,024 don't last."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def listen(settings: Settings) -> socket.socket:
    """Return a listening socket, or raise an error that says what to do."""
    host, port = settings.host, settings.port
    try:
        family = family_of(host)
        both = family == socket.AF_INET6 and is_everywhere(host) and socket.has_dualstack_ipv6()
        return socket.create_server((host, port), family=family, backlog=WAITING, dualstack_ipv6=both)
    except (OSError, UnicodeError) as error:
        said = str(error.strerror) if isinstance(error, OSError) else "invalid host name"
        reason = said.partition(" (while")[0]  # the rest repeats the address
        raise CarreauError(
            f"can't listen on {host}, port {port} ({reason}): --host must be an address of this machine"
            " and --port a free port you may use; --port 0 finds one"
        ) from None


def family_of(host: str) -> socket.AddressFamily:
    """Return whether to reach a host by IPv4 or IPv6; if both work, as for localhost, IPv4."""
    if not host:
        return socket.AF_INET
    found = {family for family, *_ in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)}
    return socket.AF_INET if socket.AF_INET in found else socket.AF_INET6


def is_here_only(host: str) -> bool:
    """Return whether only this machine can reach a host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def greet(console: Console, settings: Settings, port: int) -> None:
    host, database = settings.host, settings.database
    console.print(Text.assemble("Carreau is running at ", (address(at_home(host), port), "bold")), soft_wrap=True)
    if settings.public_url:
        invite(console, "for friends: ", settings.public_url)
    elif not is_here_only(outside := local_address() if is_everywhere(host) else host):
        invite(console, "for friends on the same network: ", address(outside, port))
    console.print(Text(f"database: {database}; stop with Ctrl-C", style="dim"), soft_wrap=True)


def at_home(host: str) -> str:
    """Return the name under which this machine reaches its server."""
    return "localhost" if is_everywhere(host) or host == "127.0.0.1" else host


def address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def invite(console: Console, words: str, url: str) -> None:
    """Print an address, and its QR code if the terminal can show it."""
    console.print(Text.assemble(words, (url, "bold"), "\n"), soft_wrap=True)
    picture = io.StringIO()
    segno.make(url, error="l").terminal(picture, compact=True)
    try:
        picture.getvalue().encode(console.encoding)
    except UnicodeEncodeError:
        return
    console.file.write(picture.getvalue())
