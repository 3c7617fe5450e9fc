"""The requests of `carreau admin` to a running server, over HTTP with the token beside its database."""

import getpass
import http.client
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import msgspec
from rich.console import Console
from rich.table import Table

from carreau.cli.streams import shown
from carreau.core.errors import CarreauError
from carreau.server.operator_access import Access, NoServer, access_file, read_access
from carreau.server.problems import Problem
from carreau.server.settings import read_settings

SECONDS: Final = 30.0  # to wait for an answer
TIMES: Final = {"at", "changed", "created", "seen", "until", "banned_until", "resolved"}
WIDEST: Final = 10_000  # columns: a pipe and a terminal get whole lines, so that ids can be copied

Row = dict[str, Any]


def found_access(database: str | None) -> Access:
    overrides = {} if database is None else {"database": database}
    return read_access(access_file(read_settings(overrides, os.environ, Path.cwd()).database_file))


def call(access: Access, method: str, path: str, body: Row | None = None) -> bytes:
    """Send a request to the server; return its answer, or raise what it says."""
    headers = {"Authorization": f"Bearer {access.token}", "X-Operator": quote(user())}
    connection = http.client.HTTPConnection(access.host, access.port, timeout=SECONDS)
    try:
        connection.request(method, path, msgspec.json.encode(body) if body else None, headers)
        response = connection.getresponse()
        content = response.read()
    except (OSError, http.client.HTTPException) as error:
        raise NoServer(f"the server doesn't answer ({error}): is it running?") from None
    finally:
        connection.close()
    if response.status != 200:
        raise refusal(content)
    return content


def refusal(content: bytes) -> CarreauError:
    try:
        return CarreauError(msgspec.json.decode(content, type=Problem).text)
    except msgspec.DecodeError:
        return NoServer("another program answers at the server's address: is the server running?")


def user() -> str:
    """Return who runs this command, for the audit log: the person behind sudo, if there is one."""
    try:
        return os.environ.get("SUDO_USER") or getpass.getuser()
    except (KeyError, OSError):  # a container's user may have no name
        return f"user {os.getuid()}"


def send_action(database: str | None, **action: object) -> None:
    call(found_access(database), "POST", "/api/admin/actions", action)
    Console().print("done", highlight=False)


def print_list(database: str | None, what: str, search: str = "") -> None:
    """Print a list of the server as a table, one line for each row."""
    content = call(found_access(database), "GET", f"/api/admin/{what}?search={quote(search)}")
    rows = msgspec.json.decode(content, type=list[Row])
    console = Console(width=WIDEST, markup=False, emoji=False, highlight=False)  # players write what they like
    if not rows:
        console.print("nothing found")
        return
    table = Table(*rows[0], box=None, pad_edge=False)
    for row in rows:
        table.add_row(*(on_one_line(in_words(name, value)) for name, value in row.items()))
    console.print(table, crop=False)


def on_one_line(text: str) -> str:
    return shown(" ".join(text.split()))


def in_words(name: str, value: Any) -> str:
    if name in TIMES:
        return datetime.fromtimestamp(value, UTC).strftime("%Y-%m-%d %H:%MZ") if value else "-"
    if name == "about":
        return f"{value['game']}: " + ", ".join(seat["name"] or "-" for seat in value["seats"])
    if name == "chat":
        return " / ".join(f"{line['name']}: {line['text']}" for line in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(value) if isinstance(value, list) else str(value)
