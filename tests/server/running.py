"""A real server in a process of its own, as `carreau serve` starts it: on a free port, with a database of its own."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx

PATIENCE: Final = 60.0  # seconds, on a machine that has other things to do
GRACE: Final = 1  # seconds that a lost player has to come back to the shared server
BOUND: Final = 1.0  # seconds of delay that it makes good at most
ADDRESS: Final = re.compile(r"http://localhost:(\d+)")
LIMITED: Final = ("socket", "guest", "crowd", "address", "chat")
RATES: Final = [f"{what}_{kind}" for what in LIMITED for kind in ("rate", "burst")]
GENEROUS: Final = dict.fromkeys([*RATES, "tables_per_guest", "sockets_per_guest"], 100_000)


class Running:
    """A server that can be stopped, killed, and started again with the same database and port."""

    def __init__(self, folder: Path, **settings: int | str) -> None:
        self.database = folder / "carreau.db"
        self.said = folder / "said.txt"
        self.errors = folder / "errors.txt"
        self.settings: dict[str, int | str] = {**GENEROUS, **settings}
        self.port = 0
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Return when it is ready; what it prints is kept in files."""
        self.said.write_bytes(b"")
        with self.said.open("wb") as out, self.errors.open("ab") as errors:
            self.process = subprocess.Popen(
                [*self.command(), "serve", "--port", str(self.port), "--database", str(self.database)],
                env=self.environment(),
                cwd=self.database.parent,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=errors,
            )
        self.wait_until_ready(time.monotonic() + PATIENCE)

    def command(self) -> list[str]:
        return [sys.executable, "-m", "carreau"]

    def environment(self) -> dict[str, str]:
        given = {f"CARREAU_{name.upper()}": str(value) for name, value in self.settings.items()}
        own = {"PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUNBUFFERED": "1", "COLUMNS": "200"}
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
        """As Ctrl-C does; everything must have gone well until then."""
        self.end(signal.SIGINT)
        self.check()

    def kill(self) -> None:
        """Without any warning."""
        self.end(signal.SIGKILL)

    def end(self, how: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        self.process = None

    def check(self) -> None:
        """Nothing went wrong there that nobody noticed."""
        errors = self.errors.read_text(encoding="utf-8")
        assert "Traceback" not in errors, errors
        assert "ERROR" not in errors, errors

    def __enter__(self) -> "Running":
        self.start()
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if self.process is not None and kind is None:
            self.stop()
        elif self.process is not None:
            self.kill()


@contextmanager
def running(folder: Path, **settings: int | str) -> Iterator[Running]:
    with Running(folder, **settings) as server:
        yield server
