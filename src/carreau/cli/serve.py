"""Running the server from the command line: where people find it, in words and as a QR code."""

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
from carreau.server.app import Server
from carreau.server.logs import configure
from carreau.server.running import WAITING, serve
from carreau.server.settings import Settings, read_settings

MOST_FILES: Final = 65_536
TURN: Final = 0.001  # seconds for which a thread may go on while the event loop wants to; 0.005 if nobody says


def run_server(console: Console, overrides: Mapping[str, object]) -> None:
    """Serve until interrupted; all that was begun is finished then."""
    settings = read_settings(overrides, os.environ, Path.cwd())
    configure(settings)
    allow_many_sockets()
    sys.setswitchinterval(TURN)
    with listen(settings) as listening:
        server = Server(settings)
        greet(console, settings, listening.getsockname()[1])
        uvloop.run(serve(server, listening))


def allow_many_sockets() -> None:
    """Each socket is an open file, and the 1,024 that a process usually may have are soon used up."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def listen(settings: Settings) -> socket.socket:
    """A socket that listens, or an error that says what to do."""
    host, port = settings.host, settings.port
    try:
        family = family_of(host)
        both = family == socket.AF_INET6 and is_everywhere(host) and socket.has_dualstack_ipv6()
        return socket.create_server((host, port), family=family, backlog=WAITING, dualstack_ipv6=both)
    except (OSError, UnicodeError) as error:
        said = str(error.strerror) if isinstance(error, OSError) else "it is no name of a host"
        reason = said.partition(" (while")[0]  # which tells the address once more
        raise CarreauError(
            f"can't listen on {host}, port {port} ({reason}): --host must be an address of this machine,"
            " and --port a free one that this user may have; --port 0 finds one"
        ) from None


def family_of(host: str) -> socket.AddressFamily:
    """Whether a host is reached by IPv4 or by IPv6; where by both, as with localhost, by IPv4."""
    if not host:
        return socket.AF_INET
    found = {family for family, *_ in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)}
    return socket.AF_INET if socket.AF_INET in found else socket.AF_INET6


def is_everywhere(host: str) -> bool:
    """Whether that is no single address but all of this machine."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return not host


def is_here_only(host: str) -> bool:
    """Whether nobody but this machine gets there."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def greet(console: Console, settings: Settings, port: int) -> None:
    host, database = settings.host, settings.database
    console.print(Text.assemble("carreau is open: ", (address(at_home(host), port), "bold")), soft_wrap=True)
    if settings.public_url:
        invite(console, "for friends: ", settings.public_url)
    elif not is_here_only(outside := local_address() if is_everywhere(host) else host):
        invite(console, "for friends in the same network: ", address(outside, port))
    console.print(Text(f"games are kept in {database}; stop with Ctrl-C", style="dim"), soft_wrap=True)


def at_home(host: str) -> str:
    """The name by which this machine itself finds a server."""
    return "localhost" if is_everywhere(host) or host == "127.0.0.1" else host


def address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def invite(console: Console, words: str, url: str) -> None:
    """An address in words, and as a QR code where that can be shown."""
    console.print(Text.assemble(words, (url, "bold"), "\n"), soft_wrap=True)
    picture = io.StringIO()
    segno.make(url, error="l").terminal(picture, compact=True)
    try:
        picture.getvalue().encode(console.encoding)
    except UnicodeEncodeError:
        return
    console.file.write(picture.getvalue())


def local_address() -> str:
    """This machine's address in the local network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
