"""A real server in a separate process, like `carreau serve`, on a free port and with files of its own."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, Self, TypeVar

import httpx

from carreau.core.errors import CarreauError
from carreau.server.settings import PostgresUrl

PATIENCE: Final = 60.0  # seconds, on a busy machine
ADDRESS: Final = re.compile(r"http://localhost:(\d+)")


class ServerFailed(CarreauError):
    """A server that ended, or doesn't get ready."""


class ServerProcess:
    """A server that can be stopped, killed, and restarted with the same database and port."""

    def __init__(
        self, folder: Path, *, postgresql: PostgresUrl | None = None, apart: bool = False, **settings: int | str
    ) -> None:
        self.folder = folder
        self.database = folder / "carreau.db"
        self.postgresql = postgresql  # the database, if it isn't the file
        self.group = 0 if apart else None  # where Ctrl-C doesn't reach it
        self.said = folder / "said.txt"
        self.errors = folder / "errors.txt"
        self.settings: dict[str, int | str] = settings
        self.port = 0
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the process and wait until it is ready."""
        self.launch()
        self.wait_until_ready()

    def launch(self) -> None:
        """Start the process; its output goes to files."""
        self.said.write_bytes(b"")
        with self.said.open("wb") as out, self.errors.open("ab") as errors:
            self.process = subprocess.Popen(
                [*self.command(), "serve", "--port", str(self.port), "--database", self.place()],
                env=self.environment(),
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=errors,
                process_group=self.group,
            )

    def place(self) -> str:
        return self.postgresql.dsn if self.postgresql else str(self.database)

    def command(self) -> list[str]:
        return [sys.executable, "-m", "carreau"]

    def environment(self) -> dict[str, str]:
        given = {f"CARREAU_{name.upper()}": str(value) for name, value in self.settings.items()}
        own = {"PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUNBUFFERED": "1", "COLUMNS": "200"}
        own["XDG_DATA_HOME"] = str(self.folder)  # its files, if the database isn't one
        return {**os.environ, **own, "CARREAU_HOST": "127.0.0.1", "CARREAU_LOG_LEVEL": "warning", **given}

    def wait_until_ready(self) -> None:
        until = time.monotonic() + PATIENCE
        while not self.ready():
            if self.process is None or self.process.poll() is not None:
                raise ServerFailed(f"the server ended: {self.errors.read_text(encoding='utf-8')}")
            if time.monotonic() > until:
                raise ServerFailed("the server does not get ready")
            time.sleep(0.02)

    def ready(self) -> bool:
        address = ADDRESS.search(self.said.read_text(encoding="utf-8"))
        if address is None:
            return False
        self.port = int(address[1])
        try:
            return httpx.get(f"{self.url}/readyz", timeout=PATIENCE).status_code == 200
        except httpx.TransportError:
            return False

    def stop(self) -> None:
        """Stop it as Ctrl-C does."""
        self.end(signal.SIGINT)

    def kill(self) -> None:
        """Kill it without warning."""
        self.end(signal.SIGKILL)

    def end(self, how: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        self.process = None

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            stack.push(self)  # if it is interrupted
            self.start()
            stack.pop_all()
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if self.process is not None and kind is None:
            self.stop()
        elif self.process is not None:
            self.kill()


S = TypeVar("S", bound=ServerProcess)


@contextmanager
def started(servers: Sequence[S]) -> Iterator[Sequence[S]]:
    """Start servers on one database: the first one alone, since it may have to create the tables there."""
    with ExitStack() as stack:
        for number, server in enumerate(servers):
            stack.push(server)
            server.launch()
            if number == 0:
                server.wait_until_ready()
        for server in servers:
            server.wait_until_ready()
        yield servers
