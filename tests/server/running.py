"""A real server in a separate process, like `carreau serve`, on a free port and with its own database."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Self

import httpx

from carreau.server.operator_access import access_file
from carreau.server.settings import PostgresUrl

PATIENCE: Final = 60.0  # seconds, on a busy machine
GRACE: Final = 1  # seconds that a lost player has to reconnect to the shared server
BOUND: Final = 1.0  # seconds of lag that it compensates at most
ADDRESS: Final = re.compile(r"http://localhost:(\d+)")
LIMITED: Final = ("socket", "guest", "crowd", "address", "chat")
RATES: Final = [f"{what}_{kind}" for what in LIMITED for kind in ("rate", "burst")]
QUOTAS: Final = [f"{what}_per_address" for what in ("guests", "tables", "events")]
GENEROUS: Final = {
    **dict.fromkeys([*RATES, "tables_per_guest", "sockets_per_guest", "sockets_per_address"], 100_000),
    **dict.fromkeys(QUOTAS, 1_000_000_000),
}


class Running:
    """A server that can be stopped, killed, and restarted with the same database and port."""

    def __init__(self, folder: Path, *, postgresql: PostgresUrl | None = None, **settings: int | str) -> None:
        self.folder = folder
        self.database = folder / "carreau.db"
        self.postgresql = postgresql  # the database, if it isn't the file
        self.said = folder / "said.txt"
        self.errors = folder / "errors.txt"
        self.settings: dict[str, int | str] = {**GENEROUS, **settings}
        self.port = 0
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the process and wait until it is ready; its output goes to files."""
        self.said.write_bytes(b"")
        with self.said.open("wb") as out, self.errors.open("ab") as errors:
            self.process = subprocess.Popen(
                [*self.command(), "serve", "--port", str(self.port), "--database", self.place()],
                env=self.environment(),
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=errors,
            )
        self.wait_until_ready(time.monotonic() + PATIENCE)

    @property
    def access(self) -> Path:
        """The file with the way in for operators."""
        return access_file(self.folder / "carreau" / "carreau.db" if self.postgresql else self.database)

    def place(self) -> str:
        return self.postgresql.dsn if self.postgresql else str(self.database)

    def command(self) -> list[str]:
        return [sys.executable, "-m", "carreau"]

    def environment(self) -> dict[str, str]:
        given = {f"CARREAU_{name.upper()}": str(value) for name, value in self.settings.items()}
        own = {"PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUNBUFFERED": "1", "COLUMNS": "200"}
        own["XDG_DATA_HOME"] = str(self.folder)  # its files, if the database isn't one
        return {**os.environ, **own, "CARREAU_HOST": "127.0.0.1", "CARREAU_LOG_LEVEL": "warning", **given}

    def wait_until_ready(self, until: float) -> None:
        while not self.ready():
            assert self.process is not None
            assert self.process.poll() is None, f"the server ended: {self.errors.read_text(encoding='utf-8')}"
            assert time.monotonic() < until, "the server does not get ready"
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
        """Stop it as Ctrl-C does; it must have logged no errors."""
        self.end(signal.SIGINT)
        self.check()

    def kill(self) -> None:
        """Kill it without warning."""
        self.end(signal.SIGKILL)

    def end(self, how: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        self.process = None

    def check(self) -> None:
        """Check that nothing went wrong unnoticed."""
        errors = self.errors.read_text(encoding="utf-8")
        assert "Traceback" not in errors, errors
        assert "ERROR" not in errors, errors

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if self.process is not None and kind is None:
            self.stop()
        elif self.process is not None:
            self.kill()


@contextmanager
def running(folder: Path, *, postgresql: PostgresUrl | None = None, **settings: int | str) -> Iterator[Running]:
    with Running(folder, postgresql=postgresql, **settings) as server:
        yield server
